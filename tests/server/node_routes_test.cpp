// Any server of a store serves anybody: clients of a battle on servers that do not have it, and what becomes of them when the one that has it goes.
#include <doctest/doctest.h>
#include <signal.h>

#include <atomic>
#include <thread>

#include "protocol/ids.hpp"
#include "server/base/limits.hpp"
#include "tests/support/postgres.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/site.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// Who has the battle, by the database.
std::string url_of_owner(const Site& site, const std::string& battle) {
    return Postgres::instance().run(
        site.address(),
        "SELECT coalesce((SELECT url FROM nodes n WHERE n.owner = h.owner), '') FROM heads h JOIN battles ON number = battle WHERE id = '" + battle + "'");
}

/// A battle that the first server has, made there.
struct Away {
    Site site{};
    Battle battle{[this] {
        WireClient maker(site.port(0));
        return create_battle(maker, siege_setup());
    }()};
};

std::vector<Json> events_heard(WireClient& client, const Json& last) {
    std::vector<Json> all;
    for (;;) {
        all.push_back(client.next());
        if (all.back()["type"] == "event" && all.back()["seq"] == last["seq"]) return events_of(all);
    }
}

void expect_whole(const std::vector<Json>& events) {
    REQUIRE(!events.empty());
    CHECK(events.front()["seq"] == 1);
    for (std::size_t i = 1; i < events.size(); ++i) REQUIRE(events[i]["seq"] == events[i - 1]["seq"].get<std::int64_t>() + 1);
    CHECK(events.back()["event"] == "battle_ended");
}

/// What servers of the site show each other.
struct Passes {
    explicit Passes(const Site& of)
        : Passes(of, *protocol::from_hex(Postgres::instance().run(of.address(), "SELECT value FROM remembered WHERE key = 'node_secret'"))) {}
    Passes(const Site& of, std::string key) : site(of), secret(std::move(key)) {}

    std::int64_t now() const { return std::stoll(Postgres::instance().run(site.address(), "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")); }
    std::string header(const std::string& url, std::int64_t at) const {
        const std::string time = std::to_string(at), from = "192.0.2.7";
        return "Muster-Node: " + time + " " + from + " " + proof("muster node 1\n" + time + "\n" + url + "\n" + from + "\n") + "\r\n";
    }
    std::string seal(const std::string& url, const std::string& said, std::int64_t at) const {
        const std::string time = std::to_string(at);
        return time + " " + proof("muster node order 1\n" + time + "\n" + url + "\n" + said + "\n");
    }

    const Site& site;
    const std::string secret;

private:
    std::string proof(const std::string& said) const { return protocol::to_hex(protocol::bytes_of(protocol::hmac_sha256(secret, said))); }
};

std::size_t listed_at(unsigned short port) { return http_get(port, "/api/v1/battles").json()["battles"].size(); }

}  // namespace

TEST_CASE("players on either server of a battle, and spectators on both, see the same, and each message is answered by its id") {
    Away away;
    auto& [site, battle] = away;
    WireClient ada(site.port(1)), bob(site.port(0)), near(site.port(0)), far(site.port(1)), farther(site.port(1));
    take_seats(battle, ada, bob);
    CHECK(url_of_owner(site, battle.id) == site.url(0));
    for (auto* each : {&near, &far, &farther}) CHECK(each->ask(battle.follow())["type"] == "following");
    const Json said = ada.ask({{"type", "say"}, {"battle", battle.id}, {"text", "hello"}, {"id", "mine"}});
    CHECK(said["type"] == "accepted");
    const Json by_watcher = far.ask({{"type", "say"}, {"battle", battle.id}, {"text", "from afar"}});
    CHECK(by_watcher["type"] == "accepted");
    const auto heard = play_out({&ada, &bob});
    const auto events = events_of(heard[0]);
    CHECK(events == events_of(heard[1]));
    for (auto* each : {&near, &far, &farther}) {
        const auto seen = events_heard(*each, events.back());
        CHECK(seen.back() == events.back());
    }
    verified_record(site.port(1), battle.id);
    wait_for_metrics(site.port(1), {"muster_node_battles 1"});
}

