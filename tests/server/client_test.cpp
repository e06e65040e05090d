// What one address may do, over all its connections; and who speaks through a proxy.
#include <doctest/doctest.h>

#include "tests/support/table.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

// A server that limits this machine's address too, or those behind it when it is a proxy.
struct Strict {
    explicit Strict(std::vector<std::string> options) : server(folder.path(), with(std::move(options))) {}

    static std::vector<std::string> with(std::vector<std::string> options) {
        options.insert(options.end(), {"--unlimited-addresses", "192.0.2.1"});
        return options;
    }

    TempFolder folder{};
    ServerProcess server;
};

std::string from(const char* address) { return "X-Forwarded-For: " + std::string(address) + "\r\n"; }

/// The metrics count so many connections that were refused, and those that are until they are asked for in peace.
void counts_refused(const Strict& strict, int refusals) {
    std::string page;
    wait_until([&] {
        const auto metrics = http_get(strict.server.port(), "/metrics");
        refusals += metrics.status == 429 ? 1 : 0;
        page = metrics.body;
        return metrics.status == 200;
    });
    CHECK(page.contains("\nmuster_connections_refused_total " + std::to_string(refusals) + "\n"));
}

Json try_create(WireClient& client) { return client.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}}); }

}  // namespace

TEST_CASE("an address makes a bounded number of battles, over whatever connections; others are not touched") {
    const Strict strict({"--battles-per-address-per-h", "10", "--trusted-proxies", "127.0.0.1"});  // a burst of two
    WireClient first(strict.server.port(), from("198.51.100.7")), second(strict.server.port(), from("6.6.6.6, 198.51.100.7"));
    WireClient other(strict.server.port(), from("198.51.100.8")), network(strict.server.port(), from("2001:db8::1")),
        neighbour(strict.server.port(), from("2001:db8::2"));
    CHECK(try_create(first)["type"] == "created");
    CHECK(try_create(second)["type"] == "created");
    for (auto* client : {&first, &second}) CHECK(try_create(*client)["code"] == "rate_limited");
    CHECK(try_create(other)["type"] == "created");
    CHECK(try_create(network)["type"] == "created");
    CHECK(try_create(network)["type"] == "created");
    CHECK(try_create(neighbour)["code"] == "rate_limited");
}

TEST_CASE("an X-Forwarded-For of somebody who is no trusted proxy counts for nothing") {
    const Strict strict({"--battles-per-address-per-h", "10"});
    for (int i = 0; i < 4; ++i) {
        WireClient client(strict.server.port(), from(("198.51.100." + std::to_string(i)).c_str()));
        CHECK(try_create(client)["type"] == (i < 2 ? "created" : "rejected"));
    }
    // On this machine it is most likely a proxy that the operator forgot: the log says so, once.
    const auto log = strict.server.log();
    const auto told = log.find("a proxy on this machine is not in trusted-proxies");
    CHECK(told != std::string::npos);
    CHECK(log.find("trusted-proxies", told + 40) == std::string::npos);
}

TEST_CASE("an address has a bounded number of connections, and a closed one makes room") {
    const Strict strict({"--connections-per-address", "3", "--connects-per-address-per-s", "0"});
    WireClient first(strict.server.port()), second(strict.server.port());
    auto third = std::make_unique<WireClient>(strict.server.port());
    const auto refused = http_get(strict.server.port(), "/healthz");
    CHECK(refused.status == 429);
    CHECK(refused.json()["code"] == "rate_limited");
    third.reset();
    int refusals = 1;
    counts_refused(strict, refusals);
    CHECK(first.ask({{"type", "ping"}})["type"] == "pong");
}

TEST_CASE("behind a proxy each WebSocket counts for the address that speaks through it") {
    const Strict strict({"--connections-per-address", "1", "--trusted-proxies", "127.0.0.1"});
    WireClient ada(strict.server.port(), from("198.51.100.7")), bob(strict.server.port(), from("198.51.100.8"));
    CHECK_THROWS(WireClient(strict.server.port(), from("198.51.100.7")));
    CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
}

TEST_CASE("who opens connections too fast is told so, and the operator once a minute") {
    const Strict strict({"--connects-per-address-per-s", "0.01", "--log-addresses", "true", "--metrics", "local"});  // one, and the next after 100 s
    const auto begun = std::chrono::steady_clock::now();
    WireClient ada(strict.server.port());
    for (int i = 0; i < 50; ++i) {
        const auto refused = http_get(strict.server.port(), "/healthz");
        CHECK(refused.status == 429);
        CHECK(refused.headers.at("retry-after") == "1");
        CHECK(refused.json()["code"] == "rate_limited");
    }
    CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
    const auto log = strict.server.log();
    const std::string line = "an address opens connections too fast; what is too much is refused address=127.0.0.1";
    long lines = 0;
    for (auto at = log.find(line); at != std::string::npos; at = log.find(line, at + 1)) ++lines;
    CHECK(lines >= 1);
    CHECK(lines <= 1 + std::chrono::duration_cast<std::chrono::minutes>(std::chrono::steady_clock::now() - begun).count());
}

TEST_CASE("connections that come too fast are counted") {
    const Strict strict({"--connects-per-address-per-s", "2", "--metrics", "local"});
    int refusals = 0;
    while (refusals == 0) refusals += http_get(strict.server.port(), "/healthz").status == 429 ? 1 : 0;
    counts_refused(strict, refusals);
}

