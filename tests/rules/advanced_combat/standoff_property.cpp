// The exact searches of A12 and A17 against a search that tries everything.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <functional>

#include "rules/advanced_combat/setup.hpp"
#include "rules/advanced_combat/standoff.hpp"
#include "rules/advanced_combat/totals.hpp"
#include "tests/rules/advanced_combat/random_setup.hpp"
#include "tests/rules/rapid_chance.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::advanced_combat;

namespace {

/// Calls `visit` with every wave of `size`.
void each_wave(const Counts& living, std::size_t types, int size, const std::function<void(const Counts&)>& visit) {
    Counts wave{};
    const std::function<void(std::size_t, int)> next = [&](std::size_t type, int left) {
        if (type == types) {
            if (left == 0) visit(wave);
            return;
        }
        for (int n = 0; n <= std::min(left, living[type]); ++n) {
            wave[type] = n;
            next(type + 1, left - n);
        }
        wave[type] = 0;
    };
    next(0, size);
}

/// The most that aircraft can add: the supported class and the planes that take part, tried out one by one.
int best_air(const Side& side, const Counts& wave, const Counts& planes, int die) {
    int best = 0;
    for (int arm = 0; arm < arms; ++arm) {
        int units = 0;
        for (std::size_t i = 0; i < side.units.size(); ++i) units += side.units[i].arm == arm ? wave[i] : 0;
        each_wave(planes, side.strengths.size(), std::min(units, sum(planes, side.strengths.size())), [&](const Counts& flying) {
            int value = 0;
            for (std::size_t i = 0; i < side.strengths.size(); ++i) value += flying[i] * side.strengths[i] * die;
            best = std::max(best, value);
        });
    }
    return best;
}

/// The matches of one class, piece by piece.
int matches_of(Cia cia, const std::vector<int>& own, std::vector<int> enemy) {
    std::vector<int> pieces = own;
    std::ranges::sort(pieces);
    if (cia == Cia::oldest_era && !pieces.empty()) pieces.assign(pieces.size(), pieces.front());
    if (cia == Cia::best) std::ranges::reverse(pieces);
    int value = 0;
    for (const int era : pieces) {
        const auto match = cia == Cia::same_era ? std::ranges::find(enemy, era) : enemy.begin();
        if (match == enemy.end()) continue;
        enemy.erase(match);
        value += era;
    }
    return value;
}

int matches(const Game& game, const Side& own, const Counts& wave, const Side& enemy, const Counts& enemy_wave) {
    if (game.fleets) return 0;
    const auto pieces = [](const Side& side, const Counts& counts, int arm) {
        std::vector<int> out;
        for (std::size_t i = 0; i < side.units.size(); ++i)
            if (side.units[i].arm == arm) out.insert(out.end(), static_cast<std::size_t>(counts[i]), side.units[i].era);
        return out;
    };
    constexpr int infantry = 0, cavalry = 1, artillery = 2;
    int value = 0;
    for (const auto& [hunter, prey] : {std::pair(cavalry, infantry), std::pair(infantry, artillery), std::pair(artillery, cavalry)})
        value += matches_of(game.cia, pieces(own, wave, hunter), pieces(enemy, enemy_wave, prey));
    return value;
}

/// Dice at `die`, modifiers, matches and aircraft of `seat`, bonuses counted `point` times.
int full_value(const Game& game, const Position& position, int seat, const Counts& wave, const Counts& enemy_wave, int die, int point) {
    const auto& side = game.side(seat);
    int value = point * matches(game, side, wave, game.side(other(seat)), enemy_wave) + best_air(side, wave, position.of(seat).aircraft, die);
    for (std::size_t i = 0; i < side.units.size(); ++i) value += wave[i] * (die * side.units[i].era + point * side.units[i].modifier);
    return value;
}

bool can_kill_by_trying(const Game& game, const Position& position, int seat) {
    const int foe = other(seat);
    const int units = ground_units(game, position, seat);
    const int foes = ground_units(game, position, foe);
    const int size = std::min(units, foes);
    bool found = false;
    each_wave(position.of(seat).units, game.side(seat).units.size(), size, [&](const Counts& own) {
        each_wave(position.of(foe).units, game.side(foe).units.size(), size, [&](const Counts& enemy) {
            int total = full_value(game, position, seat, own, enemy, 5, 1) + science_bonus(game, seat, size);
            if (seat == attacker) total -= game.settlement_penalty * (foes + (game.air_defends ? sum(position.of(foe).aircraft, types_max) : 0));
            int cheapest = 20;
            for (std::size_t i = 0; i < game.side(foe).units.size(); ++i)
                if (enemy[i] > 0) cheapest = std::min(cheapest, 5 * game.side(foe).units[i].era);
            found = found || total >= cheapest;
        });
    });
    return found;
}

Json harsh_setup(Chance& chance) {
    Json setup = random_setup(chance, {.types_max = 4, .count_max = 3, .planes_max = 2});
    // Penalties and weak units, so that both answers are common.
    if (chance.one_in(2)) setup["settlement"] = {{"current_era", chance.between(1, 4)}};
    if (chance.one_in(2) && setup.contains("roster"))
        for (auto& entry : setup["roster"]) entry["modifier"] = chance.between(-10, -4);
    return setup;
}

Position random_position(const Game& game, Chance& chance) {
    Position position{{game.sides[0].start, game.sides[1].start}};
    for (auto& force : position.force) {
        const Force before = force;
        for (auto& count : force.units) count = count == 0 ? 0 : chance.between(0, count);
        if (sum(force.units, force.units.size()) == 0) force = before;
    }
    return position;
}

}  // namespace

