// The steps of a phase, without words: the played battle and its odds share them.
#pragma once
#include "rules/finish.hpp"
#include "rules/phased_combat/casualties.hpp"

namespace muster::rules::phased_combat {

Progress first_progress(const Game& game);

/// Begins the next round and its first phase. Precondition: both sides have ground units, or it is the first round.
void start_round(const Game& game, Progress& now);

/// Goes on to the next phase of the round in which somebody can fire. False: the round is over.
bool next_phase(const Game& game, Progress& now);

UnitClass firing_class(const Game& game, const Progress& now);

/// The pieces of `seat` that fire in this phase.
Counts firing(const Game& game, const Progress& now, int seat);

/// Hits of these pieces: their dice in the order of the types.
int hits_of(const Side& side, const Counts& firing, std::span<const int> dice);

/// C5: whether `seat` must state a class for the hits it dealt in this phase.
bool states_class(const Game& game, const Progress& now, int seat);

/// What a side with these living pieces keeps of the hits that are left of a phase: none if its combat is over (C6), and, by a house
/// rule, none from the air while its aircraft live (C7).
inline int kept_of(const Game& game, bool in_the_air, const Strength& living, int left) {
    const bool lost = in_the_air && living.aircraft > 0 && game.air_leftover == AirLeftover::lost;
    return living.ground > 0 && !lost ? left : 0;
}

/// Takes the losses off the living and keeps the hits that are left.
void take_losses(const Game& game, Progress& now, int seat, const Counts& losses);

/// Whether the battle is over at the end of a phase, by what lives then (C1, C8).
std::optional<Finish> finish_after_phase(const Strength& attackers, const Strength& defenders);

}  // namespace muster::rules::phased_combat
