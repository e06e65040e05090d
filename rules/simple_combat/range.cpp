#include "rules/simple_combat/range.hpp"

#include <algorithm>
#include <cstdlib>

namespace muster::rules::simple_combat {

namespace {

/// A distance as a ruler has it: its square is over / under.
struct Square {
    int over = 0;
    int under = 1;
};

/// From the centre of a square to the nearest point of another that is so far away.
Square to_edge_of_square(int across, int down) {
    const auto short_of = [](int by) { return std::max(2 * std::abs(by) - 1, 0); };
    return {short_of(across) * short_of(across) + short_of(down) * short_of(down), 4};
}

/// On hexes a cell is `along` and `aside` steps away, in two directions next to each other, along >= aside: all others are its mirror images. Its
/// nearest point is the middle of the edge that it turns to the origin if it lies straight ahead, otherwise that edge's nearer end.
Square to_edge_of_hex(int first, int second) {
    std::array<int, 3> steps{std::abs(first), std::abs(second), std::abs(first + second)};
    std::ranges::sort(steps);
    const auto [aside, along, sum] = steps;
    const int ahead = along + sum - 1;
    if (aside == 0) return {ahead * ahead, 4};
    return {3 * ahead * ahead + (3 * aside - 1) * (3 * aside - 1), 12};
}

/// The fewest DU of `scale` cells that hold the distance.
int rounded_up(Square distance, int scale) {
    int range = 1;
    while (range * range * scale * scale * distance.under < distance.over) ++range;
    return range;
}

/// On a free field, in twentieths of a DU.
Square to_edge_of_base(int across, int down) {
    const auto short_of = [](int by) { return 2 * std::max(std::abs(by) - base_half, 0); };
    return {short_of(across) * short_of(across) + short_of(down) * short_of(down), 4 * tenths * tenths};
}

Square between(const Game& game, int first, int second) {
    if (game.board.free()) return game.sight_to_edge ? to_edge_of_base(first, second) : Square{first * first + second * second, tenths * tenths};
    const bool hex = game.board.grid() == Grid::hex;
    if (game.sight_to_edge) return hex ? to_edge_of_hex(first, second) : to_edge_of_square(first, second);
    const int steps = std::max({std::abs(first), std::abs(second), std::abs(first + second)});
    return {hex ? steps * steps : first * first + second * second};
}

}  // namespace

int fire_range(const Game& game, int from, int to) {
    if (game.plain_ranges()) return game.board.range(from, to);
    if (from == to) return 0;
    const Place a = game.board.place_of(from);
    const Place b = game.board.place_of(to);
    return rounded_up(between(game, b[0] - a[0], b[1] - a[1]), game.fire_scale);
}

}  // namespace muster::rules::simple_combat
