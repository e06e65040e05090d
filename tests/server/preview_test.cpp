// What a choice would come to, asked over real sockets and over HTTP.
#include <doctest/doctest.h>

#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json preview(WireClient& client, const Battle& battle, const Json& decision, const Json& choice) {
    return client.ask({{"type", "preview"}, {"battle", battle.id}, {"decision", decision}, {"choice", choice}});
}

/// The events and open requests, as a seat sees them.
Json looked_at(unsigned short port, const Battle& battle) { return http_get(port, "/api/v1/battles/" + battle.id + "/events", bearer(battle.attacker)).json(); }

}  // namespace

TEST_CASE("a seat is told what its choice would come to, as often as it asks, and nothing changes") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server, siege_setup());
    const Json request = ada.next("request");
    REQUIRE(request["kind"] == "wave");
    const Json before = looked_at(server.port(), battle);

    const Json usual = preview(ada, battle, request["decision"], "default");
    CHECK(usual["type"] == "previewed");
    CHECK(usual["decision"] == request["decision"]);
    CHECK(usual["choice"] == request["default"]);
    CHECK(!usual.contains("refusal"));
    CHECK(usual["meaning"]["units"] == request["options"]["size"]);
    CHECK(usual["meaning"]["enemy"]["dice"] == 7);
    CHECK(usual["meaning"]["enemy"]["total"] > 80);

    const Json half = preview(ada, battle, request["decision"], {{"units", {{{"unit", "chariots"}, {"count", 3}}}}});
    CHECK(half["type"] == "previewed");
    CHECK(!half.contains("choice"));
    CHECK(half["refusal"]["code"] == "illegal_choice");
    CHECK(half["refusal"]["path"] == "/choice/units");
    CHECK(half["meaning"]["units"] == 3);

    for (const Json& nonsense : {Json(7), Json("best"), Json::array(), Json{{"units", 7}}, Json{{"unit", "chariots"}}}) {
        const Json refused = preview(ada, battle, request["decision"], nonsense);
        CHECK(refused["type"] == "previewed");
        CHECK(refused["refusal"]["code"] == "illegal_choice");
        CHECK(!refused.contains("meaning"));
    }
    CHECK(looked_at(server.port(), battle) == before);
    CHECK(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", usual["choice"]}})["type"] == "accepted");
}

TEST_CASE("only who is asked may look ahead, and only at what is open") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server, siege_setup());
    WireClient eve(server.port());
    eve.ask(battle.follow());
    const Json decision = ada.next("request")["decision"];
    CHECK(preview(bob, battle, decision, "default")["code"] == "not_your_seat");
    CHECK(preview(eve, battle, decision, "default")["code"] == "not_your_seat");
    const Json stale = preview(ada, battle, decision.get<int>() + 1, "default");
    CHECK(stale["type"] == "rejected");
    CHECK(stale["code"] == "stale_decision");
    CHECK(stale["decision"] == decision.get<int>() + 1);
    CHECK(ada.ask({{"type", "preview"}, {"battle", battle.id}, {"decision", decision}})["code"] == "bad_message");
    ada.ask({{"type", "concede"}, {"battle", battle.id}});
    CHECK(preview(ada, battle, decision, "default")["code"] == "battle_over");
}

TEST_CASE("over HTTP it is posted like any other message of a seat") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server, siege_setup());
    const Json request = ada.next("request");
    const auto target = "/api/v1/battles/" + battle.id + "/messages";
    const Json message{{"type", "preview"}, {"decision", request["decision"]}, {"choice", "default"}};
    const auto reply = http_post(server.port(), target, message.dump(), bearer(battle.attacker));
    CHECK(reply.status == 200);
    CHECK(reply.json()["type"] == "previewed");
    CHECK(reply.json()["choice"] == request["default"]);
    CHECK(http_post(server.port(), target, message.dump(), bearer(battle.defender)).status == 403);
}
