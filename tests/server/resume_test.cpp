// One resume rule: what came after N is the same for everybody, at every N, before and after a restart.
#include <doctest/doctest.h>

#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::vector<Json> events_since(WireClient& client, const Battle& battle, const std::string& token, std::int64_t since, std::int64_t head) {
    client.skipped.clear();
    const Json following = client.ask(battle.follow(token, since));
    REQUIRE(following["type"] == "following");
    std::vector<Json> out;
    while (since + static_cast<std::int64_t>(out.size()) < head) {
        Json message = client.next();
        if (message["type"] == "event") out.push_back(std::move(message));
    }
    return out;
}

}  // namespace

TEST_CASE("reconnecting with since at every sequence number gives the same log to every viewer, over every path") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    ada.ask({{"type", "say"}, {"battle", battle.id}, {"text", "hello"}});
    play_out({&ada, &bob});
    const auto head = http_get(server.port(), "/api/v1/battles/" + battle.id).json()["head"].get<std::int64_t>();
    for (const bool restarted : {false, true}) {
        if (restarted) server.kill_and_restart();
        for (const auto& token : {std::string(), battle.attacker, battle.defender}) {
            WireClient client(server.port());
            const auto whole = events_since(client, battle, token, 0, head);
            const std::string bearer = token.empty() ? "" : "Authorization: Bearer " + token + "\r\n";
            for (std::int64_t since = 0; since <= head; ++since) {
                const std::vector<Json> expected(whole.begin() + since, whole.end());
                CHECK(events_since(client, battle, token, since, head) == expected);
                const auto reply = http_get(server.port(), "/api/v1/battles/" + battle.id + "/events?since=" + std::to_string(since), bearer);
                REQUIRE(reply.status == 200);
                CHECK(reply.json()["events"] == Json(expected));
            }
        }
    }
}

TEST_CASE("a spectator who comes late gets the whole battle, and one who asks for a snapshot its present state") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port(), siege_setup());
    WireClient late(server.port()), brief(server.port());
    const Json request = ada.next("request");
    ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}});
    late.ask(battle.follow());
    Json follow = battle.follow();
    follow["snapshot"] = true;
    const auto head = brief.ask(follow)["head"];
    const Json snapshot = brief.next();
    CHECK(snapshot["type"] == "snapshot");
    CHECK(snapshot["seq"] == head);
    CHECK(snapshot["state"].is_object());
    const auto heard = play_out({&ada, &bob, &late, &brief});
    CHECK(events_of(heard[2]).front()["seq"] == 1);
    CHECK(events_of(heard[3]).front()["seq"] == head.get<std::int64_t>() + 1);
    CHECK(events_of(heard[2]).back() == events_of(heard[3]).back());
}

TEST_CASE("since beyond the head is refused, and unfollow ends the events") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada);
    CHECK(ada.ask(battle.follow({}, 1000))["path"] == "/since");
    CHECK(ada.ask(battle.follow({}, -1))["path"] == "/since");
    CHECK(ada.ask(battle.follow())["type"] == "following");
    CHECK(ada.next("event")["seq"] == 1);
    CHECK(ada.ask({{"type", "unfollow"}, {"battle", battle.id}})["type"] == "unfollowed");
    bob.ask(battle.follow(battle.defender));
    CHECK(bob.next("event")["seq"] == 1);
    // A further step begins when the one before has been told to all who follow.
    CHECK(bob.ask({{"type", "say"}, {"battle", battle.id}, {"text", "x"}})["type"] == "accepted");
    CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
    for (const auto& message : ada.skipped) CHECK((message["type"] != "event" || message["seq"] == 1));
}

TEST_CASE("a battle that nobody looks at leaves memory and comes back by itself") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--unload-after-s", "0"});
    Battle battle;
    Json request;
    {
        Seated seated(server.port());
        battle = seated.battle;
        request = seated.ada.next("request");
    }
    WireClient ada(server.port()), bob(server.port());
    take_seats(battle, ada, bob, 2);
    CHECK(ada.next("request") == request);
    ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}});
    play_out({&ada, &bob});
    verified_record(server.port(), battle.id);
}
