// A13: aircraft and the class they support.
#pragma once
#include "rules/advanced_combat/casualties.hpp"

namespace muster::rules::advanced_combat {

/// Units of a class in a wave.
int units_of_arm(const Side& side, const Counts& wave, int arm);

/// How many of `planes` support a class of the wave: one per unit of it at most, and as many as there are.
int support_size(const Side& side, const Counts& wave, const Counts& planes, int arm);

/// The class where most strength takes part; of several the one whose units the wave lists first. Precondition: the
/// wave is not empty.
int strongest_arm(const Side& side, const Counts& wave, const Counts& planes);

/// Pairs the strongest of `planes` with the units that usually die last. `wave.support` is not looked at.
Support usual_pairs(const Game& game, int seat, const Wave& wave, const Counts& enemy, const Counts& planes, int arm);

/// The class of the type with the lowest rank; the strongest aircraft fly beside the types of the lowest ranks, of equals
/// beside those that usually die last. `ranks`: by type. Precondition: the wave is not empty.
Support ranked_support(const Counts& ranks, const Game& game, int seat, const Wave& wave, const Counts& enemy, const Counts& planes);

/// The support by default: of the strongest class, in the usual pairs.
Support usual_support(const Game& game, int seat, const Wave& wave, const Counts& enemy, const Counts& planes);

/// The support that `policy` chooses. `listed`: as usual, but beside the units that it lets die last; `best`: as usual.
Support choose_support(Policy policy, const Game& game, int seat, const Wave& wave, const Counts& enemy, const Counts& planes);

/// Whether there is only one legal support: one class, and one way to pair.
bool support_forced(const Side& side, const Counts& wave, const Counts& planes);

}  // namespace muster::rules::advanced_combat
