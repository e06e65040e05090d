// HTTP on the same port.
#include <doctest/doctest.h>

#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

TEST_CASE("a search may hold what browsers and people do not escape") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    for (const auto* query :
         {"q=a|b", "q={x}", "q=a^b", "q=\xc3\xa4", "q=%c3%a4", "q=a+b", "q=[a]&&limit=3", "outcome=first", "outcome=eighth", "outcome=nobody"})
        CHECK_MESSAGE(http_get(server.port(), "/api/v1/battles?" + std::string(query)).status == 200, query);
    for (const auto* query : {"q=%", "q=%zz", "q=%ff", "q=a&q=b", "outcome=ninth", "outcome=9", "q=%00", "q=a%0ab", "player=%7f", "ruleset=a%00"})
        CHECK_MESSAGE(http_get(server.port(), "/api/v1/battles?" + std::string(query)).status == 400, query);
}

TEST_CASE("health, catalog and problem documents") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto get = [&](const std::string& target) { return http_get(server.port(), target); };
    CHECK(get("/healthz").body == "ok\n");
    const Json catalog = get("/api/v1/rulesets").json();
    REQUIRE(catalog["rulesets"].size() >= 1);
    Json single = get("/api/v1/rulesets/advanced-combat").json();
    for (const char* only_here : {"option_schemas", "event_schemas"}) CHECK(single.erase(only_here) == 1);  // they would make the list long
    CHECK(catalog["rulesets"][0] == single);
    CHECK(single["id"] == "advanced-combat");
    CHECK(single["version"] == 1);
    CHECK(get("/api/v1/rulesets/nonsense").status == 404);
    const auto missing = get("/api/v1/battles/AAAAAAAAAAAAAAAAAAAAAA");
    CHECK(missing.status == 404);
    CHECK(missing.headers.at("content-type") == "application/problem+json");
    CHECK(missing.json()["code"] == "unknown_battle");
    CHECK(get("/nowhere").status == 404);
    CHECK(get("/api/v1/battles?limit=1000").json()["path"] == "/limit");
    CHECK(get("/api/v1/battles?limits=10").json()["path"] == "/limits");
    CHECK(get("/api/v1/battles?q=%00").json()["path"] == "/q");
    CHECK(get("/api/v1/battles?status=lost").status == 400);
    CHECK(get("/api/v1/battles/%zz").status == 400);
    for (const auto* no_text : {"/api/v1/rulesets/\xff", "/api/v1/rulesets/%ff", "/b/%c3%28", "/api/v1/battles?q=%ff"})
        CHECK(get(no_text).json()["code"] == "bad_message");
    CHECK(http_get(server.port(), "/healthz", {}, "DELETE").status == 405);
    const auto head = http_get(server.port(), "/healthz", {}, "HEAD");
    CHECK(head.status == 200);
    CHECK(head.body.empty());
    CHECK(head.headers.at("content-length") == "3");
    CHECK(http_get(server.port(), "/healthz", "X-Long: " + std::string(20'000, 'x') + "\r\n").status == 413);
}

TEST_CASE("the list goes from new to old in pages and can be filtered") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient eve(server.port());
    std::vector<std::string> made;
    for (int i = 0; i < 5; ++i) made.push_back(create_battle(eve, small_setup(), {{"title", "Battle " + std::to_string(i)}}).id);
    auto [ada, bob, battle] = Seated(server.port(), small_setup(), {{"title", "100% of it"}});
    play_out({&ada, &bob});
    const auto list = [&](const std::string& query) { return http_get(server.port(), "/api/v1/battles?" + query).json(); };
    std::vector<std::string> seen;
    Json page = list("limit=2");
    while (true) {
        for (const auto& each : page["battles"]) seen.push_back(each["battle"]);
        if (page["next"].is_null()) break;
        page = list("limit=2&before=" + page["next"].dump());
    }
    std::vector<std::string> expected(made.rbegin(), made.rend());
    expected.insert(expected.begin(), battle.id);
    CHECK(seen == expected);
    CHECK(list("status=over")["battles"].size() == 1);
    CHECK(list("status=waiting")["battles"].size() == 5);
    CHECK(list("player=ada")["battles"].size() == 1);
    CHECK(list("player=ad_")["battles"].empty());
    CHECK(list("q=100%25")["battles"].size() == 1);
    CHECK(list("ruleset=armies")["battles"].empty());
    const Json over = list("status=over")["battles"][0];
    CHECK(over["outcome"]["reason"].is_string());
    CHECK(over["finished_at"].is_string());
    CHECK(over["options"]["visibility"] == "public");
    CHECK(over["seats"][0]["name"] == "Ada");
    CHECK(bob.ask({{"type", "list"}, {"status", "over"}})["battles"] == list("status=over")["battles"]);
}

TEST_CASE("the longest page still tells that there is another") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    for (int i = 0; i < 101; ++i) create_battle(ada);
    const Json page = ada.ask({{"type", "list"}, {"limit", 100}});
    CHECK(page["battles"].size() == 100);
    REQUIRE(page["next"].is_number());
    CHECK(ada.ask({{"type", "list"}, {"limit", 100}, {"before", page["next"]}})["battles"].size() == 1);
}

TEST_CASE("a record has a tag, and does not change any more once the battle is over") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada);
    const std::string target = "/api/v1/battles/" + battle.id + "/record";
    const Json unfinished = http_get(server.port(), target).json();
    CHECK(unfinished["server_seed"].is_null());
    CHECK(unfinished["outcome"].is_null());
    take_seats(battle, ada, bob);
    play_out({&ada, &bob});
    const auto record = http_get(server.port(), target);
    CHECK(record.headers.at("cache-control").contains("immutable"));
    CHECK(ada.ask({{"type", "say"}, {"battle", battle.id}, {"text", "well fought"}})["type"] == "accepted");
    CHECK(http_get(server.port(), target).body == record.body);
    const auto unchanged = http_get(server.port(), target, "If-None-Match: " + record.headers.at("etag") + "\r\n");
    CHECK(unchanged.status == 304);
    CHECK(unchanged.body.empty());
    server.kill_and_restart();
    CHECK(http_get(server.port(), target).body == record.body);
}
