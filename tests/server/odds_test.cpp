// POST /api/v1/odds: what anybody may ask, what it may not tell, and that it leaves battles alone.
#include <doctest/doctest.h>
#include <signal.h>

#include <cmath>
#include <future>
#include <set>

#include "tests/support/large_setups.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

HttpReply ask(const ServerProcess& server, const Json& question, const std::string& headers = {}) {
    return http_post(server.port(), "/api/v1/odds", question.dump(), headers);
}

Json duel(int attackers, int defenders) {
    return {{"attacker", {{"army", {{{"unit", "swordsmen"}, {"count", attackers}}}}}},
            {"defender", {{"army", {{{"unit", "swordsmen"}, {"count", defenders}}}}}}};
}

Json about(const Json& setup) { return {{"ruleset", "advanced-combat"}, {"setup", setup}}; }
/// The same question, but simulated so often.
Json simulated(Json question, int runs) {
    question["runs"] = runs;
    return question;
}

/// The answer; status 0: the server went away without one.
HttpReply last_answer(const ServerProcess& server, const Json& question) {
    try {
        return ask(server, question);
    } catch (const std::exception&) {
        return {};
    }
}

bool near(const Json& value, double expected) { return std::abs(value.get<double>() - expected) < 1e-9; }

}  // namespace

TEST_CASE("the odds of a setup: exact where that is quick, simulated if asked for or too large") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Json exact = ask(server, about(duel(1, 1))).json();
    CHECK(near(exact["attacker"], 0.4));
    CHECK(near(exact["defender"], 0.4));
    CHECK(near(exact["nobody"], 0.2));
    CHECK(near(exact["reasons"]["annihilation"], 0.8));
    CHECK(exact["method"] == "exact");
    CHECK(exact["standard_error"] == 0.0);
    CHECK(exact["policy"] == "best");
    CHECK(near(exact["expected_survivors"]["attacker"], 0.4));
    CHECK(near(exact["survivors"][2]["p"], 0.2));
    CHECK(exact["reasons"]["standoff"] < 1e-30);  // a hundred phases without a loss

    Json question = simulated(about(duel(1, 1)), 2'000);
    question["policy"] = "listed";
    const Json often = ask(server, question).json();
    CHECK(often["method"] == "simulated");
    CHECK(often["runs"] == 2'000);
    CHECK(often["policy"] == "listed");
    const double error = often["standard_error"];
    CHECK(error > 0.010);
    CHECK(error < 0.012);
    CHECK(std::abs(often["attacker"].get<double>() - 0.4) < 4 * error);

    const Json large = ask(server, about(duel(1000, 900))).json();
    CHECK(large["method"] == "simulated");
    CHECK(large["runs"] >= 1);
}

TEST_CASE("the exact odds of a battle that waits for its players are those of its setup") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    Json waiting = ask(server, {{"battle", create_battle(ada, duel(1, 1)).id}}).json();
    Json fresh = ask(server, about(duel(1, 1))).json();
    CHECK(waiting["method"] == "exact");
    for (auto* each : {&waiting, &fresh}) each->erase("milliseconds");
    CHECK(waiting == fresh);
}

TEST_CASE("the odds of a battle are those from where it stands, and once it is over they are certain") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port());
    const auto battle = create_battle(ada, siege_setup());
    constexpr int runs = 16;  // so few are the same wherever they are played, and done in time on a busy machine
    const Json question = simulated({{"battle", battle.id}}, runs);
    const Json waiting = ask(server, question).json();
    CHECK(waiting == [&] {
        Json fresh = ask(server, simulated(about(siege_setup()), runs)).json();
        fresh["milliseconds"] = waiting["milliseconds"];
        return fresh;
    }());
    take_seats(battle, ada, bob);
    std::set<std::string> seen;
    const auto messages = play_out({&ada, &bob}, [&](const Json&) {
        const Json now = ask(server, question).json();
        CHECK(std::abs(now["attacker"].get<double>() + now["defender"].get<double>() + now["nobody"].get<double>() - 1) < 1e-9);
        seen.insert(now["survivors"].dump());
        return Json("default");
    });
    CHECK(seen.size() > 2);
    const Json ended = events_of(messages[0]).back()["data"];
    const Json certain = ask(server, question).json();
    const std::string winner = ended["winner"].is_null() ? "nobody" : ended["winner"].get<std::string>();
    CHECK(certain[winner] == 1.0);
    CHECK(certain["reasons"] == Json{{ended["reason"].get<std::string>(), 1.0}});
    const auto head = events_of(messages[0]).back()["seq"].get<std::int64_t>();
    const auto at = [&](std::int64_t seq) {
        Json moment = ask(server, simulated({{"battle", battle.id}, {"seq", seq}}, runs)).json();
        moment.erase("milliseconds");
        return moment;
    };
    Json first = waiting;
    first.erase("milliseconds");
    CHECK(at(1) == first);
    CHECK(at(head)["survivors"] == certain["survivors"]);
    std::set<std::string> moments;
    for (std::int64_t seq = 1; seq <= head; seq += 5) moments.insert(at(seq)["survivors"].dump());
    for (const auto& each : seen) CHECK(moments.contains(each));
    CHECK(ask(server, {{"battle", battle.id}, {"seq", head + 1}}).json()["path"] == "/seq");
    CHECK(ask(server, {{"ruleset", "advanced-combat"}, {"setup", small_setup()}, {"seq", 1}}).json()["path"] == "/seq");
}

