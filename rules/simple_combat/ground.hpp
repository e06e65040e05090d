// A field without cells (E20): where bases may stand and go, and where ways around what is impassable turn. Fixed for a battle.
//
// Lengths are tenths of a DU. A unit's base is an upright square, 1 DU wide; its place is the middle of it.
#pragma once
#include <span>

#include "rules/simple_combat/geometry.hpp"

namespace muster::rules::simple_combat {

inline constexpr int tenths = 10;  ///< of a DU
inline constexpr int base_half = tenths / 2;
inline constexpr std::size_t polygons_max = 16;
inline constexpr std::size_t corners_min = 3;
inline constexpr std::size_t corners_max = 12;  ///< of a polygon

class Ground {
public:
    Ground() = default;
    /// Width and height in DU. Precondition: the polygons are simple and apart.
    Ground(int width, int height, std::vector<Polygon> polygons);

    /// Whether a base is on the field with all of it.
    bool holds(Place middle) const;
    /// Whether a base there is on the field, and on nothing impassable.
    bool bears(Place middle) const;
    /// Whether nothing impassable is in a base's straight way.
    bool open(Place from, Place to) const;
    /// Steps of open() and of seen(), for who must be patient.
    std::int64_t steps_of_line() const;
    /// Whether a line between two points crosses nothing impassable; in twentieths of a DU.
    bool seen(Place from, Place to) const;

    /// Where the shortest ways turn: a base's places at the corners of polygons.
    std::span<const Place> turns() const { return turns_; }
    /// The length of the straight way between two of them, in fine parts; 0: it is not open.
    int road(std::size_t from, std::size_t to) const { return roads_[from * turns_.size() + to] ? length_of(turns_[from], turns_[to]) : 0; }

private:
    struct Obstacle {
        Polygon corners;
        Place least{};
        Place most{};
    };
    int width_ = 0;
    int height_ = 0;
    std::vector<Obstacle> obstacles_{};
    std::vector<Place> turns_{};
    std::vector<bool> roads_{};  ///< by both turns: whether the way is open. There may be 768 turns, so not their lengths
};

/// Whether bases at two places overlap.
bool bases_overlap(Place a, Place b);
/// Whether a base on its straight way would run into one that stands at `other`.
bool runs_into(Place from, Place to, Place other);

}  // namespace muster::rules::simple_combat
