// Lines of sight (E7) against plain geometry: the segment between two centres, clipped with exact fractions by the corners of
// every impassable cell.
#include <algorithm>

#include "rules/simple_combat/sight.hpp"
#include "rules/simple_combat/turn.hpp"
#include "tests/rules/simple_combat/field.hpp"
#include "tests/support/chance.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::simple_combat;

namespace {

/// A point in sixths of the axes: hexes in the oblique plane of [q,r], where their corners are thirds.
struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;
};

std::int64_t cross(Point a, Point b, Point p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

/// The corners of a cell around its centre, in order.
std::vector<Point> corners(Grid grid, Place at) {
    const Point c{at[0] * 6, at[1] * 6};
    if (grid == Grid::square) return {{c.x - 3, c.y - 3}, {c.x + 3, c.y - 3}, {c.x + 3, c.y + 3}, {c.x - 3, c.y + 3}};
    return {{c.x + 4, c.y - 2}, {c.x + 2, c.y + 2}, {c.x - 2, c.y + 4}, {c.x - 4, c.y + 2}, {c.x - 2, c.y - 2}, {c.x + 2, c.y - 4}};
}

/// Corners on either side of the line through a and b, and on it; only for cells that the segment meets at all.
struct Sides {
    int left = 0;
    int right = 0;
    int on = 0;
};

/// Whether the segment from a to b meets the closed polygon: clip its parameter with each edge (Cyrus and Beck).
bool meets(Point a, Point b, const std::vector<Point>& polygon) {
    std::int64_t from_over = 0, from_under = 1, until_over = 1, until_under = 1;
    const bool counter = cross(polygon[0], polygon[1], polygon[2]) > 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        Point p = polygon[i];
        Point q = polygon[(i + 1) % polygon.size()];
        if (!counter) std::swap(p, q);
        const std::int64_t start = cross(p, q, a);  // inside: 0 or more
        const std::int64_t end = cross(p, q, b);
        if (start < 0 && end < 0) return false;
        if (start < 0) {  // enters at start / (start - end)
            if (-start * from_under > from_over * (end - start)) from_over = -start, from_under = end - start;
        } else if (end < 0) {
            if (start * until_under < until_over * (start - end)) until_over = start, until_under = start - end;
        }
    }
    return from_over * until_under <= until_over * from_under;
}

Sides sides(Point a, Point b, const std::vector<Point>& polygon) {
    Sides out;
    for (const auto& corner : polygon) {
        const auto side = cross(a, b, corner);
        (side > 0 ? out.left : side < 0 ? out.right : out.on) += 1;
    }
    return out;
}

/// A cell with corners on both sides of the line is crossed. One that is only touched blocks together with one that is
/// touched from the other side at the same edge or, on squares, at the same corner.
bool clear_by_geometry(const Board& board, int from, int to) {
    const auto point = [&](int cell) { return Point{board.place_of(cell)[0] * 6, board.place_of(cell)[1] * 6}; };
    const Point a = point(from);
    const Point b = point(to);
    std::vector<std::pair<std::vector<Point>, bool>> touched;  // the corners on the line, and on which side the rest is
    for (int cell = 0; cell < board.cells(); ++cell) {
        if (!board.blocked(cell)) continue;
        const auto polygon = corners(board.grid(), board.place_of(cell));
        if (!meets(a, b, polygon)) continue;
        const Sides found = sides(a, b, polygon);
        if (found.left > 0 && found.right > 0) return false;
        std::vector<Point> on;
        for (const auto& corner : polygon)
            if (cross(a, b, corner) == 0) on.push_back(corner);
        const std::size_t least = board.grid() == Grid::hex ? 2 : 1;  // hexes: an edge; a corner alone is passed by
        if (on.size() >= least) touched.emplace_back(on, found.left > 0);
    }
    const auto same = [](const std::vector<Point>& one, const std::vector<Point>& two) {
        return std::ranges::all_of(one, [&](Point p) { return std::ranges::any_of(two, [&](Point q) { return p.x == q.x && p.y == q.y; }); });
    };
    for (const auto& [one, one_left] : touched)
        for (const auto& [two, two_left] : touched)
            if (one_left != two_left && same(one, two)) return false;
    return true;
}

