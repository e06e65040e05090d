// Ranges and lines of sight (E7, E12) against plain geometry: the segment from a centre, clipped with exact fractions by the corners of
// every impassable cell.
#include <algorithm>
#include <cmath>

#include "rules/simple_combat/range.hpp"
#include "rules/simple_combat/sight.hpp"
#include "rules/simple_combat/turn.hpp"
#include "tests/rules/simple_combat/field.hpp"
#include "tests/support/chance.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::simple_combat;

namespace {

/// A point in twelfths of the axes: hexes in the oblique plane of [q,r], where their corners are thirds.
struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;
};

std::int64_t cross(Point a, Point b, Point p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

/// The corners of a cell around its centre, in order.
std::vector<Point> corners(Grid grid, Place at) {
    const Point c{at[0] * 12, at[1] * 12};
    if (grid == Grid::square) return {{c.x - 6, c.y - 6}, {c.x + 6, c.y - 6}, {c.x + 6, c.y + 6}, {c.x - 6, c.y + 6}};
    return {{c.x + 8, c.y - 4}, {c.x + 4, c.y + 4}, {c.x - 4, c.y + 8}, {c.x - 8, c.y + 4}, {c.x - 4, c.y - 4}, {c.x + 4, c.y - 8}};
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

Point centre(const Board& board, int cell) { return {board.place_of(cell)[0] * 12, board.place_of(cell)[1] * 12}; }

/// A cell with corners on both sides of the line is crossed. One that is only touched blocks together with one that is
/// touched from the other side at the same edge or, on squares, at the same corner.
bool clear_by_geometry(const Board& board, int from, Point b) {
    const Point a = centre(board, from);
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
            REQUIRE(clear == clear_by_geometry(game.board, from, centre(game.board, to)));
            REQUIRE(clear == clear_line(game, state, to, from));
            ++(clear ? seen : hidden);
        }
    }
    CHECK(seen > 1000);
    CHECK(hidden > 1000);
}

