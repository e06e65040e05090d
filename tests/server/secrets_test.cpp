// What is sealed stays sealed, on every path: battles that differ only in a sealed choice give everybody else the same bytes until
// the reveal. The ruleset `armies` rolls no dice, so two of its battles with the same choices are equal but for their names.
#include <doctest/doctest.h>

#include <regex>

#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// What all may differ in between two battles: its name, its secret and what is derived from it, the time.
std::string without_names(std::string text, const Battle& battle) {
    for (auto at = text.find(battle.id); at != std::string::npos; at = text.find(battle.id)) text.replace(at, battle.id.size(), "BATTLE");
    text = std::regex_replace(text, std::regex(R"re(\d{4}-\d\d-\d\dT[0-9:.]+Z)re"), "TIME");
    text = std::regex_replace(text, std::regex(R"re([0-9a-f]{16,130})re"), "HASH");
    return std::regex_replace(text, std::regex(R"re("milliseconds":[0-9.]+)re"), "MILLISECONDS");
}

/// All that one observer is told of one battle, path by path.
class Observer {
public:
    Observer(const ServerProcess& server, const Battle& battle, const std::string& token)
        : port_(server.port()), battle_(battle), token_(token), websocket_(port_) {
        websocket_.send(battle.follow(token));
        following_ = websocket_.next_text().value();  // one path after the other, so that heads are equal
        stream_ = std::make_unique<EventSource>(port_, target("/events"), headers());
    }

    /// Everything up to the event of this name, and then what every call answers.
    std::vector<std::string> all_until(const std::string& event) {
        std::vector<std::string> out;
        const auto keep = [&](const std::string& path, const std::string& text) { out.push_back(path + ": " + without_names(text, battle_)); };
        const auto ends = [&](const std::string& text) { return text.find("\"event\":\"" + event + "\"") != std::string::npos; };
        keep("websocket", following_);
        for (std::string text; !ends(text);) {
            text = websocket_.next_text().value();
            if (!text.contains("\"type\":\"presence\"")) keep("websocket", text);
        }
        for (std::string text; !ends(text);) {
            const auto message = stream_->next().value();
            text = message.data;
            if (message.event != "presence") keep("stream", message.id + " " + message.event + " " + text);
        }
        for (const auto* path : {"/events?since=0", "/events?since=3&wait=60", "", "/record"}) keep_reply(keep, path, http_get(port_, target(path), headers()));
        keep_reply(keep, "list", http_get(port_, "/api/v1/battles"));
        keep_reply(keep, "odds", http_post(port_, "/api/v1/odds", Json{{"battle", battle_.id}}.dump(), headers()));
        keep_reply(keep, "refused", http_post(port_, target("/choices"), R"({"decision":1,"choice":{"token":"none"}})", headers()));
        keep_reply(keep, "retract", http_post(port_, target("/messages"), R"({"type":"retract","decision":1})", headers()));
        return out;
    }

private:
    std::string target(const std::string& what) const { return "/api/v1/battles/" + battle_.id + what; }
    std::string headers() const { return token_.empty() ? "" : bearer(token_); }

    static void keep_reply(const auto& keep, const std::string& path, const HttpReply& reply) {
        std::string head = std::to_string(reply.status);
        for (const auto& [name, value] : reply.headers)
            if (name != "content-length") head += " " + name + "=" + value;
        keep(path, head + "\n" + reply.body);
    }

    unsigned short port_;
    Battle battle_;
    std::string token_;
    WireClient websocket_;
    std::string following_{};
    std::unique_ptr<EventSource> stream_{};
};

/// What a spectator and the other seat get while the attacker has sealed this, and after the reveal.
struct Seen {
    std::vector<std::string> before{};
    std::vector<std::string> after{};
};

Seen seen_with(const std::string& token) {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const Json setup = Json::parse(R"({"attacker":{"population":3,"armies":3},"defender":{"population":3,"armies":3},"population_limit":2})");
    const Json created = ada.ask({{"type", "create"}, {"ruleset", "armies"}, {"setup", setup}});
    const Battle battle = battle_of(created);
    const auto post = [&](const std::string& what, const Json& body, const std::string& seat) {
        const auto reply = http_post(server.port(), "/api/v1/battles/" + battle.id + what, body.dump(), bearer(seat));
        REQUIRE_MESSAGE(reply.status == 200, reply.body);
    };
    ada.ask(battle.follow(battle.attacker));
    Observer spectator(server, battle, "");
    Observer defender(server, battle, battle.defender);
    const Json request = ada.next("request");
    REQUIRE(request["sealed"] == true);
    const Json choice{{"decision", request["decision"]}, {"choice", {{"token", token}}}};
    post("/choices", choice, battle.attacker);
    post("/messages", {{"type", "retract"}, {"decision", request["decision"]}}, battle.attacker);
    post("/choices", choice, battle.attacker);
    post("/messages", {{"type", "say"}, {"text", "your turn"}}, battle.attacker);
    Seen seen;
    for (auto* observer : {&spectator, &defender})
        for (auto& text : observer->all_until("said")) seen.before.push_back(std::move(text));
    const Json asked = http_get(server.port(), "/api/v1/battles/" + battle.id + "/events", bearer(battle.defender)).json()["requests"][0];
    post("/choices", {{"decision", asked["decision"]}, {"choice", {{"token", "army"}}}}, battle.defender);
    for (auto* observer : {&spectator, &defender})
        for (auto& text : observer->all_until("chosen")) seen.after.push_back(std::move(text));
    return seen;
}

}  // namespace

TEST_CASE("battles that differ only in a sealed choice give every observer the same bytes on every path until the reveal") {
    const auto army = seen_with("army");
    const auto population = seen_with("population");
    REQUIRE(army.before.size() == population.before.size());
    CHECK(army.before.size() > 30);
    for (std::size_t i = 0; i < army.before.size(); ++i) CHECK(army.before[i] == population.before[i]);
    CHECK(army.after != population.after);
}
