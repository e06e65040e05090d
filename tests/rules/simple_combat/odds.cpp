// Exact odds of simple-combat that can be worked out by hand, from the midst of a declaration too.
#include <cmath>

#include "rules/battle.hpp"
#include "tests/rules/simple_combat/field.hpp"
#include "tests/rules/solved.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

/// A tank hunter and a crate that cannot fight, both worth 95 points, for one turn. It hits with 3+ and damages with 3+.
std::unique_ptr<Battle> after(const std::vector<Input>& inputs) {
    const Json setup = field(
        {"n1:tank_hunter . . s1:crate"},
        {{"profiles", {{{"profile", "crate"}, {"move_allowance", 0}, {"armour", 0}, {"damage_capacity", 2}, {"weapons", Json::array()}, {"points", 95}}}}});
    auto battle = shipped_rulesets().find("simple-combat")->create(setup).value();
    std::vector<Event> events;
    battle->begin(events);
    for (const auto& input : inputs) battle->apply(input, events);
    return battle;
}

/// How likely the north wins; the rest is a draw.
double north_wins(const Battle& battle) {
    const auto model = battle.odds(Policy::preset);
    const auto endings = solved(*model);
    REQUIRE(endings);
    double chance = 0;
    for (const auto& [ending, each] : endings->chances) {
        CHECK(ending.winner != 1);
        if (ending.winner == 0) chance += each;
    }
    return chance;
}

const Input initiative = Rolled{0, {6, 1}};
const Input stays = Decided{{parse_json(R"({"unit":"n1","path":[]})").value()}};
const Input moves = Decided{{parse_json(R"({"unit":"n1","path":[[1,0]]})").value()}};
const Input fires = Decided{{parse_json(R"({"unit":"n1","shots":[{"weapon":0,"target":"s1"}]})").value()}};

}  // namespace

TEST_CASE("a shot that hits with 3+ and damages with 3+ destroys with 4/9") {
    CHECK(std::abs(north_wins(*after({})) - 4.0 / 9) < 1e-12);
    CHECK(std::abs(north_wins(*after({initiative})) - 4.0 / 9) < 1e-12);
    CHECK(std::abs(north_wins(*after({initiative, stays, fires})) - 4.0 / 9) < 1e-12);
}

TEST_CASE("odds from a move on know what was spent") {
    // 1 of 5 is no longer standing still: 4+ at range 2.
    CHECK(std::abs(north_wins(*after({initiative, moves})) - 3.0 / 6 * 4 / 6) < 1e-12);
}

TEST_CASE("odds from between the die to hit and the die to damage know that it hit") {
    CHECK(std::abs(north_wins(*after({initiative, stays, fires, Rolled{1, {3}}})) - 4.0 / 6) < 1e-12);
}

TEST_CASE("E16: odds count what burns at the end of the turn, as a number that can be worked out") {
    // 2 of 3 are taken with 4/9; then the crate burns, and 5 or 6 takes the last.
    const Json setup = field(
        {"n1:tank_hunter . . s1:crate"},
        {{"turn_limit", 1},
         {"house_rules", {{"burning", true}}},
         {"profiles", {{{"profile", "crate"}, {"move_allowance", 0}, {"armour", 0}, {"damage_capacity", 3}, {"weapons", Json::array()}, {"points", 285}}}}});
    auto battle = shipped_rulesets().find("simple-combat")->create(setup).value();
    std::vector<Event> events;
    battle->begin(events);
    const auto chances = [&] {
        double annihilated = 0;
        const auto endings = solved(*battle->odds(Policy::preset));
        REQUIRE(endings);
        for (const auto& [ending, chance] : endings->chances)
            if (ending.reason == "annihilation") annihilated += chance;
        return annihilated;
    };
    CHECK(std::abs(chances() - 4.0 / 27) < 1e-12);
    for (const auto& input : {initiative, stays, fires, Input(Rolled{1, {3}}), Input(Rolled{1, {3}})}) battle->apply(input, events);
    CHECK(std::abs(chances() - 1.0 / 3) < 1e-12);  // from the end of the turn itself
}

TEST_CASE("E14: odds of a battle to the end know how many turns have done no damage") {
    // One shot a turn does damage with 1/18, and two are needed; a hundred turns without one are the end. From the 41st turn on there are 60 for the first.
    const Json setup =
        field({"n1:gunner . s1:crate"},
              {{"house_rules", {{"decides", "to_the_end"}}},
               {"weapons", {{{"weapon", "gun"}, {"to_hit", {6, 6}}, {"to_damage", {6, 6}}, {"power", 1}}}},
               {"profiles",
                {{{"profile", "gunner"}, {"move_allowance", 0}, {"armour", 0}, {"damage_capacity", 1}, {"weapons", {"gun"}}, {"points", 1}},
                 {{"profile", "crate"}, {"move_allowance", 0}, {"armour", 0}, {"damage_capacity", 2}, {"weapons", Json::array()}, {"points", 1}}}}});
    auto battle = shipped_rulesets().find("simple-combat")->create(setup).value();
    std::vector<Event> events;
    battle->begin(events);
    const auto one_of = [](int turns) { return 1 - std::pow(17.0 / 18, turns); };
    CHECK(std::abs(north_wins(*battle) - one_of(100) * one_of(100)) < 1e-12);
    for (int turn = 0; turn < 40; ++turn)
        for (const auto& input : {initiative, fires, Input(Rolled{0, {1}})}) battle->apply(input, events);
    CHECK(std::abs(north_wins(*battle) - one_of(60) * one_of(100)) < 1e-12);
    for (const auto& input : {initiative, fires, Input(Rolled{0, {6}}), Input(Rolled{0, {6}})}) battle->apply(input, events);
    CHECK(std::abs(north_wins(*battle) - one_of(100)) < 1e-12);
}
