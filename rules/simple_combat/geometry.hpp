// Points, straight lines and polygons in whole numbers: nothing here is rounded but a length, and that upwards.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace muster::rules::simple_combat {

using Place = std::array<int, 2>;
/// Its corners, in order; the last is joined to the first.
using Polygon = std::vector<Place>;

/// Above 0: b is on one side of the line from `origin` to a, below: on the other, 0: on it.
std::int64_t cross(Place origin, Place a, Place b);

/// Whether two segments share a point, their ends included.
bool segments_meet(Place a, Place b, Place c, Place d);

enum class Within { inside, edge, outside };
Within within(const Polygon& polygon, Place point);

/// Whether its edges share no more than the corners between them.
bool is_simple(const Polygon& polygon);
/// Whether two simple polygons share a point.
bool polygons_meet(const Polygon& a, const Polygon& b);

/// Whether a line goes through the inside of a simple polygon; to touch an edge, or go along it, is not enough. a and b differ.
bool goes_through(Place a, Place b, const Polygon& polygon);

/// The strip that an upright square covers, `half` from its middle to each side, while its middle goes from `from` to `to` (which may be the same).
class Strip {
public:
    Strip(Place from, Place to, int half);
    /// Whether a segment enters it; to touch its edge is not enough. c and d differ.
    bool entered_by(Place c, Place d) const;
    /// Whether a point is inside, not only on its edge.
    bool holds(Place point) const;
    /// Whether a simple polygon and it share more than edges.
    bool overlaps(const Polygon& polygon) const;

private:
    /// A form of a point's place, which is between -limit and limit inside.
    struct Band {
        std::int64_t first = 0;
        std::int64_t second = 0;
        std::int64_t constant = 0;
        std::int64_t limit = 0;
        std::int64_t of(Place p) const { return first * p[0] + second * p[1] + constant; }
    };
    Place from_;
    std::array<Band, 3> bands_{};
    std::size_t count_ = 2;
};

/// Parts of a unit of length in which lengths are added up.
inline constexpr int fine = 100;
/// The length of a straight line, in those parts, rounded up.
int length_of(Place from, Place to);

}  // namespace muster::rules::simple_combat
