// The same battle over every path at once: WebSocket, server-sent events, long poll. What each viewer gets must be equal to the
// byte, whoever plays over which of them.
#include <doctest/doctest.h>

#include <future>
#include <set>

#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

enum class Path { websocket, stream, poll };
constexpr Path paths[] = {Path::websocket, Path::stream, Path::poll};

struct Heard {
    std::vector<std::string> events{};   ///< as texts
    std::set<std::string> requests{};    ///< those without one's own choice
    std::vector<std::string> refused{};  ///< what was posted and not accepted
    bool begun = false;
};

struct Follower {
    unsigned short port = 0;
    std::string battle{};
    std::string token{};
    bool plays = false;
    std::shared_ptr<std::promise<void>> follows = std::make_shared<std::promise<void>>();  ///< kept when the first message has come

    std::string target(const std::string& what) const { return "/api/v1/battles/" + battle + "/" + what; }
    std::string headers() const { return token.empty() ? "" : bearer(token); }

    /// Whether the battle goes on.
    bool take(Heard& heard, const std::string& text) const {
        const Json message = Json::parse(text);
        if (!std::exchange(heard.begun, true)) follows->set_value();
        if (message["type"] == "event") heard.events.push_back(text);
        if (message["type"] == "request" && !message.contains("pending") && heard.requests.insert(text).second && plays) {
            const Json choice{{"id", "c" + message["decision"].dump()}, {"decision", message["decision"]}, {"choice", "default"}};
            const auto reply = http_post(port, target("choices"), choice.dump(), headers());
            if (reply.status != 200) heard.refused.push_back(reply.body);
        }
        return !(message["type"] == "event" && message["event"] == "battle_ended");
    }

    Heard over_websocket() const {
        Heard heard;
        WireClient client(port);
        Json follow{{"type", "follow"}, {"battle", battle}};
        if (!token.empty()) follow["token"] = token;
        client.send(follow);
        while (true) {
            const auto text = client.next_text();
            if (!text || !take(heard, *text)) return heard;
        }
    }

    Heard over_stream() const {
        Heard heard;
        EventSource source(port, target("events"), headers());
        while (true) {
            const auto message = source.next();
            if (!message || !take(heard, message->data)) return heard;
        }
    }

    /// The texts of one kind in an answer of the events call.
    static std::vector<std::string> texts(const std::string& body, const std::string& type, const std::string& end) {
        std::vector<std::string> out;
        const std::string begin = "{\"type\":\"" + type + "\",\"battle\":\"";
        auto at = body.find(begin);
        while (at != std::string::npos) {
            const auto next = body.find(begin, at + 1);
            out.push_back(next == std::string::npos ? body.substr(at, body.find(end, at) - at) : body.substr(at, next - 1 - at));
            at = next;
        }
        return out;
    }

    Heard over_poll() const {
        Heard heard;
        std::int64_t since = 0;
        while (true) {
            const auto reply = http_get(port, target("events?wait=60&since=" + std::to_string(since)), headers());
            if (reply.status != 200) throw std::runtime_error("polling was refused: " + reply.body);
            bool goes_on = true;
            for (const auto& text : texts(reply.body, "event", "],\"requests\":")) goes_on = take(heard, text) && goes_on;
            for (const auto& text : texts(reply.body, "request", "]}\n")) take(heard, text);
            if (!goes_on) return heard;
            since = reply.json()["head"];
        }
    }

    /// All events of a battle that is over, as the events call lists them.
    std::vector<std::string> listed() const {
        std::vector<std::string> out;
        while (true) {
            const auto list = http_get(port, target("events?since=" + std::to_string(out.size())), headers());
            const auto more = texts(list.body, "event", "],\"requests\":");
            if (more.empty()) return out;
            out.insert(out.end(), more.begin(), more.end());
        }
    }

    Heard listen(Path path) const {
        if (path == Path::websocket) return over_websocket();
        return path == Path::stream ? over_stream() : over_poll();
    }
};

Battle create(WireClient& client, const std::string& ruleset, const Json& setup) {
    const Json created = client.ask({{"type", "create"}, {"ruleset", ruleset}, {"setup", setup}});
    REQUIRE_MESSAGE(created["type"] == "created", created.dump());
    return battle_of(created);
}

