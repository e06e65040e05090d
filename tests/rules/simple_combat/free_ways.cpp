// Ways over a free field (E21), against floods of all points; and how policies move on it.
#include <doctest/doctest.h>

#include <queue>

#include "rules/simple_combat/movement.hpp"
#include "rules/simple_combat/tactics.hpp"
#include "rules/simple_combat/turn.hpp"
#include "tests/rules/simple_combat/field.hpp"
#include "tests/rules/simple_combat/random_setup.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::simple_combat;

namespace {

/// The first free setup that chance draws.
Json free_setup(Chance& chance) {
    for (;;) {
        Json setup = random_simple_setup(chance);
        if (setup.value("grid", "hex") == "free") return setup;
    }
}

/// The length of a way to each point, in fine parts, by legs of a few tenths at most: never shorter than straight ones.
std::map<int, int> slow_lengths(const Game& game, const State& state, int unit) {
    std::map<int, int> lengths;
    using Next = std::pair<int, int>;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
    queue.emplace(0, state.body(unit).cell);
    while (!queue.empty()) {
        const auto [length, cell] = queue.top();
        queue.pop();
        if (!lengths.emplace(cell, length).second) continue;
        const auto [x, y] = game.board.place_of(cell);
        for (const auto& [across, down] : {Place{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
            const Place to{x + across, y + down};
            const int longer = length + length_of({x, y}, to);
            const auto there = game.board.cell_at(to);
            if (!there || longer > game.profile(unit).move * fine || lengths.contains(*there)) continue;
            bool open = game.board.ground().open({x, y}, to);
            for (int other = 0; other < game.end_of(south); ++other)
                if (game.seat_of(other) != game.seat_of(unit)) open = open && !runs_into({x, y}, to, game.board.place_of(state.body(other).cell));
            if (open) queue.emplace(longer, *there);
        }
    }
    return lengths;
}

}  // namespace

TEST_CASE("E21: the way to a point is legal, and no longer than any way by small steps") {
    int around = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SeededChance chance(seed);
        const Game game = game_of(free_setup(chance));
        const State state = start_state(game);
        const int unit = chance.below(game.end_of(south));
        const auto slow = slow_lengths(game, state, unit);
        for (const auto& [cell, length] : slow) {
            if (cell == state.body(unit).cell || !chance.one_in(20)) continue;
            CAPTURE(seed);
            CAPTURE(text_of(game.board.place_of(cell)));
            const auto path = way_to(game, state, unit, cell);
            REQUIRE(path.has_value() == (stands_on(game, state, unit, game.board.place_of(cell)) < 0));
            if (!path) continue;
            REQUIRE(path->back() == cell);
            REQUIRE(check_path(game, state, unit, *path).fault == PathFault::none);
            REQUIRE(cost_of(game, state.body(unit).cell, *path) <= (length + fine - 1) / fine);
            if (path->size() > 1) ++around;
        }
    }
    CHECK(around > 100);
}

TEST_CASE("E21: the points that options name can be reached at their cost, and are not too many") {
    Flood flood;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SeededChance chance(seed);
        const Game game = game_of(free_setup(chance));
        const State state = start_state(game);
        for (int unit = 0; unit < game.end_of(south); ++unit) {
            CAPTURE(seed);
            flood.spread(game, state, unit);
            REQUIRE(flood.reached().size() <= Routes::places_max);
            int last = 0;
            for (const int cell : flood.reached()) {
                const auto path = flood.path_to(cell);
                REQUIRE(path.back() == cell);
                REQUIRE(check_path(game, state, unit, path).fault == PathFault::none);
                REQUIRE(cost_of(game, state.body(unit).cell, path) == flood.cost(cell));
                REQUIRE(flood.cost(cell) >= last);
                last = flood.cost(cell);
            }
        }
    }
}

TEST_CASE("E11 on a free field: the way to the enemy goes round what is impassable, and a decision looks at so much and no more") {
    const auto game = game_of(json(R"({"grid":"free","width":30,"height":12,
        "polygons":[[[100,20],[110,20],[110,120],[100,120]]],
        "north":{"units":[{"id":"n1","profile":"medium_tank","at":[80,100]}]},
        "south":{"units":[{"id":"s1","profile":"light_tank","at":[250,100]}]}})"));
    State state = start_state(game);
    start_turn(state);
    take_initiative(state, north);
    Tactics tactics;
    const auto step = tactics.choose(game, state);
    CHECK(game.board.place_of(step.cell)[1] < 60);
    CHECK(tactics.looked() <= Tactics::looked_max);
}

TEST_CASE("E21: on the busiest field each of a hundred units is offered some points, and no more than so many") {
    Json setup{
        {"grid", "free"},
        {"width", 30},
        {"height", 30},
        {"polygons", Json::array()},
        {"profiles", {{{"profile", "racer"}, {"move_allowance", 20}, {"armour", 0}, {"damage_capacity", 3}, {"weapons", {"light_gun"}}, {"points", 70}}}}};
    for (int i = 0; i < static_cast<int>(polygons_max); ++i) {  // stars
        const int x = 25 + i % 4 * 80;
        const int y = 50 + i / 4 * 60;
        Json star = Json::array();
        for (const auto& [across, down] : {Place{0, -16}, {4, -6}, {14, -9}, {7, 0}, {14, 9}, {4, 6}, {0, 16}, {-4, 6}, {-14, 9}, {-7, 0}, {-14, -9}, {-4, -6}})
            star.push_back({x + across, y + down});
        setup["polygons"].push_back(std::move(star));
    }
    for (const auto* seat : {"north", "south"})
        for (int i = 0; i < units_max; ++i)
            setup[seat]["units"].push_back(
                {{"id", seat + std::to_string(i)}, {"profile", "racer"}, {"at", {8 + 11 * (i % 25), (*seat == 'n' ? 8 : 265) + 12 * (i / 25)}}});
    const auto game = game_of(setup);
    const State state = start_state(game);
    Flood flood;
    for (int unit = 0; unit < units_max; ++unit) {
        flood.spread(game, state, unit);
        REQUIRE(flood.reached().size() <= Routes::places_max);
        REQUIRE(flood.reached().size() > 20);
    }
    State moving = state;
    start_turn(moving);
    take_initiative(moving, north);
    Tactics tactics;
    for (int decisions = 0; decisions < 10; ++decisions) {
        const auto step = tactics.choose(game, moving);
        REQUIRE(tactics.looked() <= Tactics::looked_max);
        // What patience is told before is no less than what is done, and not out of all proportion to it.
        REQUIRE(tactics.steps() <= Tactics::steps_to_choose(game));
        REQUIRE(tactics.steps() > Tactics::steps_to_choose(game) / 50);
        take_move(game, moving, step.unit, step.cell, step.cost);
    }
}
