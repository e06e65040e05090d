// Several servers on one database, as those see them who look after them; and what may happen to the way to the database, and to clocks.
#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <thread>

#include "tests/support/bad_proxy.hpp"
#include "tests/support/health.hpp"
#include "tests/support/postgres.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Finished musterd(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), MUSTERD);
    return run_program(arguments);
}

/// Two servers, of which the first reaches the database by a line of the test's.
struct Site {
    /// Once each has heard of the other: one that knows of no other cannot be outlived.
    explicit Site(BadProxy::Habits habits = {}) : line(Postgres::instance().socket(), habits) {
        const auto both_are_there = Postgres::instance().run(address, "SELECT clock_timestamp()");
        wait_until([&] { return Postgres::instance().run(address, "SELECT min(seen) > '" + both_are_there + "' FROM nodes") == "t"; });
    }

    Finished command(const TempFolder& of, std::vector<std::string> words) const {
        words.insert(words.end(), {"--store", address, "--data", of.path().string()});
        return musterd(std::move(words));
    }

    const std::string address = Postgres::instance().new_database();
    BadProxy line;
    TempFolder folders[2]{};
    ServerProcess one{folders[0].path(), {"--store", Postgres::instance().address_at(address, line.port()), "--node-url", "{url}"}};
    ServerProcess other{folders[1].path(), {"--store", address, "--node-url", "{url}"}};
};

HttpReply ready(const ServerProcess& server) { return http_get(server.port(), "/readyz"); }

void wait_until_there(const ServerProcess& server, const Battle& battle) {
    wait_until([&] { return WireClient(server.port()).ask(battle.follow())["type"] == "following"; });
}

/// Makes the first choice that Ada is asked, and gives what she sent and what was answered.
std::pair<Json, Json> choose_first(WireClient& ada, const Battle& battle) {
    const Json request = ada.next("request");
    Json chosen{{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}, {"id", "first"}};
    Json answer = ada.ask(chosen);
    REQUIRE(answer["type"] == "accepted");
    return {std::move(chosen), std::move(answer)};
}

/// What was acknowledged is there, and the battle is played to its end: every event once.
std::vector<Json> play_on(const ServerProcess& server, const Battle& battle, const Json& chosen, const Json& answer) {
    WireClient ada(server.port()), bob(server.port());
    take_seats(battle, ada, bob);
    CHECK(ada.ask(chosen)["seq"] == answer["seq"]);
    auto events = events_of(play_out({&ada, &bob})[0]);
    CHECK(events.back()["event"] == "battle_ended");
    for (std::size_t i = 1; i < events.size(); ++i) REQUIRE(events[i]["seq"] == events[i - 1]["seq"].get<std::int64_t>() + 1);
    verified_record(server.port(), battle.id);
    return events;
}

}  // namespace

TEST_CASE("who is banned at one server is banned at the others, and bans of two at once are both kept") {
    const Site site;
    const auto bans = [&](int server) { return site.command(site.folders[server], {"moderate", "bans"}).out; };
    CHECK(site.command(site.folders[0], {"moderate", "ban", "name", "Mallory"}).exit_code == 0);
    wait_until([&] { return bans(1) == "name     Mallory\n"; });
    WireClient mallory(site.other.port()), ada(site.other.port());
    const auto battle = create_battle(ada);
    Json join{{"type", "follow"}, {"battle", battle.id}, {"token", battle.defender}, {"name", "Mallory"}, {"id", "join"}};
    CHECK(mallory.ask(join)["code"] == "not_your_seat");
    std::vector<std::unique_ptr<BackgroundProgram>> at_once;
    for (int i = 0; i < 10; ++i)
        at_once.push_back(std::make_unique<BackgroundProgram>(std::vector<std::string>{MUSTERD, "moderate", "ban", "name", "Eve" + std::to_string(i), "--store",
                                                                                       site.address, "--data", site.folders[i % 2].path().string()}));
    for (const auto& each : at_once) {
        const Finished finished = each->wait();
        CHECK_MESSAGE(finished.exit_code == 0, finished.err);
    }
    for (const int server : {0, 1}) wait_until([&] { return std::ranges::count(bans(server), '\n') == 11; });
    CHECK(site.command(site.folders[1], {"moderate", "unban", "name", "mallory"}).exit_code == 0);
    wait_until([&] { return !bans(0).contains("Mallory"); });
}