TEST_CASE("every call about a battle is answered by a server that does not have it") {
    Away away;
    auto& [site, battle] = away;
    WireClient ada(site.port(0)), bob(site.port(0));
    take_seats(battle, ada, bob);
    const Json request = ada.next("request");
    const std::string base = "/api/v1/battles/" + battle.id;
    for (const std::string path : {"", "/events?since=0", "/record", "/events?since=0&wait=5"}) {
        INFO(path);
        const auto here = http_get(site.port(0), base + path), there = http_get(site.port(1), base + path);
        CHECK(here.status == 200);
        CHECK(there.status == 200);
        CHECK(there.json() == here.json());
    }
    CHECK(http_get(site.port(1), base + "/events?since=0", bearer(battle.attacker)).json()["requests"].size() == 1);
    CHECK(http_get(site.port(1), base + "/record", {}, "HEAD").status == 200);
    CHECK(http_post(site.port(1), "/api/v1/odds", Json{{"battle", battle.id}}.dump()).status == 200);
    EventSource stream(site.port(1), base + "/events", "Accept: text/event-stream\r\n");
    CHECK(stream.reply.status == 200);
    CHECK(stream.next("following")["battle"] == battle.id);
    const auto wrong = http_post(site.port(1), base + "/choices", R"({"decision":999,"choice":"default"})", bearer(battle.attacker));
    CHECK(wrong.status == 409);
    const Json choice{{"id", "over-http"}, {"decision", request["decision"]}, {"choice", "default"}};
    const auto chosen = http_post(site.port(1), base + "/choices", choice.dump(), bearer(battle.attacker));
    CHECK(chosen.status == 200);
    CHECK(http_post(site.port(0), base + "/choices", choice.dump(), bearer(battle.attacker)).json() == chosen.json());
    while (stream.next("event")["seq"] != chosen.json()["seq"]) {}
    CHECK(http_get(site.port(1), "/api/v1/battles/" + std::string(26, 'a')).status == 404);
}

namespace {

/// Both players are on the other server when, at the fourth question, something befalls the one that has their battle. They and who watches hear the whole of
/// it all the same, and its record holds. What one of them heard.
std::vector<Json> played_when(Away& away, const std::function<void()>& befalls) {
    auto& [site, battle] = away;
    WireClient ada(site.port(1)), bob(site.port(1)), watcher(site.port(1));
    take_seats(battle, ada, bob);
    CHECK(watcher.ask(battle.follow())["type"] == "following");
    int requests = 0;
    const auto heard = play_out({&ada, &bob}, [&](const Json&) {
        if (++requests == 4) befalls();
        return Json("default");
    });
    CHECK(requests > 4);
    const auto events = events_of(heard[0]);
    CHECK(events == events_of(heard[1]));
    CHECK(events_heard(watcher, events.back()).size() == events.size());
    verified_record(site.port(1), battle.id);
    return heard[0];
}

}  // namespace

TEST_CASE("the server of a battle is killed while both players are on another one: nobody is cut off, and everything acknowledged is there once") {
    Away away;
    auto& [site, battle] = away;
    const auto events = events_of(played_when(away, [&] { away.site.kill(0); }));
    WireClient again(site.port(1));
    CHECK(again.ask(battle.follow())["type"] == "following");
    expect_whole(events_heard(again, events.back()));
}

TEST_CASE("the server of a battle hangs while both players are on another one: the battle goes on there, and everything acknowledged is there once") {
    Away away;
    played_when(away, [&] { away.site.pause(0); });
    away.site.resume(0);
}

TEST_CASE("the server of a battle ends in order while both players are on another one: the battle goes on there") {
    Away away;
    for (const auto& each : played_when(away, [&] { CHECK(away.site.stop(0) == 0); })) CHECK(each["type"] != "notice");
}

TEST_CASE("a choice that the killed server has not answered is made once, on the server that takes the battle over") {
    Away away;
    auto& [site, battle] = away;
    WireClient ada(site.port(1)), bob(site.port(1));
    take_seats(battle, ada, bob);
    const Json request = ada.next("request");
    site.pause(0);  // it answers nothing any more
    ada.send({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}, {"id", "in-flight"}});
    site.kill(0);
    const Json answer = ada.answer("in-flight");
    CHECK(answer["type"] == "accepted");
    const Json again = ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}, {"id", "in-flight"}});
    CHECK(again["seq"] == answer["seq"]);
    CHECK(url_of_owner(site, battle.id) == site.url(1));
    play_out({&ada, &bob});
    verified_record(site.port(1), battle.id);
}

TEST_CASE("three servers: when the one that has a battle is killed, one of the others takes it, and clients on both go on") {
    Site site(3);
    WireClient maker(site.port(0));
    const auto battle = create_battle(maker, siege_setup());
    WireClient ada(site.port(1)), bob(site.port(2)), near(site.port(1)), far(site.port(2));
    take_seats(battle, ada, bob);
    for (auto* each : {&near, &far}) CHECK(each->ask(battle.follow())["type"] == "following");
    int requests = 0;
    const auto heard = play_out({&ada, &bob}, [&](const Json&) {
        if (++requests == 3) site.kill(0);
        return Json("default");
    });
    const auto events = events_of(heard[0]);
    CHECK(events == events_of(heard[1]));
    for (auto* each : {&near, &far}) CHECK(events_heard(*each, events.back()).size() == events.size());
    verified_record(site.port(2), battle.id);
}

