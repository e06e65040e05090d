// What every ruleset's odds must keep: they are the odds of the battle that is played.
#include <doctest/doctest.h>

#include <cmath>

#include "rules/drive.hpp"
#include "rules/odds/played_model.hpp"
#include "tests/rules/solved.hpp"
#include "tests/rules/subjects.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

constexpr std::int64_t situations_max = 2'000;

/// A random battle, played on by random choices for a while; not over.
std::unique_ptr<Battle> some_battle(const Subject& subject, std::uint64_t seed, int inputs) {
    SeededChance chance(seed);
    auto battle = subject.ruleset->create(subject.setup(chance)).value();
    std::vector<Event> events;
    Random random(seed);
    battle->begin(events);
    for (int i = 0; !outcome_of(*battle); ++i) {
        const auto before = battle->clone();
        if (const auto* roll = std::get_if<Roll>(&battle->need())) {
            Rolled rolled{0, {}};
            for (int n = roll->dice(); n > 0; --n) rolled.values.push_back(random.die());
            battle->apply(rolled, events);
        } else if (i >= inputs) {
            return battle;
        } else {
            Decided decided;
            for (const auto& ask : open_asks(*battle)) decided.choices.push_back(battle->random_choice(ask.seat, random));
            battle->apply(decided, events);
        }
        if (outcome_of(*battle)) return before->clone();
    }
    return battle;
}

std::string text_of(const Ending& e) {
    std::string out = std::to_string(e.winner) + ' ' + e.reason;
    for (const int count : e.survivors) out += ' ' + std::to_string(count);
    return out;
}

}  // namespace

TEST_CASE("a simulated battle ends as the real one does with the same dice, from wherever it stands") {
    auto patience = Patience::endless();
    for (const auto* subject : subjects())
        for (std::uint64_t seed = 0; seed < 2000; ++seed) {
            const auto battle = some_battle(*subject, seed, static_cast<int>(seed % 7));
            for (const auto policy : {Policy::best, Policy::listed, Policy::preset}) {
                CAPTURE(subject->ruleset->id());
                CAPTURE(seed);
                Random dice(seed);
                Random same_dice(seed);
                const auto played = played_model(battle->clone(), policy == Policy::best ? subject->odds_of_best : policy, false)->play(dice, patience).value();
                REQUIRE(text_of(battle->odds(policy)->play(same_dice, patience).value()) == text_of(played));
                REQUIRE(dice.bits() == same_dice.bits());
            }
        }
}

TEST_CASE("exact odds and simulated ones agree within four standard errors") {
    constexpr int runs = 5'000;
    auto patience = Patience::endless();
    for (const auto* subject : subjects()) {
        int compared = 0;
        int beyond_three = 0;
        for (std::uint64_t seed = 0; compared < 100 && seed < 2000; ++seed) {
            const auto battle = some_battle(*subject, seed, seed % 2 == 0 ? 0 : static_cast<int>(seed % 5));
            const auto model = battle->odds(seed % 3 == 0 ? Policy::listed : Policy::preset);
            if (!model->exact()) continue;
            const auto exact = solved(*model, situations_max);
            if (!exact) continue;
            ++compared;
            std::map<int, double> wins;
            double sum = 0;
            for (const auto& [ending, chance] : exact->chances) {
                wins[ending.winner] += chance;
                sum += chance;
            }
            std::map<int, int> won;
            Random random(~seed);
            for (int i = 0; i < runs; ++i) {
                const auto ending = model->play(random, patience).value();
                ++won[ending.winner];
                CAPTURE(text_of(ending));
                REQUIRE(exact->chances.contains(ending));
            }
            CAPTURE(subject->ruleset->id());
            CAPTURE(seed);
            REQUIRE(std::abs(sum - 1) < 1e-12);
            for (const auto& [winner, chance] : wins) {
                const double error = std::sqrt(chance * std::max(0.0, 1 - chance) / runs) + 1.0 / runs;
                const double off = std::abs(static_cast<double>(won[winner]) / runs - chance);
                REQUIRE(off < 4 * error);
                beyond_three += off > 3 * error;
            }
        }
        CAPTURE(subject->ruleset->id());
        CHECK(beyond_three < 5);
        CHECK(compared == 100);
    }
}
