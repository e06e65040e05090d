// Standing orders over real sockets and a real file.
#include <doctest/doctest.h>

#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

const Json all_defaults = Json::array({{{"for", "*"}, {"play", "default"}}});

Json order(WireClient& client, const Battle& battle, const Json& orders, bool now = false) {
    return client.ask({{"type", "order"}, {"battle", battle.id}, {"orders", orders}, {"now", now}});
}

Json orders_of(WireClient& client, const Battle& battle) { return client.ask({{"type", "orders"}, {"battle", battle.id}}); }

}  // namespace

TEST_CASE("a seat that left orders plays on by them after kill -9, without anybody there for it") {
    const TempFolder folder;
    Battle battle;
    const Json orders = Json::array({{{"for", "wave"}, {"if", {{"mine", {{"at_least", 1}}}}}, {"play", {{"prefer", {"chariots"}}}}}, all_defaults[0]});
    {
        ServerProcess server(folder.path());
        WireClient ada(server.port());
        battle = create_battle(ada, siege_setup());
        ada.ask(battle.follow(battle.attacker));
        CHECK(order(ada, battle, orders)["type"] == "accepted");
        CHECK(ada.next("orders")["orders"] == orders);
        server.kill();
    }
    ServerProcess server(folder.path());
    WireClient bob(server.port());
    bob.ask(battle.follow(battle.defender));
    const auto heard = play_out({&bob});
    int standing = 0;
    for (const auto& event : events_of(heard[0]))
        if (event["event"] == "chosen" && event["data"]["seat"] == "attacker" && !event["data"].contains("forced"))
            standing += event["data"].value("standing", false) ? 1 : 100'000;
    CHECK(standing > 3);
    CHECK(standing < 100'000);
    const Json record = verified_record(server.port(), battle.id);
    CHECK(record.dump().find("prefer") == std::string::npos);
}

TEST_CASE("two seats with orders fight to the end without a click, and the record verifies") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server, siege_setup());
    CHECK(orders_of(ada, battle)["orders"].empty());
    CHECK(order(ada, battle, all_defaults, true)["type"] == "accepted");
    CHECK(order(bob, battle, all_defaults, true)["type"] == "accepted");
    Json last = Json::object();
    while (last.value("event", "") != "battle_ended") last = ada.next("event");
    verified_record(server.port(), battle.id);
    CHECK(order(ada, battle, all_defaults)["code"] == "battle_over");
}

TEST_CASE("orders are refused with the place of what is wrong, and to who holds no seat") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), eve(server.port());
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    eve.ask(battle.follow());
    const Json refused = order(ada, battle, Json::array({{{"for", "wave"}, {"play", {{"prefer", {"chariot"}}}}}}));
    CHECK(refused["type"] == "rejected");
    CHECK(refused["path"] == "/orders/0/play/prefer/0");
    CHECK(refused["message"] == R"(nobody has "chariot" in this battle; did you mean "chariots"?)");
    CHECK(order(eve, battle, all_defaults)["code"] == "not_your_seat");
    CHECK(orders_of(eve, battle)["code"] == "not_your_seat");
}