TEST_CASE("A12: the stand-off test agrees with trying all waves and all air support") {
    CHECK(rc::check([] {
        RapidChance chance;
        const auto table = read_setup(harsh_setup(chance)).value();
        const auto position = random_position(table->game, chance);
        WaveFinder finder;
        const bool a = can_kill_by_trying(table->game, position, attacker);
        const bool d = can_kill_by_trying(table->game, position, defender);
        RC_TAG(std::string(a ? "attacker can" : "attacker cannot") + (d ? ", defender can" : ", defender cannot"));
        RC_ASSERT(can_kill(table->game, position, attacker, finder) == a);
        RC_ASSERT(can_kill(table->game, position, defender, finder) == d);
        RC_ASSERT(stuck(table->game, position, finder) == (!a && !d));
    }));
}

TEST_CASE("A12: the stand-off test agrees with trying everything over many seeds") {
    int cannot = 0;
    int neither = 0;
    for (std::uint64_t seed = 0; seed < 40'000; ++seed) {
        SeededChance chance(seed);
        const auto table = read_setup(harsh_setup(chance)).value();
        const auto position = random_position(table->game, chance);
        WaveFinder finder;
        std::array<bool, 2> can{};
        for (const int seat : {attacker, defender}) {
            can[static_cast<std::size_t>(seat)] = can_kill_by_trying(table->game, position, seat);
            cannot += can[static_cast<std::size_t>(seat)] ? 0 : 1;
            CAPTURE(seed);
            CAPTURE(seat);
            REQUIRE(can_kill(table->game, position, seat, finder) == can[static_cast<std::size_t>(seat)]);
        }
        neither += !can[0] && !can[1] ? 1 : 0;
    }
    CHECK(cannot > 3000);
    CHECK(neither > 100);
}

TEST_CASE("A17: the best wave is one of the best, whatever the house rule") {
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        SeededChance chance(seed);
        const auto table = read_setup(random_setup(chance, {.types_max = 5, .count_max = 3, .planes_max = 2})).value();
        const auto& game = table->game;
        const auto position = random_position(game, chance);
        for (const int seat : {attacker, defender}) {
            const int size = ground_units(game, position, other(seat));
            if (ground_units(game, position, seat) <= size) continue;
            const auto& enemy = position.of(other(seat)).units;
            int most = std::numeric_limits<int>::min();
            each_wave(position.of(seat).units, game.side(seat).units.size(), size,
                      [&](const Counts& wave) { most = std::max(most, full_value(game, position, seat, wave, enemy, 10, 3)); });
            WaveFinder finder;
            finder.search(game, position, seat, size, expected_total);
            CAPTURE(seed);
            CAPTURE(seat);
            REQUIRE(finder.value() == most);
            REQUIRE(sum(finder.wave(), types_max) == size);
            REQUIRE(full_value(game, position, seat, finder.wave(), enemy, 10, 3) == most);
        }
    }
}
