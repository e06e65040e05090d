// The switch `redirect` (E5): where a shot goes whose target an earlier one has destroyed. A rule, by which battles are replayed: it owes
// nothing to what players' policies think of targets (worth.hpp), and stays as it is when they change.
#pragma once
#include "rules/simple_combat/sight.hpp"

namespace muster::rules::simple_combat {

/// Of the living enemies that the weapon can fire at now, the one
///   - of which the shot is expected to destroy the most points: p x points if PW is at least its DC left, else 0;
///   - if equal, of whose points its damage is expected to take the most: p x points x min(PW, DC left) / DC;
///   - if equal, the first listed,
/// where p is its chance to hit and damage, with all modifiers, and 0 is good enough. Nothing: there is none. `with_twin`: the
/// declaration has a shot of the other weapon of the pair.
std::optional<int> redirected_target(const Game& game, const State& state, const Sights& sights, int unit, int weapon, bool with_twin);

}  // namespace muster::rules::simple_combat
