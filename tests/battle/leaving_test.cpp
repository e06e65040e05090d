// Who leaves a battle of three: what becomes of his seat.
#include <doctest/doctest.h>

#include "protocol/record.hpp"
#include "protocol/verify.hpp"
#include "server/battle/policies.hpp"
#include "server/battle/queries.hpp"
#include "tests/battle/one_battle.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

/// The server's own players go on until nobody but people has anything to decide. How many moves that were.
int play_on(OneBattle& battle) {
    rules::Random random(1);
    int moves = 0;
    for (; moves < 1'000; ++moves) {
        const auto command = own_players_move(*battle.state, random);
        if (!command) break;
        REQUIRE(battle.apply(*command));
    }
    return moves;
}

Json last_chosen(const OneBattle& battle, const std::string& seat) {
    Json out;
    for (std::int64_t seq = 1; seq <= battle.history.head(); ++seq)
        if (const auto event = Json::parse(battle.text_of(seq)); event["event"] == "chosen" && event["data"]["seat"] == seat) out = event["data"];
    return out;
}

void check_record(OneBattle& battle) {
    const auto record = protocol::read_record(BattleQueries(*battle.state, battle.history).record("", {})->text).value();
    const auto verdict = protocol::verify(record, rules::Rulesets({&rock_paper()}));
    CHECK_MESSAGE(verdict.holds, verdict.path << ": " << verdict.message);
}

}  // namespace

TEST_CASE("whoever leaves has his defaults played; what others have sealed stays sealed, and the battle is fought to its end") {
    OneBattle battle(Json::object(), 2);
    battle.throws("red", "paper");
    CHECK(battle.tell("green", protocol::Concede{{""}}).starts_with("accepted"));
    CHECK(!battle.state->over());
    CHECK(battle.tell("green", protocol::Concede{{""}}) == "illegal_choice");
    CHECK(battle.throws("green", "paper") == "illegal_choice");
    CHECK(battle.state->wake_at() == 1);  // nobody else might come after a restart
    battle.reload();
    CHECK(battle.state->wake_at() == 1);
    CHECK(play_on(battle) == 1);
    CHECK(battle.state->wake_at() == 0);
    battle.throws("blue", "scissors");
    CHECK(last_chosen(battle, "red").dump() == R"({"choice":{"throw":"paper"},"decision":1,"kind":"throw","seat":"red"})");
    CHECK(last_chosen(battle, "green").dump() == R"({"choice":{"throw":"rock"},"decision":2,"kind":"throw","left":true,"seat":"green"})");
    battle.reload();
    CHECK(play_on(battle) == 1);
    battle.throws("red", "paper");
    battle.throws("blue", "scissors");
    REQUIRE(battle.state->over());
    CHECK(battle.state->fold().outcome()->reason == "points");
    check_record(battle);
}

TEST_CASE("what somebody sealed before he left falls away, and his default is played") {
    OneBattle battle(Json::object(), 1);
    battle.throws("green", "scissors");
    const auto decision = battle.decision_of("green");
    const auto conceded = battle.send("green", protocol::Concede{{""}});
    CHECK(battle.outcome(conceded) == "accepted " + std::to_string(battle.history.head()));
    CHECK(battle.events(battle.history.head() - 2) == Names{"decision_unsealed", "conceded"});
    CHECK(battle.stored.sealed.empty());
    CHECK(battle.tell("green", protocol::Retract{"", decision}) == "stale_decision");
    CHECK(play_on(battle) == 1);
    battle.reload();
    battle.throws("red", "paper");
    battle.throws("blue", "paper");
    CHECK(last_chosen(battle, "green").dump() == R"({"choice":{"throw":"rock"},"decision":2,"kind":"throw","left":true,"seat":"green"})");
    for (std::int64_t seq = 1; seq <= battle.history.head(); ++seq) CHECK(!battle.text_of(seq).contains("scissors"));
    check_record(battle);
}

TEST_CASE("his default may be the last that is missing, and the last one who stays has won") {
    OneBattle battle(Json::object(), 2);
    battle.throws("red", "paper");
    battle.throws("blue", "paper");
    battle.tell("green", protocol::Concede{{""}});
    CHECK(play_on(battle) == 2);  // the round's last, and the next round's first
    CHECK(last_chosen(battle, "green")["left"] == true);
    battle.throws("red", "rock");
    battle.tell("red", protocol::Concede{{""}});
    REQUIRE(battle.state->over());
    CHECK(battle.state->fold().outcome()->winner == battle.seat("blue"));
    CHECK(battle.state->fold().outcome()->reason == "conceded");
    CHECK(battle.stored.sealed.empty());
    check_record(battle);
}

TEST_CASE("no time runs for a seat that has left, and its orders are none") {
    OneBattle battle({{"clock", {{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT0S"}}}, {"on_timeout", "forfeit"}});
    battle.ask("green", protocol::Order{"", Json::parse(R"([{"for":"throw","play":{"throw":"paper"}}])"), true});
    CHECK(battle.state->deadline(battle.seat("green")) != 0);
    battle.tell("green", protocol::Concede{{""}});
    CHECK(battle.state->deadline(battle.seat("green")) == 0);
    CHECK(!battle.state->order_due());
    play_on(battle);
    battle.pass(11 * 60'000);
    CHECK(battle.let_time_act() == Names{"deadline"});  // red and blue at the same moment
    REQUIRE(battle.state->over());
    CHECK(!battle.state->fold().outcome()->winner);
    CHECK(battle.state->fold().outcome()->reason == "timeout");
    check_record(battle);
}

TEST_CASE("a seat whose time ran out is left to its defaults, as one that conceded, and the others fight on to the end") {
    OneBattle battle({{"clock", {{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT0S"}}}, {"on_timeout", "forfeit"}}, 2);
    battle.throws("red", "paper");
    battle.throws("blue", "scissors");
    battle.pass(10 * 60'000);
    const auto begun = battle.history.head();
    CHECK(battle.let_time_act() == Names{"deadline"});
    REQUIRE(!battle.state->over());
    CHECK(Json::parse(battle.text_of(begun + 1))["data"] == Json{{"seat", "green"}});
    CHECK(battle.events(begun) == Names{"forfeited"});
    battle.reload();
    CHECK(play_on(battle) == 2);  // this round's last, and the next round's first
    CHECK(last_chosen(battle, "green")["left"] == true);
    battle.throws("red", "paper");
    battle.throws("blue", "scissors");
    REQUIRE(battle.state->over());
    CHECK(battle.state->fold().outcome()->reason == "points");
    check_record(battle);
}
