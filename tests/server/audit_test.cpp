// What the server says of all its dice is what the records of its finished battles say, whatever happened in between.
#include <doctest/doctest.h>
#include <signal.h>

#include "protocol/audit.hpp"
#include "rules/systems.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string create_for_bots(const ServerProcess& server, const std::string& ruleset, const Json& setup, const Json& options = Json::object()) {
    const Json bots{{"attacker", {{"bot", "best"}}}, {"defender", {{"bot", "random"}}}};
    const auto reply = http_post(server.port(), "/api/v1/battles", Json{{"ruleset", ruleset}, {"setup", setup}, {"options", options}, {"seats", bots}}.dump());
    REQUIRE(reply.status == 201);
    return reply.json()["battle"];
}

Json audit_of(const ServerProcess& server, const std::string& query = {}) {
    const auto reply = http_get(server.port(), "/api/v1/audit" + query);
    REQUIRE(reply.status == 200);
    return reply.json();
}

/// Once so many battles have been counted, and none is left.
Json audit_when(const ServerProcess& server, int battles) {
    Json audit;
    wait_until([&] { return (audit = audit_of(server))["battles"] == battles && audit["uncounted"] == 0; });
    return audit;
}

/// What the records of these battles add up to.
Json audit_of_records(const ServerProcess& server, const std::vector<std::string>& battles, const std::string& token = {}) {
    protocol::DiceAudit sums;
    for (const auto& battle : battles) {
        const auto record = http_get(server.port(), "/api/v1/battles/" + battle + "/record", token.empty() ? "" : bearer(token)).json();
        std::map<std::string, Faces> by_seat;
        for (const auto& event : record["events"])
            if (event["event"] == "rolled") REQUIRE(protocol::count_roll(FlatJson(event["data"]), by_seat));
        for (const auto& seat : record["seats"]) {
            const std::string name = seat["seat"];
            sums.add(record["ruleset"], name, protocol::player_of(record["options"], name), 1, by_seat[name]);
        }
    }
    return to_json_value(sums.audit(0));
}

}  // namespace

TEST_CASE("the audit is what the records add up to, hidden and private battles too, and can be asked by day") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    CHECK(audit_of(server)["rulesets"].empty());
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada, small_setup(), {{"visibility", "private"}});
    take_seats(battle, ada, bob);
    play_out({&ada, &bob});
    const auto one = audit_when(server, 1);
    CHECK(one == audit_of_records(server, {battle.id}, battle.attacker));
    CHECK(one["dice"] > 0);
    CHECK(one["rulesets"][0]["players"][0]["player"] == "people");
    CHECK(one["note"].get<std::string>().contains("cannot show"));

    std::vector<std::string> battles;
    for (int i = 0; i < 3; ++i) battles.push_back(create_for_bots(server, "advanced-combat", siege_setup(), {{"visibility", "unlisted"}}));
    battles.push_back(create_for_bots(server, "armies", rules::shipped_rulesets().find("armies")->catalog().at("example")));
    const auto all = audit_when(server, 5);
    const auto of_bots = audit_of_records(server, battles);
    CHECK(all["dice"] == one["dice"].get<int>() + of_bots["dice"].get<int>());
    CHECK(all["rulesets"][1] == of_bots["rulesets"][1]);
    CHECK(all["rulesets"][0]["battles"] == 4);
    CHECK(all["rulesets"][0]["players"][0] == of_bots["rulesets"][0]["players"][0]);

    CHECK(audit_of(server, "?from=2020-01-01") == all);
    CHECK(audit_of(server, "?to=2020-01-01")["battles"] == 0);
    CHECK(audit_of(server, "?from=2999-01-01&to=2999-12-31")["dice"] == 0);
    for (const auto* query : {"?from=yesterday", "?to=2026-02-30", "?days=3", "?from=2026-11-21T20:49:00.123Z"}) {
        const auto refused = http_get(server.port(), std::string("/api/v1/audit") + query);
        CHECK(refused.status == 400);
        CHECK(refused.json()["code"] == "bad_message");
    }
}

TEST_CASE("after kill -9 at any moment each finished battle is counted once") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    std::vector<std::string> battles;
    for (int round = 0; round < 4; ++round) {
        for (int i = 0; i < 5; ++i) battles.push_back(create_for_bots(server, "advanced-combat", siege_setup()));
        wait_until([&] { return audit_of(server)["battles"].get<std::size_t>() + audit_of(server)["uncounted"].get<std::size_t>() > battles.size() - 5; });
        server.kill_and_restart();
        for (const auto& each : battles) http_get(server.port(), "/api/v1/battles/" + each + "/events");  // bots go on when somebody looks
    }
    const auto audit = audit_when(server, static_cast<int>(battles.size()));
    CHECK(audit == audit_of_records(server, battles));
}

TEST_CASE("battles that come from another server are not counted among this one's") {
    const TempFolder there, here, exported;
    const auto file = (exported.path() / "records").string();
    {
        ServerProcess server(there.path());
        create_for_bots(server, "advanced-combat", siege_setup());
        audit_when(server, 1);
        server.stop(SIGTERM);
    }
    REQUIRE(run_program({MUSTERD, "export", "--out", file, "--data", there.path().string()}).exit_code == 0);
    REQUIRE(run_program({MUSTERD, "import", file, "--data", here.path().string()}).exit_code == 0);
    ServerProcess server(here.path());
    const auto own = create_for_bots(server, "advanced-combat", siege_setup());
    CHECK(audit_when(server, 1) == audit_of_records(server, {own}));
    CHECK(http_get(server.port(), "/api/v1/battles?status=over").json()["battles"].size() == 2);
}
