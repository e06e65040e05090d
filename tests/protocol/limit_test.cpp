// A battle that grows beyond its bound ends there, for the verifier too.
#include <doctest/doctest.h>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

const rules::Rulesets& rulesets() {
    static const rules::Rulesets all({&rock_paper(), rules::shipped_rulesets().find("advanced-combat")});
    return all;
}

Verdict judged(const Game& game, const BattleLimits& limits) { return verify(read_record(game.record()).value(), rulesets(), {}, limits); }

Start long_trio(const BattleLimits& limits) { return {.ruleset = &rock_paper(), .setup = {{"rounds", 100}}, .limits = limits}; }

/// Nobody has a choice: the whole battle is one step.
Start forced(const BattleLimits& limits) {
    const Json side{{"army", {{{"unit", "swordsmen"}, {"count", 100}}}}};
    return {.ruleset = rulesets().find("advanced-combat"), .setup = {{"attacker", side}, {"defender", side}}, .limits = limits};
}

void play(Game& game, bool talk = false) {
    while (game.fold->phase() != Fold::Phase::over) {
        if (talk) game.run([](Fold& fold, Applied& out) { fold.note({"said", Json{{"text", std::string(500, 'x')}}.dump()}, out); });
        game.choose_best();
    }
}

std::size_t data_bytes(const Game& game) {
    std::size_t bytes = 0;
    for (std::size_t i = 1; i + 1 < game.events.size(); ++i) bytes += game.event(i)["data"].dump().size();
    return bytes;
}

}  // namespace

TEST_CASE("a battle ends without a winner once its events have more bytes than a battle may have") {
    const BattleLimits limits{.battle_bytes = 5'000};
    Game game = seated(long_trio(limits));
    play(game);
    CHECK(game.fold->outcome()->reason == "limit");
    CHECK(!game.fold->outcome()->winner);
    CHECK(game.fold->outcome()->survivors == game.fold->battle().survivors());
    CHECK(game.fold->open().empty());
    CHECK(game.story().back().ends_with(" battle_ended"));
    CHECK(data_bytes(game) > 3'000);  // what one seat alone is told counts too
    CHECK(data_bytes(game) < 6'000);
}

TEST_CASE("the verifier comes to the same end at the limit, and with another limit it does not") {
    const BattleLimits limits{.battle_bytes = 5'000};
    Game game = seated(long_trio(limits));
    play(game);
    CHECK(judged(game, limits).holds);
    const auto verdict = judged(game, {});
    CHECK(!verdict.holds);
    CHECK(verdict.path == "/events/" + std::to_string(game.events.size() - 1));
}

TEST_CASE("what follows from no input brings no battle nearer to its limit") {
    const BattleLimits limits{.battle_bytes = 5'000};
    Game silent = seated(long_trio(limits));
    play(silent);
    Game loud = seated(long_trio(limits));
    play(loud, true);
    CHECK(loud.inputs.size() == silent.inputs.size());
    CHECK(judged(loud, limits).holds);
}

TEST_CASE("by muster/1, offers that are refused for ever end at the limit too") {
    const BattleLimits limits{.battle_bytes = 2'000};
    Start start = long_trio(limits);
    start.proof = Proof::first;
    Game game = seated(start);
    for (int i = 0; i < 1'000 && game.fold->phase() != Fold::Phase::over; ++i) {
        game.run([](Fold& fold, Applied& out) { fold.offer_draw(0, out); });
        if (!game.fold->check_answer_draw(1)) game.run([](Fold& fold, Applied& out) { fold.answer_draw(1, false, out); });
    }
    CHECK(game.fold->outcome()->reason == "limit");
    CHECK(!game.fold->draw_offered_by());
    CHECK(judged(game, limits).holds);
}

TEST_CASE("one step ends at a limit of its own while the rules still roll") {
    Game whole = seated(forced({}));
    REQUIRE(whole.fold->outcome()->reason == "annihilation");
    const BattleLimits limits{.step_bytes = 3'000};
    REQUIRE(data_bytes(whole) > 2 * limits.step_bytes);
    Game game = seated(forced(limits));
    CHECK(game.fold->outcome()->reason == "limit");
    CHECK(data_bytes(game) > limits.step_bytes);
    CHECK(data_bytes(game) < 2 * limits.step_bytes);
    for (const auto& [seat, left] : game.fold->outcome()->survivors.items()) CHECK(left > 0);
    CHECK(judged(game, limits).holds);
}

TEST_CASE("a battle that its rules end in the step that passes the limit has its own ending") {
    Game game = seated({.ruleset = &rock_paper(), .setup = {{"rounds", 1}}, .limits = {.battle_bytes = 300}});
    game.choose_best();
    CHECK(game.fold->outcome()->reason == "points");
    CHECK(judged(game, {.battle_bytes = 300}).holds);
}

TEST_CASE("limits that no battle of the examples comes near") {
    constexpr BattleLimits limits;
    CHECK(limits.battle_bytes == 64 * 1024 * 1024);
    CHECK(limits.step_bytes == 16 * 1024 * 1024);
}