Game random_map(Chance& chance, Grid grid) {
    Game game;
    game.board = Board(grid, chance.between(1, 14), chance.between(1, 14));
    const int one_in = chance.between(2, 12);
    for (int cell = 0; cell < game.board.cells(); ++cell)
        if (chance.one_in(one_in)) game.board.block(cell);
    game.board.link();
    return game;
}

}  // namespace

TEST_CASE("E7: on random maps lines of sight are those of plain geometry, and symmetric") {
    int seen = 0;
    int hidden = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SeededChance chance(seed);
        const Game game = random_map(chance, seed % 2 == 0 ? Grid::hex : Grid::square);
        const State state = start_state(game);
        for (int i = 0; i < 60; ++i) {
            const int from = chance.below(game.board.cells());
            const int to = chance.below(game.board.cells());
            const int range = game.board.range(from, to);
            if (range == 0 || range > range_max || game.board.blocked(from) || game.board.blocked(to)) continue;
            CAPTURE(seed);
            CAPTURE(text_of(game.board.place_of(from)));
            CAPTURE(text_of(game.board.place_of(to)));
            const bool clear = clear_line(game, state, from, to);
            REQUIRE(clear == clear_by_geometry(game.board, from, to));
            REQUIRE(clear == clear_line(game, state, to, from));
            ++(clear ? seen : hidden);
        }
    }
    CHECK(seen > 1000);
    CHECK(hidden > 1000);
}

namespace {

/// Whether the first unit of the north sees the first of the south.
bool sees(const std::vector<std::string>& rows, Json extra = Json::object()) {
    const Game game = game_of(field(rows, std::move(extra)));
    const State state = start_state(game);
    return clear_line(game, state, state.body(0).cell, state.body(game.first_of(south)).cell);
}

const Json squares{{"grid", "square"}};

}  // namespace

TEST_CASE("E7: an impassable cell on the line blocks it, one beside it does not") {
    CHECK(sees({"n1:light_tank . s1:light_tank"}));
    CHECK(!sees({"n1:light_tank # s1:light_tank"}));
    CHECK(sees({"# # #", "n1:light_tank . s1:light_tank", "# # #"}));
    CHECK(!sees({"n1:light_tank . .", ". # .", ". . s1:light_tank"}, squares));
}

TEST_CASE("E7: a line along an edge is blocked only if both sides block") {
    // The cells between are side by side in the middle row, the line runs along their common edge.
    CHECK(sees({". n1:light_tank .", ". . .", ". s1:light_tank ."}));
    CHECK(sees({". n1:light_tank .", "# . .", ". s1:light_tank ."}));
    CHECK(sees({". n1:light_tank .", ". # .", ". s1:light_tank ."}));
    CHECK(!sees({". n1:light_tank .", "# # .", ". s1:light_tank ."}));
    // Two edges, blocked on the left and then on the right: each has a free side.
    CHECK(sees({". n1:light_tank .", "# . .", ". . .", ". # .", ". s1:light_tank ."}));
    // What is outside the field is no impassable cell.
    CHECK(sees({"n1:light_tank .", "# .", "s1:light_tank ."}));
}

TEST_CASE("E7: on squares a line through a corner is blocked only if both sides block") {
    CHECK(sees({"n1:light_tank #", ". s1:light_tank"}, squares));
    CHECK(!sees({"n1:light_tank #", "# s1:light_tank"}, squares));
}

TEST_CASE("E7: units block lines of sight by house rule only") {
    const std::vector<std::string> rows{"n1:light_tank n2:light_tank s1:light_tank s2:light_tank"};
    const auto sees_s2 = [&](const Json& house_rules) {
        const Game game = game_of(field(rows, {{"house_rules", house_rules}}));
        const State state = start_state(game);
        return clear_line(game, state, state.body(1).cell, state.body(3).cell);
    };
    CHECK(sees_s2(Json::object()));
    CHECK(!sees_s2({{"units_block_los", true}}));
}
