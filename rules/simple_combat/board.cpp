#include "rules/simple_combat/board.hpp"

#include <algorithm>
#include <cstdlib>

namespace muster::rules::simple_combat {

namespace {

constexpr std::array<Place, 6> hex_steps{{{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}};
constexpr std::array<Place, 8> square_steps{{{1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

Place moved(Place from, int first, int second) { return {from[0] + first, from[1] + second}; }

}  // namespace

Board::Board(Grid grid, int width, int height) : grid_(grid), width_(width), height_(height), blocked_(static_cast<std::size_t>(width * height), false) {
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) places_.push_back({grid == Grid::hex ? column - (row >> 1) : column, row});
    link();
}

Board::Board(int width, int height, std::vector<Polygon> polygons)
    : grid_(Grid::free), width_(width), height_(height), ground_(width, height, std::move(polygons)) {}

void Board::link() {
    steps_.assign(places_.size() * directions_max, 0);
    steps_count_.assign(places_.size(), 0);
    const auto impassable = [&](Place place) {
        const auto cell = cell_at(place);
        return cell && blocked(*cell);
    };
    const auto directions = grid_ == Grid::hex ? std::span<const Place>(hex_steps) : std::span<const Place>(square_steps);
    for (std::size_t from = 0; from < places_.size(); ++from) {
        const Place place = places_[from];
        for (const auto& [first, second] : directions) {
            const auto to = cell_at(moved(place, first, second));
            if (!to || blocked(*to)) continue;
            const bool diagonal = grid_ == Grid::square && first != 0 && second != 0;
            if (diagonal && impassable(moved(place, first, 0)) && impassable(moved(place, 0, second))) continue;  // E3
            steps_[from * directions_max + steps_count_[from]++] = *to;
        }
    }
}

bool Board::touch(int one, int other) const {
    const Place a = place_of(one);
    const Place b = place_of(other);
    const int first = std::abs(b[0] - a[0]);
    const int second = std::abs(b[1] - a[1]);
    const int most = free() ? tenths + base_half : 1;
    return one != other && (grid_ == Grid::hex ? range(one, other) == 1 : first <= most && second <= most);
}

int Board::range(int from, int to) const {
    const Place a = place_of(from);
    const Place b = place_of(to);
    const int first = b[0] - a[0];
    const int second = b[1] - a[1];
    if (grid_ == Grid::hex) return std::max({std::abs(first), std::abs(second), std::abs(first + second)});
    int range = std::max(std::abs(first), std::abs(second));
    range = (range + scale() - 1) / scale();
    while (range * range * scale() * scale() < first * first + second * second) ++range;
    return range;
}

}  // namespace muster::rules::simple_combat
