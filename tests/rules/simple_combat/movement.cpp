// Where units can go (E3, E6), against a slow flood of its own, and what is wrong with other ways.
#include "rules/simple_combat/movement.hpp"

#include <map>

#include "rules/simple_combat/turn.hpp"
#include "tests/rules/simple_combat/field.hpp"
#include "tests/rules/simple_combat/random_setup.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::simple_combat;

namespace {

/// Neighbours by geometry: hexes at distance 1, squares that touch, without the corner between two impassable cells.
bool adjacent(const Board& board, int from, int to) {
    const Place a = board.place_of(from);
    const Place b = board.place_of(to);
    const int x = b[0] - a[0];
    const int y = b[1] - a[1];
    if (board.grid() == Grid::hex) return x * x + x * y + y * y == 1;
    if (x * x > 1 || y * y > 1 || (x == 0 && y == 0)) return false;
    if (x == 0 || y == 0) return true;
    return !board.blocked(*board.cell_at({b[0], a[1]})) || !board.blocked(*board.cell_at({a[0], b[1]}));
}

/// The least cost to every cell where the unit can stay, by widening a set step by step over all pairs of cells.
std::map<int, int> slow_flood(const Game& game, const State& state, int unit) {
    std::map<int, int> reached{{state.body(unit).cell, 0}};
    std::map<int, int> out;
    for (int cost = 1; cost <= game.profile(unit).move; ++cost) {
        std::map<int, int> wider = reached;
        for (const auto& [from, before] : reached)
            for (int to = 0; to < game.board.cells(); ++to) {
                const int there = state.occupant_of(to);
                const bool enemy = there >= 0 && game.seat_of(there) != game.seat_of(unit);
                if (game.board.blocked(to) || enemy || !adjacent(game.board, from, to) || before + game.terrain_at(to).cost > cost) continue;
                if (wider.emplace(to, cost).second && there < 0) out[to] = cost;
            }
        reached = wider;
    }
    return out;
}

}  // namespace

TEST_CASE("the cells that a unit reaches, and at what cost, are those of a slow flood; their paths are legal and cost that") {
    Flood flood;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        SeededChance chance(seed);
        const Game game = game_of(random_simple_setup(chance, false));
        const State state = start_state(game);
        for (int unit = 0; unit < game.end_of(south); ++unit) {
            CAPTURE(seed);
            CAPTURE(unit);
            flood.spread(game, state, unit);
            std::map<int, int> found;
            for (const int cell : flood.reached()) {
                if (state.occupant_of(cell) >= 0) continue;
                found[cell] = flood.cost(cell);
                const auto path = flood.path_to(cell);
                REQUIRE(cost_of(game, state.body(unit).cell, path) == flood.cost(cell));
                REQUIRE(path.back() == cell);
                REQUIRE(check_path(game, state, unit, path).fault == PathFault::none);
            }
            REQUIRE(found == slow_flood(game, state, unit));
        }
    }
}

TEST_CASE("E6: through friends, not through enemies and impassable cells, and one unit in a cell") {
    const Json setup = field({"# # # # #", "n1:scout_car n2:scout_car . s1:scout_car .", "# # # # #"});
    const auto run = battle(setup, {6, 1}, {}, false);
    CHECK(run.pending[0].options.dump() ==
          R"({"grid":"hex","turn":1,"units":[{"at":[0,1],"cells":[[2,1,2]],"move_allowance":8,"through":[[1,1,1]],"unit":"n1"},)"
          R"({"at":[1,1],"cells":[[2,1,1]],"move_allowance":8,"through":[[0,1,1]],"unit":"n2"}]})");
    CHECK(refused_choice(setup, {6, 1}, {move("n1", {{1, 1}})}) == "/path/0: the path ends on [1,1], which is taken by \"n2\"");
    CHECK(refused_choice(setup, {6, 1}, {move("n2", {{2, 1}, {3, 1}})}) == "/path/1: the enemy's \"s1\" is on [3,1]");
    CHECK(refused_choice(setup, {6, 1}, {move("n2", {{2, 1}, {2, 0}})}) == "/path/1: [2,0] is impassable");
    // Where a unit has gone, no other can stay; what it has left is free.
    CHECK(refused_choice(setup, {6, 1}, {move("n2", {{2, 1}}), move("s1", Json::array()), move("n1", {{1, 1}, {2, 1}})}) ==
          "/path/1: the path ends on [2,1], which is taken by \"n2\"");
}

TEST_CASE("E3: a square's step may go to any of eight neighbours, but not between two impassable corners") {
    const Json squares{{"grid", "square"}};
    const auto cells = [&](const std::vector<std::string>& rows) {
        return battle(field(rows, squares), {6, 1}, {}, false).pending[0].options.at("units")[0].at("cells");
    };
    CHECK(cells({"n1:rocket_team #", ". .", "s1:scout_car ."}) == json("[[0,1,1],[1,1,1],[1,2,2]]"));
    CHECK(cells({"n1:rocket_team #", ". #", "# .", "s1:scout_car ."}) == json("[[0,1,1]]"));
    const Json walled = field({"n1:rocket_team #", ". #", "# .", "s1:scout_car ."}, squares);
    CHECK(refused_choice(walled, {6, 1}, {move("n1", {{0, 1}, {1, 2}})}) == "/path/1: the way from [0,1] to [1,2] cuts between two impassable corners");
    // A unit in the corner is no impassable cell.
    CHECK(cells({"n1:rocket_team #", "s1:scout_car ."}) == json("[[1,1,1]]"));
}

TEST_CASE("ways that are no ways are refused with the cell at fault") {
    const Json setup = field({"n1:dual_heavy_tank . . . .", "# . . . s1:scout_car"});
    const auto refused = [&](const Json& path) { return refused_choice(setup, {6, 1}, {move("n1", path)}); };
    CHECK(refused({{2, 0}}) == "/path/0: [2,0] is not next to [0,0]");
    CHECK(refused({{0, 0}}) == "/path/0: [0,0] is not next to [0,0]");
    CHECK(refused({{1, 0}, {0, 0}}) == "/path/1: the path comes to [0,0] twice");
    CHECK(refused({{1, 0}, {2, 0}, {1, 1}, {1, 0}}) == "/path/3: the path comes to [1,0] twice");
    CHECK(refused({{1, 0}, {2, 0}, {3, 0}, {4, 0}}) == "/path/3: the path costs 4; \"n1\" can spend 3");
    CHECK(refused({{0, -1}}) == "/path/0: [0,-1] is outside the field");
    CHECK(refused({{2147483647, 1}}) == "/path/0: [2147483647,1] is outside the field");
    CHECK(refused({{1, 0, 1}}) == "/path/0: expected two integers, got an array");
    CHECK(refused({{0, 1}}) == "/path/0: [0,1] is impassable");
}
