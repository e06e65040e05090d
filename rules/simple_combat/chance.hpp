// Choices drawn at random from those that are legal.
#pragma once
#include "rules/random.hpp"
#include "rules/simple_combat/choices.hpp"

namespace muster::rules::simple_combat {

/// Every unit and cell where it can be (its own too) as likely as every other, by a cheapest way; other ways to the same
/// cell are never drawn.
Move random_move(const Game& game, const State& state, Random& random);

/// Every unit as likely as every other; weapon by weapon each target, or silence, as likely as the others. The shots are
/// in the order of the weapons; other orders are never drawn.
Declaration random_fire(const Game& game, const State& state, const Sights& sights, Random& random);

}  // namespace muster::rules::simple_combat
