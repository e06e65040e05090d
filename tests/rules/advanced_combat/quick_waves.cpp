// The searches that take time by the number of types against those that go piece by piece: the same waves, not only as good ones.
#include <doctest/doctest.h>

#include "rules/advanced_combat/setup.hpp"
#include "rules/advanced_combat/standoff.hpp"
#include "tests/rules/advanced_combat/piece_by_piece.hpp"
#include "tests/rules/advanced_combat/random_setup.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::advanced_combat;

namespace {

/// Battles from very small to such with many types and pieces; house rules of all kinds, penalties, weak units.
std::shared_ptr<const Table> some_table(Chance& chance) {
    const SetupSize size{.types_max = chance.between(1, 12), .count_max = chance.one_in(3) ? 60 : 6, .planes_max = chance.between(1, 8)};
    Json setup = random_setup(chance, size);
    if (chance.one_in(2)) setup["settlement"] = {{"current_era", chance.between(1, 4)}};
    if (setup.contains("roster"))
        for (auto& entry : setup["roster"])
            if (entry.contains("era")) entry["modifier"] = chance.between(-10, chance.one_in(2) ? -4 : 5);
    return read_setup(setup).value();
}

Position some_position(const Game& game, Chance& chance) {
    Position position{{game.sides[0].start, game.sides[1].start}};
    for (auto& force : position.force) {
        const Force before = force;
        for (auto& count : force.units) count = count == 0 ? 0 : chance.between(0, count);
        for (auto& count : force.aircraft) count = count == 0 ? 0 : chance.between(0, count);
        if (sum(force.units, force.units.size()) == 0) force = before;
    }
    return position;
}

}  // namespace

TEST_CASE("A17: the wave that is found type by type is the one that is found piece by piece, for every size") {
    WaveFinder finder;
    int waves = 0;
    for (std::uint64_t seed = 0; seed < 6'000; ++seed) {
        SeededChance chance(seed);
        const auto table = some_table(chance);
        const auto& game = table->game;
        const auto position = some_position(game, chance);
        for (const int seat : {attacker, defender})
            for (const auto measure : {expected_total, all_fives}) {
                const int size = chance.between(1, ground_units(game, position, seat));
                finder.search(game, position, seat, size, measure);
                const auto expected = best_wave(game, position, seat, size, measure);
                CAPTURE(seed);
                CAPTURE(seat);
                CAPTURE(size);
                REQUIRE(finder.value() == expected.value);
                REQUIRE(finder.wave() == expected.units);
                ++waves;
            }
    }
    CHECK(waves == 24'000);
}

TEST_CASE("A12: the stand-off test type by type says what it says piece by piece") {
    WaveFinder finder;
    int can = 0;
    int cannot = 0;
    for (std::uint64_t seed = 0; seed < 30'000; ++seed) {
        SeededChance chance(seed);
        const auto table = some_table(chance);
        const auto position = some_position(table->game, chance);
        for (const int seat : {attacker, defender}) {
            const bool expected = can_kill_piece_by_piece(table->game, position, seat);
            CAPTURE(seed);
            CAPTURE(seat);
            REQUIRE(can_kill(table->game, position, seat, finder) == expected);
            ++(expected ? can : cannot);
        }
    }
    CHECK(can > 1000);
    CHECK(cannot > 1000);
}
