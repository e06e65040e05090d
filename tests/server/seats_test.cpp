// Invitations that are made anew, and seats that change hands.
#include <doctest/doctest.h>

#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json hand_over(const Battle& battle, const std::string& token) { return {{"type", "hand_over"}, {"battle", battle.id}, {"token", token}}; }

}  // namespace

TEST_CASE("a seat that was handed over is its new holder's: the old token ends, whoever sat there is put out, the battle goes on") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server, siege_setup());  // never over after the first choice
    WireClient eve(server.port());
    eve.ask(battle.follow());
    const Json request = ada.next("request");
    const Json offer = ada.ask(hand_over(battle, battle.attacker));
    REQUIRE_MESSAGE(offer["type"] == "invitation", offer.dump());
    CHECK(offer["seat"] == "attacker");
    const auto token = offer["token"].get<std::string>();
    // Until somebody comes, the seat is hers.
    CHECK(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}})["type"] == "accepted");
    WireClient carl(server.port());
    auto takes_over = battle.follow(token);
    takes_over["name"] = "Carl";
    CHECK(carl.ask(takes_over)["viewer"] == "attacker");
    CHECK(ada.next("unfollowed")["message"].get<std::string>().contains("handed over"));
    CHECK(ada.ask(battle.follow(battle.attacker))["code"] == "bad_token");
    CHECK(ada.ask({{"type", "concede"}, {"battle", battle.id}})["code"] == "not_your_seat");
    CHECK(http_get(server.port(), "/api/v1/battles/" + battle.id + "/events", "Authorization: Bearer " + battle.attacker + "\r\n").status == 401);
    const auto heard = play_out({&carl, &bob, &eve});
    for (const auto& messages : heard)
        CHECK(std::ranges::count_if(events_of(messages),
                                    [](const Json& event) { return event["event"] == "seat_handed_over" && event["data"]["name"] == "Carl"; }) == 1);
    const Json record = verified_record(server.port(), battle.id);
    CHECK(!record.dump().contains(token));
}

TEST_CASE("in a private battle too a seat is handed over, and its new holder talks under his own name; to the former one there is no battle") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server, small_setup(), {{"visibility", "private"}});
    const Json say{{"type", "say"}, {"battle", battle.id}, {"text", "hello"}};
    CHECK(ada.ask(say)["type"] == "accepted");
    const std::string token = ada.ask(hand_over(battle, battle.attacker))["token"];
    WireClient carl(server.port());
    auto takes_over = battle.follow(token);
    takes_over["name"] = "Carl";
    const Json following = carl.ask(takes_over);
    CHECK(following["viewer"] == "attacker");
    CHECK(following["seats"][0]["name"] == "Carl");
    CHECK(ada.next("unfollowed")["battle"] == battle.id);
    CHECK(ada.ask(battle.follow(battle.attacker))["code"] == "unknown_battle");
    CHECK(carl.ask(say)["type"] == "accepted");
    std::vector<std::string> speakers;
    for (const auto& event : events_of(play_out({&carl, &bob})[1]))
        if (event["event"] == "said") speakers.push_back(event["data"]["name"]);
    CHECK(speakers == std::vector<std::string>{"Ada", "Carl"});
}

TEST_CASE("who takes a seat over finds neither orders nor nudges of the former holder, also after kill -9") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), carl(server.port());
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    const Json orders = Json::array({{{"for", "*"}, {"play", "default"}}});
    CHECK(ada.ask({{"type", "order"}, {"battle", battle.id}, {"orders", orders}})["type"] == "accepted");
    const Json nudge{{"kind", "webhook"}, {"format", "discord"}, {"url", "https://discord.com/api/webhooks/1/hidden"}};
    CHECK(ada.ask({{"type", "subscribe"}, {"battle", battle.id}, {"nudge", nudge}})["type"] == "subscribed");
    const std::string token = ada.ask(hand_over(battle, battle.attacker))["token"];
    CHECK(ada.ask({{"type", "orders"}, {"battle", battle.id}})["orders"] == orders);  // until somebody comes they are hers
    const auto finds_nothing = [&](WireClient& client) {
        CHECK(client.ask({{"type", "orders"}, {"battle", battle.id}})["orders"].empty());
        CHECK(client.ask({{"type", "list_nudges"}, {"battle", battle.id}})["nudges"].empty());
    };
    carl.ask(battle.follow(token));
    finds_nothing(carl);
    server.kill_and_restart();
    WireClient again(server.port());
    again.ask(battle.follow(token));
    finds_nothing(again);
}

TEST_CASE("an offer survives kill -9 and makes the one before void; what was taken over stays taken over") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Battle battle;
    std::string first, second;
    {
        WireClient ada(server.port());
        battle = create_battle(ada);
        ada.ask(battle.follow(battle.attacker));
        first = ada.ask(hand_over(battle, battle.attacker))["token"];
        second = ada.ask(hand_over(battle, battle.attacker))["token"];
    }
    server.kill_and_restart();
    WireClient carl(server.port());
    CHECK(carl.ask(battle.follow(first))["code"] == "bad_token");
    CHECK(carl.ask(battle.follow(second))["viewer"] == "attacker");
    server.kill_and_restart();
    WireClient again(server.port());
    CHECK(again.ask(battle.follow(battle.attacker))["code"] == "bad_token");
    CHECK(again.ask(battle.follow(second))["viewer"] == "attacker");
    WireClient bob(server.port());
    bob.ask(battle.follow(battle.defender));
    play_out({&again, &bob});
    verified_record(server.port(), battle.id);
}

TEST_CASE("the link of a seat that nobody has taken is made anew by who knows it, and the former opens nothing any more") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada);
    const Json fresh = ada.ask(hand_over(battle, battle.defender));
    REQUIRE(fresh["type"] == "invitation");
    CHECK(fresh["seat"] == "defender");
    CHECK(bob.ask(battle.follow(battle.defender))["code"] == "bad_token");
    CHECK(bob.ask(hand_over(battle, battle.defender))["code"] == "bad_token");
    server.kill_and_restart();
    WireClient carl(server.port()), back(server.port());
    CHECK(carl.ask(battle.follow(battle.defender))["code"] == "bad_token");
    CHECK(back.ask(battle.follow(battle.attacker))["viewer"] == "attacker");
    CHECK(carl.ask(battle.follow(fresh["token"]))["viewer"] == "defender");
    CHECK(carl.ask(hand_over(battle, ""))["path"] == "/token");
    play_out({&back, &carl});
    verified_record(server.port(), battle.id);
}
