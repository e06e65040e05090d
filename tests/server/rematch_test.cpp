// A rematch at a real server: by two, against its own player, over HTTP, around kill -9, and for clients that know nothing of it.
#include <doctest/doctest.h>

#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

const std::string adas(32, 'A'), bobs(32, 'B');

Json rematch(const Battle& battle, const std::string& token, bool swap = false) {
    return {{"type", "rematch"}, {"battle", battle.id}, {"token", token}, {"swap", swap}};
}

void concede(Seated& seated) { REQUIRE(seated.ada.ask({{"type", "concede"}, {"battle", seated.battle.id}})["type"] == "accepted"); }

/// Every event of a battle as whoever only looks on gets it.
Json looked_on(const ServerProcess& server, const std::string& battle) {
    const auto reply = http_get(server.port(), "/api/v1/battles/" + battle + "/events?since=0");
    REQUIRE_MESSAGE(reply.status == 200, reply.body);
    return reply.json()["events"];
}

/// The battle that the last event names, if that is the word of a rematch.
std::string rematch_of(const ServerProcess& server, const std::string& battle) {
    const Json last = looked_on(server, battle).back();
    return last["event"] == "rematch_made" ? last["data"]["battle"].get<std::string>() : "";
}

std::size_t listed(const ServerProcess& server) { return http_get(server.port(), "/api/v1/battles?limit=100").json()["battles"].size(); }

}  // namespace

TEST_CASE("two who want it fight once more, on the seats they had or on each other's, and the finished record stays as it was") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    for (const bool swap : {false, true}) {
        Seated seated(server);
        auto& [ada, bob, battle] = seated;
        concede(seated);
        const Json record = verified_record(server.port(), battle.id);
        CHECK(ada.ask(rematch(battle, adas, swap))["type"] == "accepted");
        const Json got = bob.ask(rematch(battle, bobs, swap));
        REQUIRE_MESSAGE(got["type"] == "invitation", got.dump());
        CHECK(got["seat"] == (swap ? "attacker" : "defender"));
        CHECK(got["battle"] == rematch_of(server, battle.id));
        Battle next{got["battle"], swap ? bobs : adas, swap ? adas : bobs};
        WireClient again(server.port()), other(server.port());  // they hear of the new battle alone
        CHECK(again.ask(next.follow(adas))["viewer"] == (swap ? "defender" : "attacker"));
        CHECK(other.ask(next.follow(bobs))["viewer"] == (swap ? "attacker" : "defender"));
        play_out({&again, &other});
        CHECK(verified_record(server.port(), battle.id) == record);
        const Json another = verified_record(server.port(), next.id);
        CHECK(another["setup"] == record["setup"]);
        CHECK(another["server_seed"] != record["server_seed"]);
        for (const auto& id : {battle.id, next.id}) {
            const auto events = looked_on(server, id).dump();
            for (const auto& token : {adas, bobs}) CHECK(!events.contains(token));
        }
    }
}

TEST_CASE("whoever asks again once the new battle has begun is given a seat in it, also where the other looks at that already") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Seated seated(server);
    auto& [ada, bob, battle] = seated;
    concede(seated);
    ada.ask(rematch(battle, adas));
    const Json got = bob.ask(rematch(battle, bobs));
    REQUIRE_MESSAGE(got["type"] == "invitation", got.dump());
    const std::string redrawn(32, 'C');
    const Battle next{got["battle"], redrawn, bobs};
    WireClient ada_there(server.port()), bob_there(server.port());  // of a pair of servers he comes by the one that has not made the battle
    CHECK(bob_there.ask(next.follow(bobs))["viewer"] == "defender");
    for (const auto& token : {adas, redrawn}) {
        const Json again = ada.ask(rematch(battle, token));
        REQUIRE_MESSAGE(again["type"] == "invitation", again.dump());
        CHECK(again["battle"] == next.id);
    }
    CHECK(ada_there.ask(next.follow(redrawn))["viewer"] == "attacker");
    CHECK(bob.ask(next.follow(adas))["type"] == "rejected");
}

TEST_CASE("against the server's own player one message is enough") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const Json created = ada.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}, {"seats", {{"defender", {{"bot", "best"}}}}}});
    const Battle battle{created["battle"], created["seats"][0]["token"], {}};
    ada.ask(battle.follow(battle.attacker));
    ada.ask({{"type", "concede"}, {"battle", battle.id}});
    const Json got = ada.ask(rematch(battle, adas, true));
    REQUIRE_MESSAGE(got["type"] == "invitation", got.dump());
    CHECK(got["seat"] == "defender");
    const Battle next{got["battle"], {}, adas};
    WireClient again(server.port());
    const Json following = again.ask(next.follow(adas));
    CHECK(following["options"]["bots"] == Json{{"attacker", "best"}});
    play_out({&again});
}

