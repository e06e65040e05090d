// Choices drawn at random from all that are legal.
#pragma once
#include "rules/advanced_combat/support.hpp"
#include "rules/random.hpp"

namespace muster::rules::advanced_combat {

/// Every wave is as likely as every other.
Counts random_wave(const Side& side, const Counts& living, int size, Random& random);

/// Every class is as likely as every other. Within it every set of aircraft that fly is, and each type of them is laid
/// beside the units that are still free in any way: near, but not exactly uniform over all pairings.
Support random_support(const Side& side, const Counts& wave, const Counts& planes, Random& random);

/// Every legal way to take the toll is as likely as every other.
Losses random_losses(const Game& game, int seat, const Wave& wave, const Toll& toll, Random& random);

}  // namespace muster::rules::advanced_combat
