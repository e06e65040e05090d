#include "clients/cli/ask_server.hpp"

#include <cstdio>
#include <optional>
#include <utility>

#include "clients/cli/connection.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"

namespace muster::cli {

namespace {

class Asker : public Connection::Listener {
public:
    Asker(std::string url, std::vector<Json> messages, Hear hear, Connection& connection)
        : url_(std::move(url)), messages_(std::move(messages)), hear_(std::move(hear)), connection_(connection) {}

    std::expected<Json, ExitCode> answer() const { return answer_; }

    void opened() override { ask(); }
    void received(std::string_view text) override {
        auto json = parse_json(text);
        if (!json || text_at(*json, "id") != id()) return;
        const auto type = text_at(*json, "type");
        const auto code = text_at(*json, "code");
        if (code == "server_busy" || code == "rate_limited") {
            if (!std::exchange(told_, true)) std::fprintf(stderr, "muster: %s; trying again…\n", plain(text_at(*json, "message")).c_str());
            connection_.after(patience_.next(), [this] { ask(); });
            return;
        }
        const bool refused = type == "error" || type == "rejected";
        if (!refused && hear_) hear_(*json);
        if (!refused && ++next_ < messages_.size()) return ask();
        if (refused) answer_ = std::unexpected(complain(refusal_text(*json), code == "internal" ? server_failed : wrong_input));
        else answer_ = std::move(*json);
        connection_.stop();
    }
    void lost(const std::string& why) override {
        answer_ = std::unexpected(complain("cannot reach " + url_ + ": " + why, server_failed));
        connection_.stop();
    }
    void refused(const std::string& why) override { answer_ = std::unexpected(complain(url_ + " " + why, server_failed)); }
    void interrupted() override { connection_.stop(); }

private:
    // Unlike any other run's: the server remembers a seat's ids.
    std::string id() const { return prefix_ + std::to_string(next_); }
    void ask() {
        messages_[next_]["id"] = id();
        connection_.send(messages_[next_].dump());
    }

    std::string url_;
    std::string prefix_ = random_prefix();
    std::vector<Json> messages_;
    Hear hear_;
    std::size_t next_ = 0;
    Connection& connection_;
    Backoff patience_{};
    bool told_ = false;
    std::expected<Json, ExitCode> answer_ = std::unexpected(answer_is_no);  // interrupted before there was one
};

}  // namespace

std::expected<Json, ExitCode> ask_server(const Server& server, std::vector<Json> messages, Hear hear) {
    Connection connection(server);
    Asker asker(server.url(), std::move(messages), std::move(hear), connection);
    connection.run(asker);
    return asker.answer();
}

}  // namespace muster::cli