TEST_CASE("whatever moment the server is killed at, there are the new battle and the word of it, or neither; and who asks again gets his seat") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    std::size_t battles = 0;
    for (int round = 0; round < 12; ++round) {
        Battle battle;
        {
            Seated seated(server);
            battle = seated.battle;
            concede(seated);
            seated.ada.ask(rematch(battle, adas));
            seated.bob.send(rematch(battle, bobs));  // its answer is never read
            if (round % 3 == 1) seated.bob.send({{"type", "ping"}});
            if (round % 3 == 2) seated.ada.next("event");
        }
        server.kill_and_restart();
        ++battles;
        const auto made = rematch_of(server, battle.id);
        CHECK(listed(server) == battles + (made.empty() ? 0 : 1));
        WireClient ada(server.port()), bob(server.port());
        for (auto* each : {&ada, &bob}) each->ask(battle.follow(each == &ada ? battle.attacker : battle.defender));
        const Json bob_got = bob.ask(rematch(battle, bobs)), ada_got = ada.ask(rematch(battle, adas));
        REQUIRE_MESSAGE(bob_got["type"] == "invitation", bob_got.dump());
        REQUIRE_MESSAGE(ada_got["type"] == "invitation", ada_got.dump());
        CHECK(ada_got["battle"] == bob_got["battle"]);
        if (!made.empty()) CHECK(ada_got["battle"] == made);
        const Battle next{ada_got["battle"], adas, bobs};
        CHECK(ada.ask(next.follow(adas))["viewer"] == "attacker");
        CHECK(bob.ask(next.follow(bobs))["viewer"] == "defender");
        CHECK(listed(server) == ++battles);
    }
}

TEST_CASE("over HTTP it is asked for, taken back and found again; nobody else is told the way in, and a private one nobody sees at all") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Seated seated(server, small_setup(), {{"visibility", "private"}});
    auto& [ada, bob, battle] = seated;
    concede(seated);
    const auto at = "/api/v1/battles/" + battle.id;
    const auto say = [&](const std::string& token, const Json& message) {
        return http_post(server.port(), at + "/messages", message.dump(), token.empty() ? "" : bearer(token));
    };
    const Json wanted{{"type", "rematch"}, {"token", adas}};
    CHECK(say("", wanted).json()["code"] == "bad_token");
    CHECK(say(std::string(32, 'x'), wanted).status == 404);
    CHECK(say(battle.attacker, {{"type", "rematch"}, {"token", "short"}}).json()["path"] == "/token");
    CHECK(say(battle.attacker, wanted).json()["type"] == "accepted");
    CHECK(say(battle.attacker, {{"type", "withdraw_rematch"}}).json()["type"] == "accepted");
    CHECK(say(battle.attacker, {{"type", "withdraw_rematch"}}).status == 422);
    CHECK(say(battle.attacker, wanted).json()["type"] == "accepted");
    const auto got = say(battle.defender, {{"type", "rematch"}, {"token", bobs}}).json();
    REQUIRE_MESSAGE(got["type"] == "invitation", got.dump());
    const auto again = say(battle.attacker, wanted).json();
    CHECK(again["seat"] == "attacker");
    CHECK(again["battle"] == got["battle"]);
    const auto next = "/api/v1/battles/" + got["battle"].get<std::string>() + "/events?wait=0";
    CHECK(http_get(server.port(), next).status == 404);
    CHECK(http_get(server.port(), next, bearer(battle.attacker)).status == 404);
    CHECK(http_get(server.port(), next, bearer(adas)).status == 200);
}

TEST_CASE("whoever knows nothing of a rematch hears events that he need not know, without a gap, and talks on") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Seated seated(server);
    auto& [ada, bob, battle] = seated;
    concede(seated);
    ada.ask(rematch(battle, adas));
    bob.ask(rematch(battle, bobs));
    CHECK(bob.ask({{"type", "say"}, {"battle", battle.id}, {"text", "well fought"}})["type"] == "accepted");
    const Json events = looked_on(server, battle.id);
    for (std::size_t i = 0; i < events.size(); ++i) CHECK(events[i]["seq"] == i + 1);
    CHECK(events.back()["event"] == "said");
}

TEST_CASE("rematches count to the new battles of an address") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--battles-per-address-per-h", "15", "--unlimited-addresses", "192.0.2.1"});
    Seated seated(server);
    auto& [ada, bob, battle] = seated;
    concede(seated);
    Json last;
    for (int i = 0; i < 3; ++i) last = ada.ask(rematch(battle, adas, i % 2 == 1));
    CHECK(last["code"] == "rate_limited");
    CHECK(listed(server) == 1);
}
