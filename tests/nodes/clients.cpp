#include "tests/nodes/clients.hpp"

#include <chrono>
#include <stdexcept>
#include <utility>

#include "tests/support/wire_client.hpp"

namespace muster::test {

namespace {

/// It is to come again: what a server says that cannot do it now.
struct ComeAgain : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Client {
public:
    Client(const Ways& ways, std::string battle, std::string token) : ways_(ways), battle_(std::move(battle)), token_(std::move(token)) {}

    Told to_the_end() {
        while (!over_ && told_.wrong.empty() && !ways_.given_up()) {
            try {
                ++told_.connections;
                visit();
            } catch (const Json::exception& error) {
                complain(std::string("a message is not as it should be: ") + error.what());
            } catch (const std::exception& error) {  // the connection ended, or there was none
                if (std::chrono::steady_clock::now() - heard_ > 2 * patience)
                    complain(std::string("nothing was heard for long; the last was: ") + error.what());
                ways_.pause();
            }
        }
        return std::move(told_);
    }

private:
    void visit() {
        WireClient client(ways_.port());
        Json follow{{"type", "follow"}, {"battle", battle_}, {"since", last()}, {"id", "follow"}};
        if (!token_.empty()) follow["token"] = token_;
        client.send(follow);
        for (const auto& [id, message] : unanswered_) client.send(message);
        while (!over_ && told_.wrong.empty() && !ways_.given_up()) hear(client, client.next());
    }

    std::int64_t last() const { return told_.events.empty() ? 0 : told_.events.rbegin()->first; }
    void complain(const std::string& what) { told_.wrong.push_back((token_.empty() ? "a spectator of " : "a player of ") + battle_ + ": " + what); }

    void hear(WireClient& client, const Json& message) {
        const auto& type = message["type"].get_ref<const std::string&>();
        if (type == "event") hear_event(client, message);
        else if (type == "request" && !message.contains("pending")) answer(client, message);
        else if (type == "accepted") hear_accepted(message);
        else if (type == "rejected" || type == "error") hear_refusal(message);
        else if (type == "following") hear_following(message);
    }

    void hear_following(const Json& message) {
        heard_ = std::chrono::steady_clock::now();
        const auto generation = message.value("generation", "");
        if (!generation_.empty() && generation != generation_) complain("its history is another one: " + message.dump());
        generation_ = generation;
    }

    void hear_event(WireClient& client, const Json& message) {
        heard_ = std::chrono::steady_clock::now();
        const std::int64_t seq = message["seq"];
        const auto [known, is_new] = told_.events.try_emplace(seq, message);
        if (!is_new && known->second != message) complain("an event has become another: " + known->second.dump() + " and " + message.dump());
        if (is_new && seq > 1 && !told_.events.contains(seq - 1)) complain("an event was left out before " + message.dump());
        over_ = message["event"] == "battle_ended";
        if (!over_ && !token_.empty() && seq % talk_every == 0) ask(client, "say" + std::to_string(seq), {{"type", "say"}, {"text", words(seq)}});
    }

    std::string words(std::int64_t seq) const { return "at " + std::to_string(seq) + " by " + token_.substr(0, 4); }

    void answer(WireClient& client, const Json& request) {
        seat_ = request["seat"];
        if (std::exchange(has_chosen_, true)) ways_.before_next();
        ask(client, "choose" + request["decision"].dump(), {{"type", "choose"}, {"decision", request["decision"]}, {"choice", request["default"]}});
    }

    void ask(WireClient& client, const std::string& id, Json message) {
        message["id"] = id;
        message["battle"] = battle_;
        if (unanswered_.try_emplace(id, message).second) client.send(message);
    }

    void hear_accepted(const Json& message) {
        const auto found = unanswered_.find(message.value("id", ""));
        if (found == unanswered_.end()) return;  // answered twice, since it was asked twice
        const auto& asked = found->second;
        if (asked["type"] == "say") told_.said[asked["text"]] = message["seq"];
        else told_.choices[asked["decision"]] = {message["seq"], seat_, asked["choice"]};
        unanswered_.erase(found);
    }

    // A server may be busy, or have no way to the database, or go down.
    void hear_refusal(const Json& message) {
        if (message["code"] == "server_busy") throw ComeAgain(message.dump());
        complain("it was refused: " + message.dump());
    }

    static constexpr std::int64_t talk_every = 7;
    const Ways& ways_;
    const std::string battle_;
    const std::string token_;
    Told told_{};
    std::map<std::string, Json> unanswered_{};
    std::string seat_{};
    std::string generation_{};
    bool over_ = false;
    bool has_chosen_ = false;
    std::chrono::steady_clock::time_point heard_ = std::chrono::steady_clock::now();
};

}  // namespace

Told play(const Ways& ways, const std::string& battle, const std::string& token) { return Client(ways, battle, token).to_the_end(); }

Told watch(const Ways& ways, const std::string& battle) { return Client(ways, battle, {}).to_the_end(); }

}  // namespace muster::test
