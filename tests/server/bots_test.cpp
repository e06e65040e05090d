// Seats that the server plays itself.
#include <doctest/doctest.h>

#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json create_with(WireClient& client, const Json& seats, const Json& options = Json::object(), const Json& setup = small_setup()) {
    return client.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", setup}, {"options", options}, {"seats", seats}});
}

/// Follows as a spectator until the battle is over; all its events.
std::vector<Json> watch(WireClient& client, const std::string& battle) {
    client.ask({{"type", "follow"}, {"battle", battle}});
    std::vector<Json> events;
    while (events.empty() || events.back()["event"] != "battle_ended") events.push_back(client.next("event"));
    return events;
}

}  // namespace

TEST_CASE("one person plays against the server: only one token, and the bot's choices are as durable as any") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const Json created = create_with(ada, {{"attacker", {{"bot", "best"}}}}, {{"confirm", true}}, siege_setup());
    REQUIRE(created["type"] == "created");
    REQUIRE(created["seats"].size() == 1);
    CHECK(created["seats"][0]["seat"] == "defender");
    const Battle battle{created["battle"], {}, created["seats"][0]["token"]};
    const Json following = ada.ask(battle.follow(battle.defender));
    CHECK(following["options"]["bots"] == Json{{"attacker", "best"}});
    CHECK(following["seats"][0]["name"] == "Muster (best)");
    const auto messages = play_out({&ada});
    CHECK(events_of(messages[0]).back()["event"] == "battle_ended");
    const Json record = verified_record(server.port(), battle.id);
    int by_bot = 0;
    for (const auto& input : record["inputs"]) by_bot += input["input"].value("seat", "") == "attacker" && input["input"].contains("decision");
    CHECK(by_bot > 5);
}

TEST_CASE("bots of every kind play each other to the end while nobody looks") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient client(server.port());
    for (const auto* bot : {"best", "listed", "random"}) {
        const Json created = create_with(client, {{"attacker", {{"bot", bot}}}, {"defender", {{"bot", "random"}}}}, Json::object(), siege_setup());
        CHECK(created["seats"].empty());
        const auto events = watch(client, created["battle"]);
        CHECK(events.back()["data"]["reason"] != "");
        verified_record(server.port(), created["battle"]);
    }
    CHECK(http_get(server.port(), "/api/v1/battles?status=over&player=Muster").json()["battles"].size() == 3);
}

TEST_CASE("a bot goes on after kill -9, and answers an offered draw with no") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Battle battle;
    {
        WireClient ada(server.port());
        const Json created = create_with(ada, {{"defender", {{"bot", "listed"}}}}, Json::object(), siege_setup());
        battle = {created["battle"], created["seats"][0]["token"], {}};
        ada.ask(battle.follow(battle.attacker));
        ada.next("request");
    }
    server.kill_and_restart();
    WireClient ada(server.port());
    ada.ask(battle.follow(battle.attacker));
    const Json request = ada.next("request");
    CHECK(ada.ask({{"type", "offer_draw"}, {"battle", battle.id}})["type"] == "accepted");
    Json answer = ada.next("event");
    while (answer["event"] != "draw_answered") answer = ada.next("event");
    CHECK(answer["data"] == Json{{"seat", "defender"}, {"accept", false}});
    CHECK(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}})["type"] == "accepted");
    play_out({&ada});
    verified_record(server.port(), battle.id);
}

TEST_CASE("a bot for a seat that is not there, or that nobody knows, is refused with a path") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient client(server.port());
    const auto path = [&](const Json& seats) { return create_with(client, seats)["path"].get<std::string>(); };
    CHECK(path({{"defnder", {{"bot", "best"}}}}) == "/seats/defnder");
    CHECK(path({{"defender", {{"bot", "clever"}}}}) == "/seats/defender/bot");
    CHECK(path({{"defender", {{"robot", "best"}}}}) == "/seats/defender/robot");
}