TEST_CASE("a private battle tells its odds to its seats only") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada, small_setup(), {{"visibility", "private"}});
    const Json question{{"battle", battle.id}};
    CHECK(ask(server, question).status == 404);
    CHECK(ask(server, question, bearer("AAAAAAAAAAAAAAAAAAAAAA")).status == 404);
    CHECK(ask(server, question, bearer(battle.defender)).status == 200);
}

TEST_CASE("a bad question about odds is refused with a path") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto path = [&](const Json& question) { return ask(server, question).json()["path"].get<std::string>(); };
    Json setup = duel(1, 1);
    setup["attacker"]["army"][0]["unit"] = "swordmen";
    CHECK(path(about(setup)) == "/setup/attacker/army/0/unit");
    CHECK(path({{"ruleset", "advancd-combat"}, {"setup", duel(1, 1)}}) == "/ruleset");
    CHECK(path({{"ruleset", "advanced-combat"}}) == "/setup");
    CHECK(path({{"battle", "AAAAAAAAAAAAAAAAAAAAAA"}}) == "/battle");
    CHECK(path({{"battle", "AAAAAAAAAAAAAAAAAAAAAA"}, {"ruleset", "advanced-combat"}}) == "/battle");
    Json question = about(duel(1, 1));
    question["polcy"] = "best";
    CHECK(path(question) == "/polcy");
    question = about(duel(1, 1));
    question["runs"] = 0;
    CHECK(path(question) == "/runs");
    CHECK(http_post(server.port(), "/api/v1/odds", "{").json()["code"] == "bad_json");
    CHECK(http_post(server.port(), "/api/v1/odds", std::string(70'000, ' ')).status == 413);
    const auto read = http_get(server.port(), "/api/v1/odds");
    CHECK(read.status == 405);
    CHECK(read.headers.at("allow") == "POST");
}

TEST_CASE("a crowd of hard questions is answered server_busy beyond the bound, and battles go on") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    constexpr int crowd = 60;
    std::vector<std::future<HttpReply>> replies;
    for (int i = 0; i < crowd; ++i) {
        const Json hard = simulated(about(duel(1000, 900 - i)), 10'000'000);  // until the time for it is over
        replies.push_back(std::async(std::launch::async, [&server, hard] { return ask(server, hard); }));
    }
    auto [ada, bob, battle] = Seated(server.port(), siege_setup());
    play_out({&ada, &bob});
    verified_record(server.port(), battle.id);
    int answered = 0;
    int busy = 0;
    for (auto& reply : replies) {
        const auto got = reply.get();
        if (got.status == 200) ++answered;
        else if (got.status == 503 && got.json()["code"] == "server_busy" && got.headers.contains("retry-after")) ++busy;
    }
    CHECK(answered + busy == crowd);
    CHECK(answered > 0);
    CHECK(busy > 0);
}

TEST_CASE("the largest battles of every ruleset have odds, or it is said why not") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    for (const auto& large : large_setups()) {
        const auto reply = ask(server, {{"ruleset", large.ruleset}, {"setup", large.setup}});
        CAPTURE(large.ruleset);
        CAPTURE(large.about);
        if (reply.status == 200) {
            CHECK((reply.json()["method"] == "exact" || reply.json()["runs"] >= 1));
        } else {
            CHECK(reply.status == 413);
            CHECK(reply.json()["code"] == "too_large");
            CHECK(reply.json()["detail"] == "this battle is too large: not one like it can be simulated within 1 s");
        }
    }
}

TEST_CASE("a server that is told to end while it works on the largest odds ends well, and says so to those who wait for theirs") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    std::vector<std::future<HttpReply>> answers;
    for (const auto& large : large_setups())
        for (const char* policy : {"best", "listed"}) {
            const Json question{{"ruleset", large.ruleset}, {"setup", large.setup}, {"policy", policy}};
            answers.push_back(std::async(std::launch::async, [&server, question] { return last_answer(server, question); }));
        }
    // As soon as one waits in the queue the others are being worked on.
    wait_until([&] { return !http_get(server.port(), "/metrics").body.contains("\nmuster_odds_waiting 0\n"); });
    CHECK(server.stop(SIGTERM) == 0);
    int told = 0;
    for (auto& each : answers) {
        const auto answer = each.get();
        CHECK((answer.status == 0 || answer.status == 200 || answer.status == 413 || answer.status == 503));
        if (answer.status == 503) told += answer.json()["detail"] == "the server is shutting down; try again in a moment";
    }
    CHECK(told > 0);
}