namespace {

/// In the plane, where a cell is 1 wide.
std::array<double, 2> flat(Grid grid, Point p) {
    const double x = static_cast<double>(p.x) / 12;
    const double y = static_cast<double>(p.y) / 12;
    return grid == Grid::hex ? std::array{x + y / 2, y * std::sqrt(3.0) / 2} : std::array{x, y};
}

double to_segment(std::array<double, 2> p, std::array<double, 2> a, std::array<double, 2> b) {
    const double dx = b[0] - a[0];
    const double dy = b[1] - a[1];
    const double part = std::clamp(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return std::hypot(p[0] - a[0] - part * dx, p[1] - a[1] - part * dy);
}

double to_edge(const Board& board, int from, int to) {
    const auto polygon = corners(board.grid(), board.place_of(to));
    const auto eye = flat(board.grid(), centre(board, from));
    double out = 1e9;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        out = std::min(out, to_segment(eye, flat(board.grid(), polygon[i]), flat(board.grid(), polygon[(i + 1) % polygon.size()])));
    return out;
}

/// E12: the middle, and halfway to the outermost corners as the eye sees them, by their angles; of two in one line the nearer.
std::vector<Point> looked_at(const Board& board, int from, int to) {
    const Point c = centre(board, to);
    const auto eye = flat(board.grid(), centre(board, from));
    const auto middle = flat(board.grid(), c);
    std::vector<Point> out{c};
    for (const int side : {1, -1}) {
        std::tuple<double, double> best{-1e9, 0};
        Point found{};
        for (const auto& corner : corners(board.grid(), board.place_of(to))) {
            const auto at = flat(board.grid(), corner);
            const std::array<double, 2> a{middle[0] - eye[0], middle[1] - eye[1]};
            const std::array<double, 2> b{at[0] - eye[0], at[1] - eye[1]};
            const double angle = side * std::atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
            const std::tuple rank{std::round(angle * 1e9), -std::hypot(b[0], b[1])};
            if (rank > best) best = rank, found = corner;
        }
        out.push_back({(c.x + found.x) / 2, (c.y + found.y) / 2});
    }
    return out;
}

}  // namespace

TEST_CASE("E12: to the edge, on random maps ranges and lines of sight are those of plain geometry") {
    int seen = 0;
    int hidden = 0;
    int one_way = 0;
    int edge_alone = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SeededChance chance(seed);
        Game game = random_map(chance, seed % 2 == 0 ? Grid::hex : Grid::square);
        const State state = start_state(game);
        for (int i = 0; i < 60; ++i) {
            const int from = chance.below(game.board.cells());
            const int to = chance.below(game.board.cells());
            if (from == to || game.board.blocked(from) || game.board.blocked(to)) continue;
            game.fire_scale = 1;
            const bool centre_seen = game.board.range(from, to) <= range_max && clear_line(game, state, from, to);
            game.sight_to_edge = true;
            game.fire_scale = chance.between(1, 3);  // E13
            CAPTURE(seed);
            CAPTURE(text_of(game.board.place_of(from)));
            CAPTURE(text_of(game.board.place_of(to)));
            const int range = fire_range(game, from, to);
            REQUIRE(range == std::max(1, static_cast<int>(std::ceil(to_edge(game.board, from, to) / game.fire_scale - 1e-9))));
            REQUIRE(range == fire_range(game, to, from));
            if (range <= range_max) {
                const auto by_geometry = [&](int a, int b) {
                    return std::ranges::any_of(looked_at(game.board, a, b), [&](Point end) { return clear_by_geometry(game.board, a, end); });
                };
                const bool clear = clear_line(game, state, from, to);
                REQUIRE(clear == by_geometry(from, to));
                if (centre_seen) REQUIRE(clear);
                ++(clear ? seen : hidden);
                one_way += clear != clear_line(game, state, to, from) ? 1 : 0;
                edge_alone += clear && !centre_seen ? 1 : 0;
            }
            game.sight_to_edge = false;
        }
    }
    CHECK(seen > 1000);
    CHECK(hidden > 1000);
    CHECK(one_way > 50);
    CHECK(edge_alone > 500);
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

TEST_CASE("E12: a target whose middle is hidden is seen if a quarter of it shows, as far as its edge") {
    // The rock hides the middle of the target and one side of it.
    const std::vector<std::string> rows{"n1:light_tank . . .", ". # . .", ". . s1:light_tank ."};
    CHECK(!sees(rows, squares));
    CHECK(!sees(rows, {{"grid", "square"}, {"house_rules", {{"sight", "edge"}}}}));
    const std::vector<std::string> beside{"n1:light_tank . # . .", ". . . . s1:light_tank"};
    CHECK(!sees(beside, squares));
    CHECK(sees(beside, {{"grid", "square"}, {"house_rules", {{"sight", "edge"}}}}));
    // Squares: 1.5 is left of 2, so 2; of a diagonal 0.7, so 1 and not 2.
    const auto range = [](const std::vector<std::string>& on, const char* sight) {
        const Game game = game_of(field(on, {{"grid", "square"}, {"house_rules", {{"sight", sight}}}}));
        return fire_range(game, game.units[0].cell, game.units[1].cell);
    };
    CHECK(range({"n1:light_tank . s1:light_tank"}, "edge") == 2);
    CHECK(range({"n1:light_tank .", ". s1:light_tank"}, "centre") == 2);
    CHECK(range({"n1:light_tank .", ". s1:light_tank"}, "edge") == 1);
}

TEST_CASE("E13: with more cells to a weapon's DU it reaches farther, and sees as far") {
    const auto range = [](const char* grid, Place far, int scale) {
        Game game;
        game.board = Board(grid == std::string("hex") ? Grid::hex : Grid::square, 20, 20);
        game.fire_scale = scale;
        return fire_range(game, *game.board.cell_at({0, 0}), *game.board.cell_at(far));
    };
    CHECK(range("hex", {5, 0}, 1) == 5);
    CHECK(range("hex", {5, 0}, 2) == 3);
    CHECK(range("hex", {6, 0}, 3) == 2);
    CHECK(range("square", {5, 5}, 2) == 4);  // 7.07, which is 8 cells
    CHECK(range("square", {9, 0}, 2) == 5);
    const std::vector<std::string> rows{"n1:howitzer_battery . . . . . . . . . . . s1:light_tank"};
    const Game game = game_of(field(rows, {{"house_rules", {{"fire_scale", 2}}}}));
    const State state = start_state(game);
    Sights sights;
    sights.look(game, state);
    CHECK(sights.between(game, 0, 1).range == 6);
    CHECK(sights.between(game, 0, 1).clear);
    const Game walled = game_of(field({"n1:medium_tank . . . . . . # . . . . s1:light_tank"}, {{"house_rules", {{"fire_scale", 2}}}}));
    sights.look(walled, start_state(walled));
    CHECK(!sights.between(walled, 0, 1).clear);
}
