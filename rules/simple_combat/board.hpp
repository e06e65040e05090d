// The field: cells, their neighbours, distances. Fixed for a battle.
//
// Places are what players write: axial [q,r] on hexes, [x,y] on squares. Cells are indexes, row by row. Hexes stand on a
// point and their odd rows are shoved right by half a cell ("odd-r"), so that [q,r] is column q + r / 2 (rounded down) of
// row r. On a free field (E20) each point is a cell, [x,y] in tenths of a DU, and its ground takes the place of neighbours.
#pragma once
#include <optional>

#include "rules/simple_combat/ground.hpp"

namespace muster::rules::simple_combat {

enum class Grid { hex, square, free };

inline constexpr int side_max = 60;  ///< cells along a side of the field

class Board {
public:
    Board() = default;
    Board(Grid grid, int width, int height);
    /// A free field.
    Board(int width, int height, std::vector<Polygon> polygons);

    /// Makes a cell impassable. Call link() afterwards.
    void block(int cell) { blocked_[static_cast<std::size_t>(cell)] = true; }
    /// Works out the neighbours.
    void link();

    Grid grid() const { return grid_; }
    int width() const { return width_; }
    int height() const { return height_; }
    int cells() const { return width_ * height_; }
    bool free() const { return grid_ == Grid::free; }
    const Ground& ground() const { return ground_; }
    /// Costs of moves to a DU.
    int scale() const { return free() ? tenths : 1; }
    bool blocked(int cell) const { return blocked_[static_cast<std::size_t>(cell)]; }

    /// Nothing: outside the field.
    std::optional<int> cell_at(Place place) const {
        if (free()) return ground_.holds(place) ? std::optional(point(place)) : std::nullopt;
        if (place[1] < 0 || place[1] >= height_) return {};
        const int shift = grid_ == Grid::hex ? place[1] >> 1 : 0;
        if (place[0] < -shift || place[0] >= width_ - shift) return {};  // place[0] + shift could overflow
        return place[1] * width_ + place[0] + shift;
    }
    Place place_of(int cell) const { return free() ? Place{cell % stride, cell / stride} : places_[static_cast<std::size_t>(cell)]; }

    /// The cell of a point of a free field. Precondition: a base can be there.
    static int point(Place place) { return place[1] * stride + place[0]; }

    static constexpr std::size_t directions_max = 8;  ///< from no cell lead more steps
    /// Where one step leads: cells that are not impassable, on squares without cutting between two impassable corners (E3).
    std::span<const int> neighbours(int cell) const {
        const auto index = static_cast<std::size_t>(cell);
        return {steps_.data() + index * directions_max, steps_count_[index]};
    }

    /// Whether two cells have an edge in common or, on squares, a corner; on a free field whether bases are at most half a DU apart, across and
    /// down each.
    bool touch(int one, int other) const;

    /// In units of distance (E3): steps on hexes, otherwise the straight line rounded up.
    int range(int from, int to) const;

private:
    static constexpr int stride = side_max * tenths + 1;  ///< points in a row of a free field

    Grid grid_ = Grid::hex;
    int width_ = 0;
    int height_ = 0;
    std::vector<Place> places_{};
    std::vector<bool> blocked_{};
    std::vector<int> steps_{};
    std::vector<std::size_t> steps_count_{};
    Ground ground_{};
};

}  // namespace muster::rules::simple_combat
