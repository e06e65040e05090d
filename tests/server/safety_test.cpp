// Secrets stay secret, and browsers are told what not to do.
#include <doctest/doctest.h>
#include <signal.h>

#include <fstream>
#include <set>
#include <sstream>

#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string content_of(const std::filesystem::path& folder) {
    std::ostringstream out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) out << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    return out.str();
}

}  // namespace

TEST_CASE("tokens have 190 bits, are never alike, and stand in no file and no line of the log") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--log-level", "debug"});
    std::set<std::string> tokens;
    {
        WireClient ada(server.port()), bob(server.port());
        for (int i = 0; i < 5; ++i) {
            const auto battle = create_battle(ada);
            tokens.insert({battle.attacker, battle.defender});
            take_seats(battle, ada, bob);
            CHECK(http_get(server.port(), "/api/v1/battles/" + battle.id + "/events", "Authorization: Bearer " + battle.attacker + "\r\n").status == 200);
            CHECK(http_get(server.port(), "/api/v1/battles/" + battle.id + "/events?token=" + battle.attacker).status != 200);
            ada.send_text(R"({"type":"follow","battle":")" + battle.id + R"(","token":")" + battle.attacker + R"(","wrong":1})");
        }
        play_out({&ada, &bob});
    }
    CHECK(server.stop(SIGTERM) == 0);
    CHECK(tokens.size() == 10);
    const std::string kept = content_of(folder.path()), log = server.log();
    CHECK(kept.size() > 10'000);
    for (const auto& token : tokens) {
        CHECK(token.size() == 32);
        CHECK(!kept.contains(token));
        CHECK(!log.contains(token));
    }
}

TEST_CASE("a token opens its own seat of its own battle and nothing else") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto mine = create_battle(ada), other = create_battle(ada, small_setup(), {{"visibility", "private"}});
    auto nearly = mine.attacker;
    nearly.back() = nearly.back() == 'A' ? 'B' : 'A';
    for (const auto& token : {nearly, mine.attacker.substr(0, 31), mine.attacker + "A", std::string(32, 'A'), other.attacker})
        CHECK(ada.ask(mine.follow(token))["code"] == "bad_token");
    CHECK(ada.ask(other.follow())["code"] == "unknown_battle");
    CHECK(ada.ask(other.follow(mine.attacker))["code"] == "unknown_battle");  // who has no seat of a private battle learns nothing of it
    CHECK(ada.ask(mine.follow(mine.attacker))["viewer"] == "attacker");
}

TEST_CASE(
    "every answer that a browser may take for a page, good or bad, tells browsers to guess nothing, frame nothing and remember nothing it does not allow") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto check = [](const HttpReply& reply) {
        CHECK(reply.headers.at("x-content-type-options") == "nosniff");
        CHECK(reply.headers.at("referrer-policy") == "no-referrer");
        CHECK(reply.headers.at("x-frame-options") == "DENY");
        CHECK(reply.headers.at("content-security-policy").contains("default-src 'none'"));
        CHECK(reply.headers.at("content-security-policy").contains("frame-ancestors 'none'"));
        CHECK(reply.headers.at("permissions-policy").contains("camera=()"));
        CHECK(reply.headers.at("cross-origin-opener-policy") == "same-origin");
        CHECK(reply.headers.at("cross-origin-resource-policy") == "same-origin");
        CHECK(reply.headers.contains("cache-control"));
        CHECK(!reply.headers.contains("access-control-allow-credentials"));
        CHECK(!reply.headers.contains("set-cookie"));
        CHECK(!reply.headers.contains("strict-transport-security"));
    };
    for (const auto* target : {"/", "/b/AAAAAAAAAAAAAAAAAAAAAA", "/healthz", "/nowhere", "/assets/nothing.js"}) {
        INFO(target);
        const auto reply = http_get(server.port(), target);
        check(reply);
        CHECK(!reply.headers.contains("access-control-allow-origin"));
    }
    for (const auto* target : {"/embed/", "/embed/AAAAAAAAAAAAAAAAAAAAAA/more", "/embedded", "/b/AAAAAAAAAAAAAAAAAAAAAA?/embed/"}) {
        INFO(target);
        check(http_get(server.port(), target));
    }
    for (const auto* target : {"/api/v1/rulesets", "/api/v1/battles", "/api/v1/battles/AAAAAAAAAAAAAAAAAAAAAA", "/api/v1/nothing"}) {
        INFO(target);
        const auto reply = http_get(server.port(), target);
        check(reply);
        CHECK(reply.headers.at("access-control-allow-origin") == "*");
    }
    const auto framed = http_get(server.port(), "/embed/AAAAAAAAAAAAAAAAAAAAAA");  // the one page that others may frame
    CHECK(!framed.headers.contains("x-frame-options"));
    CHECK(framed.headers.at("content-security-policy").starts_with("default-src 'none'; script-src 'self'; connect-src 'self'"));
    CHECK(framed.headers.at("content-security-policy").ends_with("frame-ancestors *"));
    CHECK(framed.headers.at("x-content-type-options") == "nosniff");
    check(http_get(server.port(), "/healthz", {}, "DELETE"));
    check(http_get(server.port(), "/healthz", "X-Long: " + std::string(20'000, 'x') + "\r\n"));
    check(http_get(server.port(), "/nowhere", "Upgrade: websocket\r\nConnection: Upgrade\r\n"));
}

TEST_CASE("what a trusted proxy got over TLS is answered as such; what anybody else claims is not") {
    const TempFolder folder, other;
    ServerProcess trusting(folder.path(), {"--trusted-proxies", "127.0.0.1,10.0.0.0/8"}), wary(other.path());
    const std::string claim = "X-Forwarded-Proto: https\r\n";
    CHECK(http_get(trusting.port(), "/", claim).headers.contains("strict-transport-security"));
    CHECK(!http_get(trusting.port(), "/", "X-Forwarded-Proto: http\r\n").headers.contains("strict-transport-security"));
    CHECK(!http_get(wary.port(), "/", claim).headers.contains("strict-transport-security"));
    const std::string here = "127.0.0.1:" + std::to_string(trusting.port());
    CHECK_THROWS(WireClient(trusting.port(), claim + "Origin: http://" + here + "\r\n"));
    CHECK_NOTHROW(WireClient(trusting.port(), claim + "Origin: https://" + here + "\r\n"));
}