TEST_CASE("the operator sees which servers there are, in words and as JSON") {
    Site site;
    const auto battle = Seated(site.other.port(), siege_setup()).battle;
    const Finished told = musterd({"nodes", "--store", site.address});
    CHECK_MESSAGE(told.exit_code == 0, told.err);
    CHECK(told.out.contains(site.one.url() + "  lives"));
    CHECK(told.out.contains("0 battles under way without a server"));
    const auto nodes = [&] { return Json::parse(musterd({"nodes", "--json", "--store", site.address}).out)["nodes"]; };
    const Json both = nodes();
    REQUIRE(both.size() == 2);
    CHECK(both[0]["url"] == site.other.url());
    CHECK(both[0]["battles"] == 1);
    CHECK(both[0]["lives"] == true);
    site.other.kill();
    wait_until([&] { return nodes()[0]["lives"] == false; });
    CHECK(musterd({"nodes", "--store", site.address}).out.contains(site.other.url() + "  gone"));
    wait_until_there(site.one, battle);
    CHECK(nodes()[0]["url"] == site.one.url());
    const TempFolder at_home;
    CHECK(ServerProcess(at_home.path()).stop(SIGTERM) == 0);
    CHECK(musterd({"nodes", "--data", at_home.path().string()}).err.contains("one server's alone"));
    CHECK(musterd({"nodes", "--store", "postgres://ada:geheim@127.0.0.1:1/muster"}).err.contains("postgres://ada@127.0.0.1:1/muster cannot be opened"));
}

TEST_CASE("servers that cannot be found by their addresses say so: those without one, and those with another's") {
    const std::string address = Postgres::instance().new_database();
    const TempFolder folders[3]{};
    const ServerProcess nowhere(folders[0].path(), {"--store", address});
    const ServerProcess one(folders[1].path(), {"--store", address, "--node-url", "http://127.0.0.1:1"});
    wait_until([&] { return nowhere.log().contains("say with node-url where it is"); });
    const ServerProcess twin(folders[2].path(), {"--store", address, "--node-url", "http://127.0.0.1:1"});
    for (const auto* each : {&one, &twin}) wait_until([&] { return each->log().contains("says that it is reached at this one's node-url"); });
    CHECK(!one.log().contains("say with node-url"));
}

TEST_CASE("two servers do not share a folder, by which the operator reaches each") {
    const Site site;
    const Finished second = musterd({"--listen", "127.0.0.1:0", "--store", site.address, "--data", site.folders[0].path().string()});
    CHECK(second.exit_code == 3);
    CHECK_MESSAGE(second.err.contains("each server of a database has a folder of its own"), second.err);
    CHECK(site.command(site.folders[0], {"moderate", "bans"}).exit_code == 0);
}

TEST_CASE("a server whose tables a newer one has changed says so, and that it stores nothing any more") {
    const Site site;
    Postgres::instance().run(site.address, "UPDATE meta SET readable_from = 99");
    for (const auto* each : {&site.one, &site.other}) wait_until([&] { return each->log().contains("the store is a newer server's now"); });
    for (const auto* each : {&site.one, &site.other}) CHECK(ready(*each).status == 503);
}

