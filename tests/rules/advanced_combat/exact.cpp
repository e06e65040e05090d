// Chances that must come out as exact fractions: every roll of the engine is tried, and the phases in which nobody dies
// are solved for instead of played.
#include <cmath>
#include <map>
#include <numeric>

#include "rules/drive.hpp"
#include "tests/rules/play.hpp"
#include "tests/rules/solved.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

struct Fraction {
    std::int64_t over = 0;
    std::int64_t under = 1;
    bool operator==(const Fraction&) const = default;
};

Fraction reduced(std::int64_t over, std::int64_t under) {
    const auto divisor = std::gcd(over, under);
    return {over / divisor, under / divisor};
}
Fraction operator+(Fraction a, Fraction b) {
    const auto divisor = std::gcd(a.under, b.under);
    return reduced(a.over * (b.under / divisor) + b.over * (a.under / divisor), a.under / divisor * b.under);
}
Fraction operator*(Fraction a, Fraction b) {
    const auto x = reduced(a.over, b.under);
    const auto y = reduced(b.over, a.under);
    return {x.over * y.over, x.under * y.under};
}

/// attacker, defender, nobody.
struct Chances {
    Fraction attacker{};
    Fraction defender{};
    Fraction nobody{};
    bool operator==(const Chances&) const = default;
};

doctest::String toString(const Chances& c) {
    const auto text = [](Fraction f) { return std::to_string(f.over) + "/" + std::to_string(f.under) + " "; };
    return (text(c.attacker) + text(c.defender) + text(c.nobody)).c_str();
}

class Solver {
public:
    explicit Solver(Policy policy) : policy_(policy) {}

    Chances solve(const Battle& battle) {
        if (const auto* outcome = outcome_of(battle)) {
            if (!outcome->winner) return {.nobody = {1, 1}};
            return *outcome->winner == 0 ? Chances{.attacker = {1, 1}} : Chances{.defender = {1, 1}};
        }
        const std::string key = key_of(battle);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        std::map<std::string, std::pair<std::int64_t, std::unique_ptr<Battle>>> next;
        std::int64_t rolls = 0;
        each_phase(battle, 1, next, rolls);
        // P = Σ p(next) P(next) + p(idle) P  =>  P = Σ p(next) P(next) / (1 - p(idle))
        const auto idle = next.find(key);
        const std::int64_t moving = rolls - (idle == next.end() ? 0 : idle->second.first);
        Chances sum;
        for (const auto& [each, weighted] : next) {
            if (each == key) continue;
            const auto part = solve(*weighted.second);
            const Fraction share = reduced(weighted.first, moving);
            sum = {sum.attacker + share * part.attacker, sum.defender + share * part.defender, sum.nobody + share * part.nobody};
        }
        return known_[key] = sum;
    }

private:
    static std::string key_of(const Battle& battle) {
        const Json view = battle.view(Viewer::spectator());
        return view.at("attacker").at("army").dump() + view.at("defender").at("army").dump() + (outcome_of(battle) ? "over" : "");
    }

    /// All rolls of one phase; those that lead to the same position are counted together.
    void each_phase(const Battle& battle, std::int64_t weight, auto& next, std::int64_t& rolls, bool defended = false) {
        std::vector<Event> events;
        if (!open_asks(battle).empty()) {
            const auto after = battle.clone();
            after->apply(Decided{{after->choose(open_asks(battle).front().seat, policy_)}}, events);
            return each_phase(*after, weight, next, rolls, defended);
        }
        const auto* roll = std::get_if<Roll>(&battle.need());
        if (!roll || (defended && roll->seat == 0)) {
            auto& entry = next[key_of(battle)];
            entry.first += weight;
            rolls += weight;
            entry.second = battle.clone();
            return;
        }
        std::vector<int> dice(static_cast<std::size_t>(roll->dice()), 1);
        for (;;) {
            std::int64_t ways = weight;
            for (const int die : dice) ways *= die == 5 ? 2 : 1;  // a six is a five
            const auto after = battle.clone();
            after->apply(Rolled{0, dice}, events);
            events.clear();
            each_phase(*after, ways, next, rolls, roll->seat == 1);
            std::size_t i = 0;
            while (i < dice.size() && dice[i] == 5) dice[i++] = 1;
            if (i == dice.size()) return;
            ++dice[i];
        }
    }