/// Plays a battle, the attacker over one path and the defender over another, while every viewer follows over all paths. Who plays
/// comes last: who comes late does not hear what was asked before. Gives how many decisions were asked for: none at all where the
/// dice leave nobody a choice, as one fleet in twelve has it. `anybody`: where anybody may choose the attacker does, and whoever comes late is not asked any
/// more.
std::size_t play(const ServerProcess& server, const Battle& battle, Path attacker, Path defender, bool anybody = false) {
    const std::string tokens[] = {"", battle.attacker, battle.defender};
    std::array<std::future<Heard>, 9> listening;
    for (const bool now_playing : {false, true}) {
        for (std::size_t i = 0; i < listening.size(); ++i) {
            const auto& token = tokens[i / 3];
            const auto path = paths[i % 3];
            const bool plays = (token == battle.attacker && path == attacker) || (token == battle.defender && path == defender && !anybody);
            if (plays != now_playing) continue;
            const Follower follower{server.port(), battle.id, token, plays};
            auto follows = follower.follows->get_future();
            listening[i] = std::async(std::launch::async, [follower, path] { return follower.listen(path); });
            REQUIRE(follows.wait_for(patience) == std::future_status::ready);
        }
    }
    std::vector<Heard> heard;
    heard.reserve(listening.size());
    for (auto& each : listening) heard.push_back(each.get());
    for (std::size_t viewer = 0; viewer < std::size(tokens); ++viewer) {
        const auto& websocket = heard[viewer * 3];
        const auto& stream = heard[viewer * 3 + 1];
        const auto& poll = heard[viewer * 3 + 2];
        CHECK(websocket.events.size() > 3);
        CHECK(stream.events == websocket.events);
        CHECK(poll.events == websocket.events);
        if (!anybody) {
            CHECK(stream.requests == websocket.requests);
            for (const auto& request : poll.requests) CHECK(websocket.requests.contains(request));
        }
        CHECK(Follower{server.port(), battle.id, tokens[viewer]}.listed() == websocket.events);
    }
    CHECK(heard[0].requests.empty());
    for (const auto& each : heard) CHECK(each.refused.empty());
    verified_record(server.port(), battle.id);
    return heard[3].requests.size() + heard[6].requests.size();
}

}  // namespace

TEST_CASE("every viewer gets the same bytes over every path, while the seats play over different ones, in every ruleset") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient client(server.port());
    const Json catalog = http_get(server.port(), "/api/v1/rulesets").json();
    std::size_t at = 0;
    for (const auto& ruleset : catalog["rulesets"]) {
        CAPTURE(ruleset["id"]);
        Json setup = ruleset["id"] == "advanced-combat" ? small_setup() : ruleset["example"];
        if (ruleset.contains("contest")) setup["throws"] = 30;  // as many as are made here
        const auto battle = create(client, ruleset["id"], setup);
        const auto asked = play(server, battle, paths[at % 3], paths[(at + 1) % 3], ruleset.contains("contest"));
        if (ruleset["id"] == "advanced-combat" || ruleset["id"] == "armies") CHECK(asked > 0);  // these ask before any die falls
        ++at;
    }
    CHECK(at == 7);
}

TEST_CASE("a battle over one path alone, each of them, ends as it does over the others") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient client(server.port());
    // No dice: the same choices make the same battle.
    const Json setup = Json::parse(R"({"attacker":{"population":5,"armies":3},"defender":{"population":5,"armies":3},"population_limit":2})");
    std::vector<Json> outcomes;
    for (const auto path : paths) {
        const auto battle = create(client, "armies", setup);
        CHECK(play(server, battle, path, path) > 0);
        Json record = verified_record(server.port(), battle.id);
        for (auto& event : record["events"]) event.erase("at");
        record["events"].erase(0);                                                         // names the commitment
        record["events"].erase(record["events"].size() - 1);                               // and its secret
        std::erase_if(record["events"].get_ref<Json::array_t&>(), [](const Json& event) {  // who is first is chance
            const std::string name = event["event"];
            return name == "decision_sealed" || name == "seat_taken";
        });
        for (auto& event : record["events"]) event.erase("seq");
        outcomes.push_back(Json{record["events"], record["outcome"]});
    }
    CHECK(outcomes[0] == outcomes[1]);
    CHECK(outcomes[0] == outcomes[2]);
}
