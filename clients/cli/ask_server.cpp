#include "clients/cli/ask_server.hpp"

#include <optional>

#include "clients/cli/connection.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/player.hpp"
#include "clients/cli/text.hpp"

namespace muster::cli {

namespace {

class Asker : public Connection::Listener {
public:
    Asker(std::string url, std::string message, Connection& connection) : url_(std::move(url)), message_(std::move(message)), connection_(connection) {}

    std::expected<Json, ExitCode> answer() const { return answer_; }

    void opened() override { connection_.send(message_); }
    void received(std::string_view text) override {
        auto json = parse_json(text);
        if (!json || text_at(*json, "id") != id) return;
        const auto type = text_at(*json, "type");
        const auto code = text_at(*json, "code");
        if (code == "server_busy" || code == "rate_limited") {
            connection_.after(patience_.next(), [this] { connection_.send(message_); });
            return;
        }
        if (type == "error" || type == "rejected") answer_ = std::unexpected(complain(refusal_text(*json), code == "internal" ? server_failed : wrong_input));
        else answer_ = std::move(*json);
        connection_.stop();
    }
    void lost(const std::string& why) override {
        answer_ = std::unexpected(complain("cannot reach " + url_ + ": " + why, server_failed));
        connection_.stop();
    }
    void refused(const std::string& why) override { answer_ = std::unexpected(complain(url_ + " is no Muster server: " + why, server_failed)); }
    void interrupted() override { connection_.stop(); }

    static constexpr const char* id = "1";

private:
    std::string url_;
    std::string message_;
    Connection& connection_;
    Backoff patience_{};
    std::expected<Json, ExitCode> answer_ = std::unexpected(answer_is_no);  // interrupted before there was one
};

}  // namespace

std::expected<Json, ExitCode> ask_server(const Server& server, Json message) {
    message["id"] = Asker::id;
    Connection connection(server);
    Asker asker(server.url(), message.dump(), connection);
    connection.run(asker);
    return asker.answer();
}

}  // namespace muster::cli
