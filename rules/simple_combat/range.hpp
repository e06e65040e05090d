// How far a shot goes, from cell to cell (E3, E12, E13).
#pragma once
#include "rules/simple_combat/game.hpp"

namespace muster::rules::simple_combat {

/// In the DU of weapons; the same in both directions, and 0 only to the cell itself.
int fire_range(const Game& game, int from, int to);

}  // namespace muster::rules::simple_combat
