// What a side's total comes to on average, before its dice are rolled.
#pragma once
#include "rules/advanced_combat/game.hpp"

namespace muster::rules::advanced_combat {

struct MeanTotal {
    int dice = 0;
    double total = 0;
};

/// Of a wave of `seat` and its air support against the units of the enemy's wave; `defenders`: settlement_pieces() (A2).
/// Exact, but for more than a hundred dice whose total may fall below 0 (A8): these are taken to be spread normally.
MeanTotal mean_total(const Game& game, int seat, const Wave& wave, const Counts& enemy, int defenders);

}  // namespace muster::rules::advanced_combat
