// Hits placed the way the source tells it: one piece after the other, as long as one can be killed. Slow and plain, to
// hold the closed form of the rules against.
#pragma once
#include <set>
#include <vector>

namespace muster::test {

struct Placing {
    struct Piece {
        int era = 1;
        int count = 0;
        bool first = true;      ///< dies before those that are not
        bool aircraft = false;  ///< while one lives, those that are not first are out of reach
    };
    int hits = 0;
    std::vector<Piece> pieces;
};

/// All losses, by piece, at which placing may stop.
std::set<std::vector<int>> all_ends(const Placing& placing);

}  // namespace muster::test
