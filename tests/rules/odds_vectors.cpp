// Chances that were computed independently, and what the rules' authors say themselves.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>

#include "rules/systems.hpp"
#include "tests/rules/play.hpp"
#include "tests/rules/solved.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

struct Chances {
    double attacker = 0;
    double defender = 0;
    double nobody = 0;
};

Chances chances(const std::string& ruleset, const Json& setup, Policy policy) {
    const auto battle = shipped_rulesets().find(ruleset)->create(setup).value();
    std::vector<Event> events;
    battle->begin(events);
    const auto found = solved(*battle->odds(policy));
    REQUIRE(found);
    Chances out;
    for (const auto& [ending, chance] : found->chances) (ending.winner == 0 ? out.attacker : ending.winner == 1 ? out.defender : out.nobody) += chance;
    return out;
}

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

void vectors_come_out(const std::string& name, int expected) {
    std::ifstream lines(std::string(MUSTER_VECTORS) + '/' + name);
    REQUIRE(lines);
    int number = 0;
    for (std::string line; std::getline(lines, line); ++number) {
        CAPTURE(number);
        const Json vector = json(line);
        const auto found = chances(vector.at("ruleset"), vector.at("setup"), Policy::listed);
        CHECK(near(found.attacker, vector.at("odds").at("attacker").get<double>()));
        CHECK(near(found.defender, vector.at("odds").at("defender").get<double>()));
        CHECK(near(found.nobody, vector.at("odds").at("nobody").get<double>()));
    }
    CHECK(number == expected);
}

Json heroes(int modifier) { return {{"roster", {{{"unit", "heroes"}, {"class", "infantry"}, {"era", 1}, {"modifier", modifier}}}}}; }

}  // namespace

TEST_CASE("all odds of advanced_combat_odds.jsonl come out to 1e-9") { vectors_come_out("advanced_combat_odds.jsonl", 20); }

TEST_CASE("all odds of phased_combat_odds.jsonl come out to 1e-9") { vectors_come_out("phased_combat_odds.jsonl", 12); }

TEST_CASE("phased-combat: a rifleman against a rifleman, in the open, in a settlement and behind the Great Wall") {
    const auto close = [](double a, double b) { return std::abs(a - b) < 0.5e-6; };
    const auto open = chances("phased-combat", setup_of("1 riflemen", "1 riflemen"), Policy::best);
    CHECK(near(open.attacker, 26357.0 / 83349));
    CHECK(near(open.defender, 26357.0 / 83349));
    const auto settled = chances("phased-combat", setup_of("1 riflemen", "1 riflemen", {{"settlement", true}}), Policy::best);
    CHECK(close(settled.attacker, 0.160975));
    CHECK(close(settled.defender, 0.591716));
    CHECK(close(settled.nobody, 0.247309));
    const auto walled = chances("phased-combat", setup_of("1 riflemen", "1 riflemen", {{"settlement", true}, {"great_wall", true}}), Policy::best);
    CHECK(close(walled.attacker, 0.037708));
    CHECK(close(walled.defender, 0.888730));
    CHECK(close(walled.nobody, 0.073562));
}

TEST_CASE("phased-combat: two swordsmen against two") {
    for (const auto policy : {Policy::best, Policy::listed}) {
        const auto found = chances("phased-combat", setup_of("2 swordsmen", "2 swordsmen"), policy);
        CHECK(near(found.attacker, 131.0 / 315));
        CHECK(near(found.defender, 131.0 / 315));
        CHECK(near(found.nobody, 53.0 / 315));
    }
}

TEST_CASE("phased-combat: odds between the two rolls of a phase know the first, and those before a decision the policy's") {
    auto battle = shipped_rulesets().find("phased-combat")->create(setup_of("1 riflemen", "1 riflemen")).value();
    std::vector<Event> events;
    battle->begin(events);
    battle->apply(Rolled{0, {1, 2, 3}}, events);  // the defender's last dice, each a hit at 3
    for (const auto policy : {Policy::best, Policy::listed}) {
        const auto found = solved(*battle->odds(policy));
        REQUIRE(found->chances.size() == 2);
        CHECK(near(found->chances.at({0, "annihilation", {1, 0}}), 7.0 / 8));
        CHECK(near(found->chances.at({-1, "mutual_destruction", {0, 0}}), 1.0 / 8));
    }
    // One hit, to be stated: on the catapult or on the swordsman, who fires three times as well.
    battle = shipped_rulesets().find("phased-combat")->create(setup_of("9 catapults", "1 swordsmen, 1 catapults")).value();
    battle->begin(events);
    battle->apply(Rolled{0, {1, 6, 6, 6, 6, 6, 6, 6, 6}}, events);
    battle->apply(Rolled{1, {6}}, events);
    REQUIRE(std::holds_alternative<std::vector<Ask>>(battle->need()));
    const auto before = solved(*battle->odds(Policy::best));
    const auto after = battle->clone();
    after->apply(Decided{{Json{{"class", "infantry"}}}}, events);
    const auto stated = solved(*after->odds(Policy::best));
    CHECK(battle->choose(0, Policy::best) == Json{{"class", "infantry"}});
    for (const auto& [ending, chance] : stated->chances) CHECK(near(before->chances.at(ending), chance));
}

TEST_CASE("the author's 6.1 % and 0.9 %: a lone +2 against five, a lone +3 against ten") {
    const double six = chances("advanced-combat", setup_of("1 heroes", "5 swordsmen", heroes(2)), Policy::best).attacker;
    CHECK(near(six, 1024.0 / 16807));
    CHECK(std::round(six * 1000) == 61);
    const double nine = chances("advanced-combat", setup_of("1 heroes", "10 swordsmen", heroes(3)), Policy::best).attacker;
    CHECK(near(nine, 9765625.0 / 1073741824));
    CHECK(std::round(nine * 1000) == 9);
}
