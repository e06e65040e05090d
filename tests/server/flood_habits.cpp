#include "tests/server/flood_habits.hpp"

#include "server/base/limits.hpp"
#include "tests/support/large_setups.hpp"

namespace muster::test {

namespace {

using namespace std::chrono_literals;
namespace limits = server::limits;

int number(Chance& chance, int most) { return std::uniform_int_distribution(0, most)(chance); }

std::string invented_id(Chance& chance) {
    std::string out;
    while (out.size() < 22) out += static_cast<char>('a' + number(chance, 25));
    return out;
}

/// Writes requests and messages of strangers who know this much.
class Writer {
public:
    explicit Writer(Known known) : known_(std::move(known)) {}

    const Battle& battle(Chance& chance) const { return known_.battles[static_cast<std::size_t>(number(chance, static_cast<int>(known_.battles.size()) - 1))]; }
    std::string address(Chance& chance) const { return "198.51.100." + std::to_string(1 + number(chance, static_cast<int>(known_.addresses) - 1)); }

    std::string head(Chance& chance, const std::string& request, const std::string& headers = {}) const {
        return request + " HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: " + address(chance) + "\r\n" + headers + "\r\n";
    }
    std::string get(Chance& chance, const std::string& target, const std::string& headers = {}) const { return head(chance, "GET " + target, headers); }
    std::string post(Chance& chance, const std::string& target, const std::string& body, const std::string& headers = {}) const {
        return head(chance, "POST " + target, headers + "Content-Length: " + std::to_string(body.size()) + "\r\n") + body;
    }
    std::string upgrade(Chance& chance) const {
        return get(chance, "/ws", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    }
    std::string events(Chance& chance, const std::string& more, const std::string& headers = {}) const {
        return get(chance, "/api/v1/battles/" + battle(chance).id + "/events" + more, headers);
    }

private:
    Known known_;
};

/// A client's frame, masked with zeros.
std::string frame(int opcode, const std::string& payload, std::size_t claimed = 0) {
    const auto size = std::max(claimed, payload.size());
    std::string out{static_cast<char>(0x80 | opcode)};
    if (size < 126) {
        out += static_cast<char>(0x80 | size);
    } else {
        out += static_cast<char>(0x80 | 126);
        out += static_cast<char>(size >> 8);
        out += static_cast<char>(size & 0xff);
    }
    return out + std::string(4, '\0') + payload;
}

std::string text(const Json& message) { return frame(1, message.dump()); }

std::string times(int count, const std::function<std::string()>& make) {
    std::string out;
    for (int i = 0; i < count; ++i) out += make();
    return out;
}

/// JSON that is small when it is sent and large when it has been read.
std::string swelling(std::size_t bytes) {
    std::string out = "[";
    while (out.size() + 5 < bytes) out += "{},";
    return out + "{}]";
}

Json odd_setup(Chance& chance) {
    Json setup = siege_setup();
    setup["attacker"]["army"][0]["count"] = 1 + number(chance, 200);
    setup["defender"]["army"][0]["count"] = 1 + number(chance, 60);
    return setup;
}

std::vector<Habit> over_websocket(const std::shared_ptr<Writer>& writer) {
    const auto follow = [writer](Chance& chance) { return text({{"type", "follow"}, {"id", "f"}, {"battle", writer->battle(chance).id}}); };
    const auto unknown = [](const char* type) {
        return [type](Chance& chance) { return times(20, [&] { return text({{"type", type}, {"id", "u"}, {"battle", invented_id(chance)}}); }); };
    };
    const auto always = [](const std::string& bytes) { return [bytes](Chance&) { return bytes; }; };
    const auto pings = times(100, [] { return frame(9, std::string(125, 'p')); });
    const auto messages = times(100, [] { return text({{"type", "ping"}, {"id", std::string(64, 'p')}}); });
    const auto lists = times(5, [] { return text({{"type", "list"}, {"id", "l"}}); });
    const auto say = [writer](const std::string& battle, const std::string& id) {
        return text({{"type", "say"}, {"id", id}, {"battle", battle}, {"text", std::string(500, 's')}});
    };
    const auto talk = [=](Chance& chance) { return follow(chance) + times(5, [&] { return say(writer->battle(chance).id, "s"); }); };
    const auto talk_of_seats = [=](Chance& chance) {
        const auto& battle = writer->battle(chance);
        return text(battle.follow(battle.attacker)) + say(battle.id, std::to_string(chance()));
    };
    const auto whims_of_seats = [writer](Chance& chance) {
        const auto& battle = writer->battle(chance);
        const auto whim = [&](Json message) {
            message["id"] = std::to_string(chance());  // none repeats another
            message["battle"] = battle.id;
            return text(message);
        };
        const Json nudge{{"kind", "webhook"}, {"format", "discord"}, {"url", "https://127.0.0.1/" + invented_id(chance)}};
        const Json orders = Json::array({{{"for", "*"}, {"if", {{"mine", {{"at_least", 1 + number(chance, 9)}}}}}, {"play", "default"}}});
        return text(battle.follow(battle.attacker)) + whim({{"type", "hand_over"}, {"token", battle.attacker}}) +
               whim({{"type", "subscribe"}, {"nudge", nudge}}) + whim({{"type", "order"}, {"orders", orders}}) + whim({{"type", "offer_draw"}});
    };
    const auto large_choice = [writer, choice = swelling(60'000)](Chance& chance) {
        return frame(1, R"({"type":"choose","id":"c","battle":")" + writer->battle(chance).id + R"(","decision":1,"choice":)" + choice + "}");
    };
    const auto nonsense = [](Chance& chance) { return frame(1, std::string(static_cast<std::size_t>(number(chance, 200)), '{')); };
    std::vector<Habit> out{
        {.name = "follows of unknown ids", .go_on = unknown("follow"), .stays = 4s},
        {.name = "unfollows of unknown ids", .go_on = unknown("unfollow"), .stays = 4s},
        {.name = "follows that nobody reads", .go_on = [=](Chance& chance) { return times(10, [&] { return follow(chance); }); }, .reads = false, .stays = 15s},
        {.name = "follows that leave", .go_on = follow, .stays = 300ms, .aborts = true},
        {.name = "pings of WebSocket that nobody reads", .go_on = always(pings), .reads = false, .stays = 15s},
        {.name = "pings that nobody reads", .go_on = always(messages), .reads = false, .stays = 15s},
        {.name = "more pings than anybody may send", .go_on = always(messages), .stays = 15s},
        {.name = "talk", .go_on = talk, .stays = 8s},
        {.name = "talk of seats", .go_on = talk_of_seats, .stays = 8s},
        {.name = "seats that change their mind", .go_on = whims_of_seats, .stays = 8s},
        {.name = "lists", .go_on = always(lists), .reads = false, .stays = 5s},
        {.name = "large choices", .go_on = large_choice, .stays = 5s},
        {.name = "half messages", .go_on = always(frame(1, std::string(60'000, ' '), 65'000)), .stays = 60s, .once = true},
        {.name = "nonsense", .go_on = nonsense, .stays = 3s},
        {.name = "silent ones with a WebSocket", .stays = 60s},
    };
    for (auto& each : out) {
        each.begin = [writer](Chance& chance) { return writer->upgrade(chance); };
        each.upgrades = true;
    }
    return out;
}

std::vector<Habit> over_http(const std::shared_ptr<Writer>& writer) {
    const auto stream = [writer](Chance& chance) { return writer->events(chance, "", "Accept: text/event-stream\r\n"); };
    const auto unknown_stream = [writer](Chance& chance) {
        return writer->get(chance, "/api/v1/battles/" + invented_id(chance) + "/events", "Accept: text/event-stream\r\n");
    };
    const auto poll = [writer](Chance& chance) { return writer->events(chance, "?wait=60&since=2"); };
    const auto events = [writer](Chance& chance) { return times(5, [&] { return writer->events(chance, "?limit=1000"); }); };
    const auto of_battle = [writer](const std::string& what) {
        return [writer, what](Chance& chance) { return writer->get(chance, "/api/v1/battles/" + writer->battle(chance).id + what); };
    };
    const auto document = [writer](Chance& chance) { return writer->get(chance, number(chance, 1) == 0 ? "/api/v1/openapi.json" : "/api/v1/rulesets"); };
    const auto search = [writer](Chance& chance) { return times(3, [&] { return writer->get(chance, "/api/v1/battles?q=s&limit=100"); }); };
    const auto large_body = [writer, body = swelling(limits::message_bytes_max)](Chance& chance) { return writer->post(chance, "/api/v1/odds", body); };
    const auto new_battle = [writer](Chance& chance) {
        return writer->post(chance, "/api/v1/battles", Json{{"ruleset", "advanced-combat"}, {"setup", odd_setup(chance)}}.dump());
    };
    return {
        {.name = "streams that are reset", .begin = stream, .reads = false, .stays = 400ms, .aborts = true},
        {.name = "streams that leave at once", .begin = stream, .stays = 1ms, .aborts = true},
        {.name = "streams that nobody reads", .begin = stream, .reads = false, .stays = 20s},
        {.name = "streams of unknown battles", .begin = unknown_stream, .stays = 1s},
        {.name = "long polls that leave", .begin = poll, .stays = 5s, .aborts = true},
        {.name = "events that nobody reads", .go_on = events, .reads = false, .stays = 15s},
        {.name = "records that nobody reads", .begin = of_battle("/record"), .reads = false, .stays = 15s},
        {.name = "transcripts that nobody reads", .begin = of_battle("/record?format=text"), .reads = false, .stays = 15s},
        {.name = "documents that nobody reads", .begin = document, .reads = false, .stays = 20s},
        {.name = "searches", .go_on = search, .stays = 4s},
        {.name = "summaries", .go_on = of_battle(""), .stays = 4s},
        {.name = "new battles", .go_on = new_battle, .stays = 3s},
        {.name = "large bodies", .go_on = large_body, .stays = 3s},
    };
}

std::vector<Habit> of_odds(const std::shared_ptr<Writer>& writer) {
    const auto ask = [writer](Chance& chance, Json question) { return writer->post(chance, "/api/v1/odds", question.dump()); };
    const auto of_setup = [=](Chance& chance) { return ask(chance, {{"ruleset", "advanced-combat"}, {"setup", odd_setup(chance)}}); };
    const auto of_largest = [=, largest = large_setups()](Chance& chance) {
        const auto& each = largest[static_cast<std::size_t>(number(chance, static_cast<int>(largest.size()) - 1))];
        return ask(chance, {{"ruleset", each.ruleset}, {"setup", each.setup}, {"policy", number(chance, 1) == 0 ? "best" : "listed"}});
    };
    const auto of_moment = [=](Chance& chance) { return ask(chance, {{"battle", writer->battle(chance).id}, {"seq", 1 + number(chance, 5)}}); };
    return {
        {.name = "odds of setups", .go_on = of_setup, .stays = 6s},
        {.name = "odds of the largest setups", .go_on = of_largest, .stays = 8s},
        {.name = "odds that nobody waits for", .begin = of_moment, .stays = 500ms, .aborts = true},
    };
}

std::vector<Habit> halves(const std::shared_ptr<Writer>& writer) {
    const auto record = std::make_shared<const std::string>(swelling(limits::record_bytes_max - 1'000));
    const auto upload = [=](std::size_t part) {
        return [=](Chance& chance) {
            return writer->head(chance, "POST /api/v1/verify", "Content-Length: " + std::to_string(record->size()) + "\r\n") +
                   record->substr(0, record->size() / part);
        };
    };
    const auto chunks = [=](Chance& chance) {
        constexpr std::size_t chunk = 0x10000;
        auto out = writer->head(chance, "POST /api/v1/verify", "Transfer-Encoding: chunked\r\n");
        for (std::size_t at = 0; at + chunk < record->size(); at += chunk) out.append("10000\r\n").append(*record, at, chunk).append("\r\n");
        return out;
    };
    const auto half_head = [writer](Chance& chance) {
        return writer->get(chance, "/", "X-Long: " + std::string(limits::http_header_bytes_max, 'x')).substr(0, limits::http_header_bytes_max - 1'000);
    };
    const auto half_body = [writer](Chance& chance) {
        return writer->head(chance, "POST /api/v1/odds", "Content-Length: " + std::to_string(limits::message_bytes_max) + "\r\n") + std::string(40'000, ' ');
    };
    return {
        {.name = "half heads", .begin = half_head, .stays = 60s},
        {.name = "half bodies", .begin = half_body, .stays = 60s},
        {.name = "records to verify", .begin = upload(1), .stays = 20s},
        {.name = "half records to verify", .begin = upload(2), .stays = 20s},
        {.name = "records in chunks without an end", .begin = chunks, .stays = 20s},
        {.name = "silent ones", .stays = 60s},
    };
}

}  // namespace

std::vector<Habit> all_floods(const Known& known) {
    const auto writer = std::make_shared<Writer>(known);
    auto out = over_websocket(writer);
    for (auto& more : {over_http(writer), of_odds(writer), halves(writer)}) out.insert(out.end(), more.begin(), more.end());
    return out;
}

}  // namespace muster::test
