// Two servers on one database, as a site has them that outgrew one machine.
#include <doctest/doctest.h>
#include <signal.h>

#include "tests/support/postgres.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

struct Site {
    const std::string address = Postgres::instance().new_database();
    TempFolder folders[2]{};
    ServerProcess one{folders[0].path(), {"--store", address, "--node-url", "http://10.1.1.1:8080"}};
    ServerProcess other{folders[1].path(), {"--store", address, "--node-url", "http://10.1.1.2:8080"}};
};

Json ask_to_follow(unsigned short port, const Battle& battle) { return WireClient(port).ask(battle.follow()); }

/// Until that server has it: the database has to notice that the one before is gone.
void wait_until_there(unsigned short port, const Battle& battle) {
    wait_until([&] { return ask_to_follow(port, battle)["type"] == "following"; });
}

/// Makes the first choice that Ada is asked, and gives what she sent and what was answered.
std::pair<Json, Json> choose_first(WireClient& ada, const Battle& battle) {
    const Json request = ada.next("request");
    Json chosen{{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}, {"id", "first"}};
    Json answer = ada.ask(chosen);
    REQUIRE(answer["type"] == "accepted");
    return {std::move(chosen), std::move(answer)};
}

/// Everything that was acknowledged is there, once, and both players see the same to its end.
void play_on(unsigned short port, const Battle& battle, const Json& chosen, const Json& answer) {
    WireClient ada(port), bob(port);
    take_seats(battle, ada, bob);
    CHECK(ada.ask(chosen)["seq"] == answer["seq"]);
    const auto heard = play_out({&ada, &bob});
    const auto events = events_of(heard[0]);
    CHECK(events.back()["event"] == "battle_ended");
    for (std::size_t i = 1; i < events.size(); ++i) REQUIRE(events[i]["seq"] == events[i - 1]["seq"].get<std::int64_t>() + 1);
    verified_record(port, battle.id);
}

}  // namespace

TEST_CASE("a battle of a server that is killed goes on at another one of its database, and everything acknowledged is there once") {
    Site site;
    auto [ada, bob, battle] = Seated(site.one.port(), siege_setup());
    const auto [chosen, answer] = choose_first(ada, battle);
    const Json refused = ask_to_follow(site.other.port(), battle);
    CHECK(refused["type"] == "rejected");
    CHECK(refused["code"] == "server_busy");
    CHECK(!refused.dump().contains("10.1.1.1"));
    site.one.kill();
    wait_until_there(site.other.port(), battle);
    play_on(site.other.port(), battle, chosen, answer);
    site.one.start();
    CHECK(Postgres::instance().run(site.address, "SELECT count(*) FROM heads WHERE owner <> 0") == "1");  // it is over, and still in the other's memory
    CHECK(site.other.stop(SIGTERM) == 0);
    wait_until_there(site.one.port(), battle);
}

TEST_CASE("a server that ends in order hands its battles over") {
    Site site;
    auto [ada, bob, battle] = Seated(site.one.port(), siege_setup());
    const auto [chosen, answer] = choose_first(ada, battle);
    CHECK(site.one.stop(SIGTERM) == 0);
    CHECK(Postgres::instance().run(site.address, "SELECT count(*) FROM heads WHERE owner <> 0") == "0");
    CHECK(ask_to_follow(site.other.port(), battle)["type"] == "following");
    play_on(site.other.port(), battle, chosen, answer);
}

TEST_CASE("a server that hangs loses its battles to another one, and nobody believes it when it goes on") {
    Site site;
    auto [ada, bob, battle] = Seated(site.one.port(), siege_setup());
    const auto [chosen, answer] = choose_first(ada, battle);
    ::kill(site.one.pid(), SIGSTOP);
    wait_until_there(site.other.port(), battle);
    WireClient ada_there(site.other.port()), bob_there(site.other.port());
    take_seats(battle, ada_there, bob_there);
    CHECK(ada_there.ask(chosen)["seq"] == answer["seq"]);
    ::kill(site.one.pid(), SIGCONT);
    CHECK(bob.wait_closed() == 4001);  // to come again, where it is played
    CHECK(ask_to_follow(site.one.port(), battle)["code"] == "server_busy");
    CHECK(events_of(play_out({&ada_there, &bob_there})[0]).back()["event"] == "battle_ended");
    verified_record(site.other.port(), battle.id);
}