    Policy policy_;
    std::map<std::string, Chances> known_{};
};

Chances chances(const Json& setup, Policy policy = Policy::best) {
    auto battle = shipped_rulesets().find("advanced-combat")->create(setup).value();
    std::vector<Event> events;
    battle->begin(events);
    return Solver(policy).solve(*battle);
}

Json strong(int modifier) { return {{"roster", {{{"unit", "heroes"}, {"class", "infantry"}, {"era", 1}, {"modifier", modifier}}}}}; }

}  // namespace

TEST_CASE("one swordsman against another wins 2/5, loses 2/5, and 1/5 nobody wins") {
    CHECK(chances(setup_of("1 swordsmen", "1 swordsmen")) == Chances{{2, 5}, {2, 5}, {1, 5}});
}

TEST_CASE("a lone +2 unit beats five plain ones 1024 times in 16807: the author's 6.1 %") {
    CHECK(chances(setup_of("1 heroes", "5 swordsmen", strong(2))).attacker == Fraction{1024, 16807});
    CHECK(chances(setup_of("5 swordsmen", "1 heroes", strong(2))).defender == Fraction{1024, 16807});
}

TEST_CASE("a lone +3 unit beats ten plain ones 9765625 times in 1073741824: the author's 0.9 %") {
    CHECK(chances(setup_of("1 heroes", "10 swordsmen", strong(3))).attacker == Fraction{9765625, 1073741824});
}

TEST_CASE("a catapult against a chariot wins 4/7, loses 1/7") { CHECK(chances(setup_of("1 catapults", "1 chariots")) == Chances{{4, 7}, {1, 7}, {2, 7}}); }

TEST_CASE("two swordsmen against two: 1129/2625 each") {
    const auto both = chances(setup_of("2 swordsmen", "2 swordsmen"));
    CHECK(both.attacker == Fraction{1129, 2625});
    CHECK(both.defender == Fraction{1129, 2625});
}

TEST_CASE("a knight against four swordsmen in a medieval settlement: nobody wins, with certainty") {
    CHECK(chances(setup_of("1 knights", "4 swordsmen", {{"settlement", {{"current_era", 2}}}})) == Chances{.nobody = {1, 1}});
}

TEST_CASE("odds know the air support that was declared before the wave is chosen") {
    const auto* ruleset = shipped_rulesets().find("advanced-combat");
    const Json setup = setup_of("1 swordsmen, 1 tanks / 1 stealth_aircraft", "2 tanks, 1 machine_gunners", {{"house_rules", {{"support_first", true}}}});
    const auto chance = [&](const char* supported) {
        const auto battle = ruleset->create(setup).value();
        std::vector<Event> events;
        battle->begin(events);
        battle->apply(Decided{{Json{{"class", supported}}}}, events);
        REQUIRE(open_asks(*battle).front().kind == "wave");
        const auto model = battle->odds(Policy::best);
        const auto wins = [](const auto& chances) {
            double sum = 0;
            for (const auto& [ending, each] : chances) sum += ending.winner == 0 ? static_cast<double>(each) : 0;
            return sum;
        };
        const double exact = wins(solved(*model)->chances);
        constexpr int runs = 20'000;
        std::map<Ending, int> endings;
        Random random(1);
        auto patience = Patience::endless();
        for (int i = 0; i < runs; ++i) ++endings[model->play(random, patience).value()];
        CHECK(std::abs(wins(endings) / runs - exact) < 0.015);
        return exact;
    };
    // The aircraft dies with the swordsman, who is first to go.
    CHECK(chance("cavalry") > chance("infantry") + 0.05);
}
