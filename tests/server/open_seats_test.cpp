// Seats that are open to anybody, at a real server: found in the list, taken by one of two, kept after kill -9.
#include <doctest/doctest.h>

#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json open_message(const Json& options = Json::object()) {
    return {{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}, {"options", options}, {"seats", {{"defender", {{"open", true}}}}}};
}

Battle create_open(WireClient& client, const Json& options = Json::object()) { return battle_of(client.ask(open_message(options))); }

Json take(const Battle& battle, char letter) {
    return {{"type", "take"}, {"battle", battle.id}, {"token", std::string(32, letter)}, {"name", std::string(1, letter)}, {"nonce", "0123456789abcdef"}};
}

/// The ids of a list.
std::vector<std::string> listed(const ServerProcess& server, const std::string& query) {
    std::vector<std::string> out;
    const auto reply = http_get(server.port(), "/api/v1/battles?" + query);
    REQUIRE_MESSAGE(reply.status == 200, reply.body);
    for (const auto& each : reply.json()["battles"]) out.push_back(each["battle"]);
    return out;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("an open battle is found in the list, taken with one message, and played to its end; then it is open no longer") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), eve(server.port());
    const auto battle = create_open(ada, {{"title", "Come in"}});
    create_battle(ada);
    create_open(ada, {{"visibility", "unlisted"}});
    CHECK(listed(server, "open=true") == Ids{battle.id});
    CHECK(http_get(server.port(), "/api/v1/battles/" + battle.id).json()["open"] == true);
    ada.ask(battle.follow(battle.attacker));
    CHECK(ada.ask({{"type", "list"}, {"open", true}})["battles"][0]["options"]["open"] == Json{"defender"});

    const Json got = eve.ask(take(battle, 'e'));
    REQUIRE_MESSAGE(got["type"] == "invitation", got.dump());
    CHECK(got["seat"] == "defender");
    CHECK(listed(server, "open=true").empty());
    CHECK(!http_get(server.port(), "/api/v1/battles/" + battle.id).json().contains("open"));
    CHECK(ada.ask(battle.follow(battle.defender))["code"] == "bad_token");
    const Json following = eve.ask(battle.follow(got["token"]));
    CHECK(following["viewer"] == "defender");
    CHECK(following["seats"][1]["name"] == "e");
    play_out({&ada, &eve});
    CHECK(!verified_record(server.port(), battle.id).dump().contains(got["token"].get<std::string>()));
}

TEST_CASE("of many who take a seat at once exactly one gets it") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    std::vector<std::unique_ptr<WireClient>> others;
    for (int i = 0; i < 8; ++i) others.push_back(std::make_unique<WireClient>(server.port()));
    for (int round = 0; round < 5; ++round) {
        const auto battle = create_open(ada);
        const auto id = "take " + std::to_string(round);
        for (std::size_t i = 0; i < others.size(); ++i) {
            auto message = take(battle, static_cast<char>('a' + i));
            message["id"] = id;
            others[i]->send(message);
        }
        std::map<std::string, int> answers;
        for (const auto& each : others) {
            const Json answer = each->answer(id);
            ++answers[answer.value("code", answer["type"].get<std::string>())];
        }
        CHECK(answers == std::map<std::string, int>{{"invitation", 1}, {"not_your_seat", 7}});
    }
}

TEST_CASE("whoever was not told before kill -9 asks again with the same token: it is one seat, and nobody else gets it") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    for (int round = 0; round < 5; ++round) {
        Battle battle;
        {
            WireClient ada(server.port()), eve(server.port());
            battle = create_open(ada);
            ada.ask(battle.follow(battle.attacker));
            eve.send(take(battle, 'e'));  // its answer is never read
            if (round % 2 == 1) ada.next("event");
        }
        server.kill_and_restart();
        WireClient eve(server.port()), mallory(server.port());
        const Json got = eve.ask(take(battle, 'e'));
        REQUIRE_MESSAGE(got["type"] == "invitation", got.dump());
        CHECK(mallory.ask(take(battle, 'm'))["code"] == "not_your_seat");
        CHECK(eve.ask(battle.follow(std::string(32, 'e')))["seats"][1]["name"] == "e");
        WireClient ada(server.port());
        CHECK(ada.ask(battle.follow(battle.attacker))["viewer"] == "attacker");
    }
}

TEST_CASE("a seat is taken over HTTP without a token of before, and with the one that was drawn it is polled and played") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_open(ada);
    ada.ask(battle.follow(battle.attacker));
    const auto at = "/api/v1/battles/" + battle.id;
    auto message = take(battle, 'h');
    message.erase("battle");
    const auto got = http_post(server.port(), at + "/messages", message.dump());
    REQUIRE_MESSAGE(got.status == 200, got.body);
    CHECK(got.json()["seat"] == "defender");
    CHECK(http_get(server.port(), at + "/events?wait=0", bearer(std::string(32, 'h'))).status == 200);
    message["token"] = std::string(32, 'x');
    const auto late = http_post(server.port(), at + "/messages", message.dump());
    CHECK(late.status == 403);
    CHECK(late.json()["code"] == "not_your_seat");
    message["token"] = "short";
    CHECK(http_post(server.port(), at + "/messages", message.dump()).json()["path"] == "/token");
}

TEST_CASE("an address takes only so many seats") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--battles-per-address-per-h", "15", "--unlimited-addresses", "192.0.2.1"});
    WireClient ada(server.port());
    const auto battle = create_open(ada);
    Json last;
    for (int i = 0; i < 3; ++i) last = ada.ask(take(battle, static_cast<char>('a' + i)));
    CHECK(last["code"] == "rate_limited");
    CHECK(listed(server, "open=true").empty());
}

TEST_CASE("lists by outcome and by day have all pages; a day that is none is refused with its path") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    Ids lost;
    for (int i = 0; i < 3; ++i) {
        const auto battle = create_battle(ada);
        ada.ask(battle.follow(battle.attacker));
        ada.ask(battle.follow(battle.defender));
        ada.ask({{"type", "concede"}, {"battle", battle.id}});
        lost.insert(lost.begin(), battle.id);
        create_battle(ada);
    }
    const auto today = http_get(server.port(), "/api/v1/battles/" + lost[0]).json()["finished_at"].get<std::string>().substr(0, 10);
    const auto first = http_get(server.port(), "/api/v1/battles?outcome=first&limit=2&from=" + today).json();
    CHECK(first["battles"].size() == 2);
    CHECK(listed(server, "outcome=first&limit=2&before=" + std::to_string(first["next"].get<int>())) == Ids{lost[2]});
    CHECK(listed(server, "outcome=second").empty());
    CHECK(listed(server, "to=2020-01-01").empty());
    CHECK(listed(server, "from=2020-01-01&outcome=first&to=2999-12-31T00:00:00.000Z") == lost);
    for (const auto* query : {"from=yesterday", "from=2026-02-30", "from=2026-11-21T20:49Z"}) {
        const auto refused = http_get(server.port(), "/api/v1/battles?" + std::string(query));
        CHECK(refused.status == 400);
        CHECK(refused.json()["path"] == "/from");
    }
    CHECK(ada.ask({{"type", "list"}, {"to", "noon"}})["path"] == "/to");
}
