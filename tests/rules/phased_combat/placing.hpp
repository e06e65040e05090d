// Hits placed the way the source tells it: one piece after the other, as long as one can be killed. Slow and plain, to
// hold the closed form of the rules against.
#pragma once
#include <set>
#include <vector>

#include "tests/support/chance.hpp"

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
/// One of them, drawn piece by piece.
std::vector<int> drawn_end(const Placing& placing, Chance& chance);

}  // namespace muster::test
