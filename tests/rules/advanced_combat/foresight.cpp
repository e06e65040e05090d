// How the player `best` decides (A19): it beats the others, keeps its best units back, and takes no longer for ten thousand pieces.
#include "rules/advanced_combat/foresight.hpp"

#include "rules/advanced_combat/ruleset.hpp"
#include "rules/advanced_combat/setup.hpp"
#include "tests/rules/play.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;
using namespace muster::rules::advanced_combat;

namespace {

/// A policy, or nothing: at random.
using Player = std::optional<Policy>;

/// Points of `best` in a hundred battles of a preset from each seat, each with the same dice.
double points(const Json& setup, Player other_player) {
    double out = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        for (const Seat best : {0, 1}) {
            Random random(seed);
            const auto outcome = played_out(ruleset(), setup, random, [&](const Battle& battle, const Ask& ask) -> Json {
                return ask.seat == best || other_player ? battle.choose(ask.seat, ask.seat == best ? Policy::best : *other_player)
                                                        : battle.random_choice(ask.seat, random);
            });
            out += outcome.winner ? (*outcome.winner == best ? 1 : 0) : 0.5;
        }
    return out;
}

}  // namespace

TEST_CASE("over all presets best beats the default, the listed order and chance") {
    const Json presets = ruleset().catalog().at("presets");
    const auto share = [&](Player other_player) {
        double sum = 0;
        for (const auto& preset : presets) sum += points(preset.at("setup"), other_player);
        return sum / (200.0 * static_cast<double>(presets.size()));
    };
    // Of 1,200 battles: 0.5 is more than three standard errors away.
    CHECK(share(Policy::preset) > 0.7);
    CHECK(share(Policy::listed) > 0.6);
    CHECK(share(std::nullopt) > 0.55);
}

TEST_CASE("A19: the oldest step forward first, and of the era that has not room enough each type by its share") {
    const auto table = read_setup(setup_of("4 tanks, 6 riflemen, 3 cannons, 3 dragoons+, 2 knights", "8 tanks")).value();
    const auto& side = table->game.side(attacker);
    const auto wave = [&](int size) {
        const Counts units = shared_wave(side, side.start.units, size);
        return std::vector<int>(units.begin(), units.begin() + 5);
    };
    CHECK(wave(1) == std::vector{0, 0, 0, 0, 1});
    CHECK(wave(2) == std::vector{0, 0, 0, 0, 2});
    CHECK(wave(6) == std::vector{0, 2, 1, 1, 2});
    CHECK(wave(14) == std::vector{0, 6, 3, 3, 2});
    CHECK(wave(17) == std::vector{3, 6, 3, 3, 2});
    for (int size = 1; size <= 18; ++size) CHECK(sum(shared_wave(side, side.start.units, size), types_max) == size);
}

TEST_CASE("A19: the most that armies may hold is shared out without a piece too many") {
    std::string riflemen;
    for (int i = 0; i < 9; ++i) riflemen += "1000 riflemen, ";  // in one entry there may be no more
    const auto table = read_setup(setup_of(riflemen + "998 riflemen, 1 riflemen+, 1 cannons", "1 pikemen")).value();
    const auto& side = table->game.side(attacker);
    for (const int size : {1, 2, 4'999, 9'998, 9'999, 10'000}) {
        const Counts wave = shared_wave(side, side.start.units, size);
        CHECK(sum(wave, types_max) == size);
        for (std::size_t i = 0; i < 3; ++i) CHECK((wave[i] >= 0 && wave[i] <= side.start.units[i]));
    }
}

TEST_CASE("A19: what no wave of one can kill lives on, whatever its modifier") {
    // A howitzer bears 20; an enhanced rifleman that hunts it comes to 15 + 3 + 1. A cannon that hunts the tank comes to 15 + 3 + 2.
    const auto table = read_setup(setup_of("1 tanks+, 1 howitzers", "3 riflemen+, 5 cannons+")).value();
    const auto& game = table->game;
    Progress now{.position = start_position(game)};
    now.step = Step::loss_attacker;
    now.wave(attacker).units = now.position.of(attacker).units;
    now.wave(defender).units = shared_wave(game.side(defender), now.position.of(defender).units, 2);
    now.wave(attacker).totals.total = 14;
    now.wave(defender).totals.total = 25;
    const Toll due = toll(game.side(attacker), now.wave(attacker).units, 25);
    REQUIRE(due.splits);
    CHECK(usual_losses(game, attacker, now.wave(attacker), now.wave(defender).units, due).units[1] == 1);
    CHECK(foreseen_losses(game, now, attacker, due).units[0] == 1);
}
