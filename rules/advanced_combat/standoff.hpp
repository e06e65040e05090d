// A12: whether anybody can ever kill anything again.
#pragma once
#include "rules/advanced_combat/waves.hpp"

namespace muster::rules::advanced_combat {

/// Whether some wave and some air support open to either side, with all dice at five, let `seat` reach the cheapest
/// enemy in the phase. Precondition: both sides have ground units.
bool can_kill(const Game& game, const Position& position, int seat, WaveFinder& finder);

/// Whether neither side can. Exact.
bool stuck(const Game& game, const Position& position, WaveFinder& finder);

}  // namespace muster::rules::advanced_combat