TEST_CASE("a message that is asked anew elsewhere, since the server of its battle went, counts once to its sender's limit") {
    Away away;
    auto& [site, battle] = away;
    WireClient ada(site.port(0)), bob(site.port(0));
    take_seats(battle, ada, bob);
    const auto say = [&] {
        return http_post(site.port(1), "/api/v1/battles/" + battle.id + "/messages", R"({"type":"say","text":"hello"})", bearer(battle.attacker)).status;
    };
    CHECK(http_get(site.port(1), "/api/v1/battles/" + battle.id + "/events?since=0").status == 200);  // it knows where the battle is
    site.kill(0);
    std::vector<std::jthread> threads;
    std::atomic<int> refused = 0;
    const int most = static_cast<int>(muster::server::limits::said_burst);
    for (int i = 0; i < most; ++i) threads.emplace_back([&] { refused += say() == 429; });
    threads.clear();
    CHECK(refused == 0);
}

TEST_CASE("what an operator wants of a battle is done at whichever server he asks, and by nobody who only has a pass") {
    Away away;
    auto& [site, battle] = away;
    WireClient ada(site.port(0)), bob(site.port(0));
    take_seats(battle, ada, bob);
    const auto moderate = [&](std::size_t server, const std::string& what) {
        return run_program({MUSTERD, "moderate", "--store", site.address(), "--data", site.folder(server).string(), what, "--", battle.id});
    };
    const auto listed = [&] { return listed_at(site.port(0)); };
    const auto done = [&](const std::string& what) {
        const auto finished = moderate(1, what);
        CHECK_MESSAGE(finished.exit_code == 0, finished.err);
        return finished.out;
    };
    const std::string who = done("who");
    CHECK(who == moderate(0, "who").out);
    CHECK(who.contains("attacker"));
    CHECK(who.contains("127.0.0.1"));
    CHECK(listed() == 1);
    done("hide");
    CHECK(listed() == 0);
    done("show");
    CHECK(listed() == 1);

    const Passes passes(site);
    const std::string order = R"({"what":"close","battle":")" + battle.id + R"("})";
    const auto post = [&](const std::string& header, const std::string& seal) {
        return http_post(site.port(0), "/node/v1/orders", Json{{"order", order}, {"seal", seal}}.dump(), header).status;
    };
    const auto now = passes.now();
    CHECK(post("", passes.seal(site.url(0), order, now)) == 405);
    CHECK(post(passes.header(site.url(0), now), "") == 403);
    CHECK(post(passes.header(site.url(0), now), passes.seal(site.url(1), order, now)) == 403);
    CHECK(post(passes.header(site.url(0), now), passes.seal(site.url(0), order + " ", now)) == 403);
    CHECK(post(passes.header(site.url(0), now), passes.seal(site.url(0), order, now - 3'600'000)) == 403);
    CHECK(url_of_owner(site, battle.id) == site.url(0));

    done("close");
    const auto record = verified_record(site.port(1), battle.id);
    CHECK(record["inputs"].back()["input"]["kind"] == "close");
    CHECK(moderate(1, "close").exit_code == 1);
    CHECK(moderate(1, "close").err == moderate(0, "close").err);
    site.kill(0);
    wait_until([&] { return moderate(1, "hide").exit_code == 0; });
    CHECK(listed_at(site.port(1)) == 0);
}

TEST_CASE("who shows a pass that is none, or for another server, or of another time is refused; one that holds is passed on once and no further") {
    Away away;
    auto& [site, battle] = away;
    {
        WireClient asked(site.port(1));
        CHECK(asked.ask(battle.follow())["type"] == "following");  // the other server has it, and this one knows
    }
    const Passes passes(site);
    const auto& secret = passes.secret;
    const auto now = passes.now();
    const auto pass = [&](const std::string& key, const std::string& url, std::int64_t at) { return Passes{site, key}.header(url, at); };
    const std::string path = "/api/v1/battles/" + battle.id + "/events?since=0";
    CHECK(http_get(site.port(1), path, "Muster-Node: hello\r\n").status == 403);
    CHECK(http_get(site.port(1), path, pass(std::string(32, 'x'), site.url(1), now)).status == 403);
    CHECK(http_get(site.port(1), path, pass(secret, site.url(0), now)).status == 403);
    CHECK(http_get(site.port(1), path, pass(secret, site.url(1), now - 3'600'000)).status == 403);
    CHECK(http_get(site.port(1), path, pass(secret, site.url(1), now + 3'600'000)).status == 403);
    CHECK_THROWS(WireClient(site.port(1), "Muster-Node: hello\r\n"));
    CHECK(http_get(site.port(0), path, pass(secret, site.url(0), now)).status == 200);
    const auto refused = http_get(site.port(1), path, pass(secret, site.url(1), now));
    CHECK(refused.status == 503);
    CHECK(refused.headers.contains("retry-after"));
    WireClient node(site.port(1), pass(secret, site.url(1), now));
    CHECK(node.ask(battle.follow())["code"] == "server_busy");
    CHECK(http_get(site.port(0), "/api/v1/battles/" + battle.id + "/record", pass(secret, site.url(0), now) + bearer("no-token-of-it")).status != 500);
}