TEST_CASE("a server that is cut from the database, but not from its clients, is not ready, takes no choices, and what it had goes on at another") {
    Site site;
    auto [ada, bob, battle] = Seated(site.one.port(), siege_setup());
    const auto [chosen, answer] = choose_first(ada, battle);
    CHECK(ready(site.one).status == 200);
    CHECK(ready(site.other).status == 200);
    site.line.go_dead();
    wait_until([&] { return Postgres::instance().run(site.address, "SELECT min(seen) < clock_timestamp() - interval '2 s' FROM nodes") == "t"; });
    CHECK(ready(site.one).status == 503);
    wait_until([&] { return ready(site.one).body.contains("the database has not been reached"); });
    CHECK(ada.wait_closed() == 4001);  // a proxy leads her to the other one by now
    CHECK(bob.wait_closed() == 4001);
    WireClient back(site.one.port());
    CHECK(back.ask(battle.follow(battle.attacker))["type"] == "following");
    const Json not_taken = back.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", 2}, {"choice", "default"}});
    CHECK_MESSAGE(not_taken["code"] == "server_busy", not_taken);
    wait_until([&] { return ready(site.other).status == 200; });
    wait_until_there(site.other, battle);
    const auto events = play_on(site.other, battle, chosen, answer);
    wait_for_metrics(site.other.port(), {"muster_store_takeovers_total 1"});
    site.line.come_back();
    wait_until([&] { return ready(site.one).status == 200; });
    wait_until([&] { return site.one.log().contains("the database is reached again"); });
    CHECK(http_get(site.one.port(), "/metrics").body.contains("muster_store_database_away_seconds 0"));
    CHECK(!http_get(site.one.port(), "/metrics").body.contains("muster_store_database_away_seconds_total 0"));
    WireClient there(site.one.port());
    there.ask(battle.follow());
    const auto written = verified_record(site.other.port(), battle.id);
    CHECK(site.other.stop(SIGTERM) == 0);
    CHECK(verified_record(site.one.port(), battle.id) == written);  // one history
}

TEST_CASE("a database that answers slowly makes everything slow, and nothing else") {
    Site site({.delay = std::chrono::milliseconds(20)});
    auto [ada, bob, battle] = Seated(site.one.port(), small_setup());
    const auto events = events_of(play_out({&ada, &bob})[0]);
    CHECK(events.back()["event"] == "battle_ended");
    verified_record(site.other.port(), battle.id);
    CHECK(ready(site.one).status == 200);
    CHECK(http_get(site.one.port(), "/metrics").body.contains("muster_store_fenced_steps_total 0"));
}

TEST_CASE("a database that is stopped as a whole is missed by all its servers, and afterwards all goes on as it was") {
    Site site;
    auto [ada, bob, battle] = Seated(site.one.port(), siege_setup());
    const auto [chosen, answer] = choose_first(ada, battle);
    Postgres::instance().freeze();
    std::this_thread::sleep_for(std::chrono::seconds(3));  // longer than a server may be silent before its battles are anybody's
    for (const auto* each : {&site.one, &site.other}) CHECK(ready(*each).status == 503);
    Postgres::instance().thaw();
    for (const auto* each : {&site.one, &site.other}) wait_until([&] { return ready(*each).status == 200; });
    wait_until_there(site.one, battle);
    play_on(site.one, battle, chosen, answer);
}

TEST_CASE("servers whose machines' clocks are an hour apart take battles over from each other, and nobody loses time by it") {
    const std::string address = Postgres::instance().new_database();
    const TempFolder folders[2]{};
    ServerProcess one(folders[0].path(), {"--store", address});
    ::setenv("LD_PRELOAD", CLOCK_AHEAD, 1);  // an hour; of the servers that are started now
    ServerProcess ahead(folders[1].path(), {"--store", address});
    ::unsetenv("LD_PRELOAD");
    Json clock{{"mode", "live"}, {"bank", "PT20M"}};
    auto [ada, bob, battle] = Seated(one.port(), siege_setup(), {{"clock", clock}});
    const auto [chosen, answer] = choose_first(ada, battle);
    one.kill();
    wait_until_there(ahead, battle);
    CHECK(http_get(ahead.port(), "/api/v1/battles/" + battle.id).json()["status"] != "over");
    one.start();
    ahead.kill();
    wait_until_there(one, battle);
    const auto events = play_on(one, battle, chosen, answer);
    for (const auto& each : events) CHECK(!each.dump().contains("timed_out"));
}
