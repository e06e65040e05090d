#include "tests/server/flood_habits.hpp"

#include "server/base/limits.hpp"

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
    const auto upgrade = [writer](Chance& chance) { return writer->upgrade(chance); };
    const auto follow = [writer](Chance& chance) { return text({{"type", "follow"}, {"id", "f"}, {"battle", writer->battle(chance).id}}); };
    const auto upgrade_and_follow = [=](Chance& chance) { return upgrade(chance) + follow(chance); };
    return {
        {"follows of unknown ids", upgrade,
         [](Chance& chance) { return times(20, [&] { return text({{"type", "follow"}, {"id", "u"}, {"battle", invented_id(chance)}}); }); }, true, 4s},
        {"unfollows of unknown ids", upgrade,
         [](Chance& chance) { return times(20, [&] { return text({{"type", "unfollow"}, {"id", "u"}, {"battle", invented_id(chance)}}); }); }, true, 4s},
        {"follows that nobody reads", upgrade, [=](Chance& chance) { return times(10, [&] { return follow(chance); }); }, false, 15s},
        {"follows that leave", upgrade_and_follow, follow, true, 300ms, true},
        {"pings of WebSocket that nobody reads", upgrade, [](Chance&) { return times(100, [] { return frame(9, std::string(125, 'p')); }); }, false, 15s},
        {"pings that nobody reads", upgrade, [](Chance&) { return times(100, [] { return text({{"type", "ping"}, {"id", std::string(64, 'p')}}); }); }, false,
         15s},
        {"talk", upgrade_and_follow,
         [=](Chance& chance) {
             return follow(chance) +
                    times(5, [&] { return text({{"type", "say"}, {"id", "s"}, {"battle", writer->battle(chance).id}, {"text", std::string(500, 's')}}); });
         },
         true, 8s},
        {"talk of seats", upgrade,
         [writer](Chance& chance) {
             const auto& battle = writer->battle(chance);
             return text(battle.follow(battle.attacker)) +
                    text({{"type", "say"}, {"id", std::to_string(chance())}, {"battle", battle.id}, {"text", std::string(500, 's')}});
         },
         true, 8s},
        {"lists", upgrade, [](Chance&) { return times(5, [] { return text({{"type", "list"}, {"id", "l"}}); }); }, false, 5s},
        {"large choices", upgrade,
         [writer](Chance& chance) {
             const auto begin = R"({"type":"choose","id":"c","battle":")" + writer->battle(chance).id + R"(","decision":1,"choice":)";
             return frame(1, begin + swelling(60'000) + "}");
         },
         true, 5s},
        {"half messages", [=](Chance& chance) { return upgrade(chance) + frame(1, std::string(30'000, ' '), 65'000); }, {}, true, 60s},
        {"nonsense", upgrade, [](Chance& chance) { return frame(1, std::string(static_cast<std::size_t>(number(chance, 200)), '{')); }, true, 3s},
    };
}

std::vector<Habit> over_http(const std::shared_ptr<Writer>& writer) {
    const std::string stream = "Accept: text/event-stream\r\n";
    return {
        {"streams that are reset", [=](Chance& chance) { return writer->events(chance, "", stream); }, {}, false, 400ms, true},
        {"streams that leave at once", [=](Chance& chance) { return writer->events(chance, "", stream); }, {}, true, 20ms, true},
        {"streams that nobody reads", [=](Chance& chance) { return writer->events(chance, "", stream); }, {}, false, 20s},
        {"streams of unknown battles",
         [=](Chance& chance) { return writer->get(chance, "/api/v1/battles/" + invented_id(chance) + "/events", stream); },
         {},
         true,
         1s},
        {"long polls", [=](Chance& chance) { return writer->events(chance, "?wait=60&since=2"); }, {}, true, 5s, true},
        {"events that nobody reads", {}, [=](Chance& chance) { return times(5, [&] { return writer->events(chance, "?limit=1000"); }); }, false, 15s},
        {"records that nobody reads",
         [=](Chance& chance) { return writer->get(chance, "/api/v1/battles/" + writer->battle(chance).id + "/record"); },
         {},
         false,
         15s},
        {"transcripts that nobody reads",
         [=](Chance& chance) { return writer->get(chance, "/api/v1/battles/" + writer->battle(chance).id + "/record?format=text"); },
         {},
         false,
         15s},
        {"documents that nobody reads",
         [=](Chance& chance) { return writer->get(chance, number(chance, 1) == 0 ? "/api/v1/openapi.json" : "/api/v1/rulesets"); },
         {},
         false,
         20s},
        {"searches", {}, [=](Chance& chance) { return times(3, [&] { return writer->get(chance, "/api/v1/battles?q=s&limit=100"); }); }, true, 4s},
        {"summaries",
         {},
         [=](Chance& chance) { return times(3, [&] { return writer->get(chance, "/api/v1/battles/" + writer->battle(chance).id); }); },
         true,
         4s},
        {"odds of setups",
         {},
         [=](Chance& chance) { return writer->post(chance, "/api/v1/odds", Json{{"ruleset", "advanced-combat"}, {"setup", odd_setup(chance)}}.dump()); },
         true,
         6s},
        {"odds of battles that leave",
         [=](Chance& chance) {
             return writer->post(chance, "/api/v1/odds", Json{{"battle", writer->battle(chance).id}, {"seq", 1 + number(chance, 5)}}.dump());
         },
         {},
         true,
         500ms,
         true},
        {"new battles",
         {},
         [=](Chance& chance) { return writer->post(chance, "/api/v1/battles", Json{{"ruleset", "advanced-combat"}, {"setup", odd_setup(chance)}}.dump()); },
         true,
         3s},
        {"large bodies", {}, [=](Chance& chance) { return writer->post(chance, "/api/v1/odds", swelling(limits::message_bytes_max)); }, true, 3s},
    };
}

std::vector<Habit> halves(const std::shared_ptr<Writer>& writer) {
    const auto upload = [=](Chance& chance, std::size_t sent) {
        const auto whole = writer->post(chance, "/api/v1/verify", swelling(limits::record_bytes_max - 1'000));
        return whole.substr(0, sent);
    };
    return {
        {"half heads",
         [=](Chance& chance) { return writer->get(chance, "/", "X-Long: " + std::string(limits::http_header_bytes_max - 500, 'x')).substr(0, 15'500); },
         {},
         true,
         60s},
        {"half bodies",
         [=](Chance& chance) { return writer->post(chance, "/api/v1/odds", std::string(limits::message_bytes_max, ' ')).substr(0, 40'000); },
         {},
         true,
         60s},
        {"records to verify", [=](Chance& chance) { return upload(chance, std::string::npos); }, {}, true, 20s},
        {"half records to verify", [=](Chance& chance) { return upload(chance, limits::record_bytes_max / 2); }, {}, true, 20s},
        {"silent ones", {}, {}, true, 60s},
    };
}

}  // namespace

std::vector<Habit> all_floods(const Known& known) {
    const auto writer = std::make_shared<Writer>(known);
    auto out = over_websocket(writer);
    for (auto& each : over_http(writer)) out.push_back(std::move(each));
    for (auto& each : halves(writer)) out.push_back(std::move(each));
    return out;
}

}  // namespace muster::test