TEST_CASE("of those who open connections too fast only some are told, and the others closed at once") {
    const Strict strict({"--connects-per-address-per-s", "0.01"});
    WireClient ada(strict.server.port());
    std::vector<std::unique_ptr<Wire>> told, silent;  // what they would send does not come: those who are told stay for a while
    for (int i = 0; i < 8; ++i) {
        auto& wire = *told.emplace_back(std::make_unique<Wire>(strict.server.port()));
        std::string answer;
        while (!answer.contains("rate_limited")) REQUIRE(wire.read_some(answer, std::chrono::steady_clock::now() + patience));
    }
    CHECK(Wire(strict.server.port()).read_all().empty());
    CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
    CHECK(!strict.server.log().contains("127.0.0.1 "));
}

TEST_CASE("a program on the server's own machine may open a connection for each request") {
    const Strict strict({});
    for (int i = 0; i < 300; ++i) CHECK(http_get(strict.server.port(), "/healthz").status == 200);
}

TEST_CASE("searches of an address are refused as rate_limited beyond its rate, over whatever path; others are not touched") {
    const Strict strict({"--searches-per-address-per-s", "0.05", "--trusted-proxies", "127.0.0.1"});  // one, and the next after 20 s
    WireClient first(strict.server.port(), from("198.51.100.7")), second(strict.server.port(), from("198.51.100.7")),
        other(strict.server.port(), from("198.51.100.8"));
    CHECK(first.ask({{"type", "list"}})["type"] == "battles");
    CHECK(second.ask({{"type", "list"}})["code"] == "rate_limited");
    CHECK(http_get(strict.server.port(), "/api/v1/battles", from("198.51.100.7")).status == 429);
    CHECK(http_get(strict.server.port(), "/api/v1/battles/AAAAAAAAAAAAAAAAAAAAAA", from("198.51.100.7")).status == 429);
    CHECK(http_get(strict.server.port(), "/api/v1/rulesets", from("198.51.100.7")).status == 200);
    CHECK(other.ask({{"type", "list"}})["type"] == "battles");
}

TEST_CASE("Retry-After says when there will be room: for a new battle later than for a search") {
    const Strict strict({"--battles-per-address-per-h", "60", "--searches-per-address-per-s", "0.5"});
    const auto refused = [&](const std::function<HttpReply()>& ask) {
        auto reply = ask();
        for (int i = 0; i < 100 && reply.status < 400; ++i) reply = ask();
        CHECK(reply.status == 429);
        return std::stoi(reply.headers.at("retry-after"));
    };
    const auto search = refused([&] { return http_get(strict.server.port(), "/api/v1/battles"); });
    CHECK(search >= 1);
    CHECK(search <= 2);
    const auto battle =
        refused([&] { return http_post(strict.server.port(), "/api/v1/battles", Json{{"ruleset", "advanced-combat"}, {"setup", small_setup()}}.dump()); });
    CHECK(battle > 2);
    CHECK(battle <= 60);
}

TEST_CASE("who talks too much through a proxy silences himself, and nobody else on the proxy's connection") {
    const Strict strict({"--trusted-proxies", "127.0.0.1"});
    WireClient ada(strict.server.port(), from("198.51.100.1"));
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    const auto say = [&](const char* address, bool last) {
        const std::string body = R"({"type":"say","text":"hello"})";
        return "POST /api/v1/battles/" + battle.id + "/messages HTTP/1.1\r\nHost: x\r\n" + bearer(battle.attacker) + from(address) +
               "Content-Length: " + std::to_string(body.size()) + (last ? "\r\nConnection: close" : "") + "\r\n\r\n" + body;
    };
    std::string many;
    for (int i = 0; i < 300; ++i) many += say("198.51.100.7", false);
    const auto answers = http_raw(strict.server.port(), many + say("198.51.100.8", true));
    CHECK(answers.contains("you are sending messages too fast"));
    CHECK(answers.substr(answers.rfind("HTTP/1.1 ")).starts_with("HTTP/1.1 200"));
}

TEST_CASE("messages and requests of an address are refused as rate_limited beyond its rate") {
    const Strict strict({"--messages-per-address-per-s", "0.05", "--trusted-proxies", "127.0.0.1"});  // one, and the next after 20 s
    WireClient first(strict.server.port(), from("198.51.100.7")), second(strict.server.port(), from("198.51.100.7"));
    CHECK(first.ask({{"type", "ping"}})["type"] == "pong");
    CHECK(second.ask({{"type", "ping"}})["code"] == "rate_limited");
    const auto over_http = http_get(strict.server.port(), "/api/v1/battles", from("198.51.100.7"));
    CHECK(over_http.status == 429);
    CHECK(over_http.headers.contains("retry-after"));
}

TEST_CASE("questions about odds of an address are refused as rate_limited beyond its rate") {
    const Strict strict({"--odds-per-address-per-s", "0.05", "--trusted-proxies", "127.0.0.1"});
    const auto ask = [&] {
        const Json question{{"ruleset", "advanced-combat"}, {"setup", small_setup()}, {"runs", 10}};
        return http_post(strict.server.port(), "/api/v1/odds", question.dump(), from("198.51.100.9"));
    };
    CHECK(ask().status == 200);
    CHECK(ask().status == 429);
}
