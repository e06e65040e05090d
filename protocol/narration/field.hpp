// The map of a battle on a board, as its description finds it in the setup.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "protocol/narration/line.hpp"
#include "rules/describe/table.hpp"

namespace muster::narration {

class Field {
public:
    using Place = std::array<long long, 2>;
    using Sides = std::span<const rules::describe::Side>;

    Field() = default;
    Field(const rules::describe::BoardDescription& board, const Json& setup);

    /// The map with the units of all sides, the north on top; hex rows are shoved by half a cell, and where there are none each mark stands for a
    /// square of 1 DU. Terrain is a letter each, told below. `marked`: cells as [q,r,…] that are shown with a +.
    std::vector<Line> lines(Sides sides, const Json& marked) const;

private:
    std::vector<Place> covered(const Json& polygons) const;
    void lay_terrain(const Json& kinds);
    Place square_of(Place place) const;
    long long column_of(Place place) const;
    Line row_of(long long row, Sides sides, const std::vector<Place>& marked) const;
    std::size_t pitch() const;

    bool free_ = false;
    bool hex_ = true;
    long long width_ = 0;
    long long height_ = 0;
    std::vector<Place> blocked_{};
    struct Terrain {
        char letter = '?';
        std::string name{};
        std::vector<Place> cells{};
    };
    std::vector<Terrain> terrains_{};
};

/// The units on a board, a line each.
std::vector<Line> unit_lines(Field::Sides sides);

}  // namespace muster::narration
