// A19: how the player `best` decides: it keeps its best units for later, and looks a phase ahead before it says who dies. Odds do not: they
// ask for millions of losses a second, and assume the defaults of `best`.
#pragma once
#include "rules/advanced_combat/phase.hpp"

namespace muster::rules::advanced_combat {

/// A wave of the oldest units; of the era for whose units there is not room enough each type sends its share.
Counts shared_wave(const Side& side, const Counts& living, int size);

/// The losses after which the next phase goes best on average: of the usual ones, and of those that spare one class before another. The attacker,
/// who says it first, takes it that the enemy then loses as usual. Takes time by the number of types, not of pieces. Precondition: both totals
/// stand, and the toll splits an era.
Losses foreseen_losses(const Game& game, const Progress& now, int seat, const Toll& due);

}  // namespace muster::rules::advanced_combat
