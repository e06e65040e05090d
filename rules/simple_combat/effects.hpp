// What happens at the end of a turn, once all have fired (E16): effects in a fixed order, each with a die for every unit that it comes to.
#pragma once
#include <span>

#include "rules/simple_combat/sight.hpp"

namespace muster::rules::simple_combat {

/// A new effect is an entry of turn_effects(): the house rule that it goes by, the units that it comes to, and what a die does to one.
struct TurnEffect {
    const char* name;  ///< in events, and the purpose of its die
    bool (*played)(const Game& game);
    bool (*comes_to)(const Game& game, const State& state, int unit);
    int needed;  ///< the die takes effect from this number on
    int damage;
};

std::span<const TurnEffect> turn_effects();

/// Whose turn it is at the end of a turn: goes on to the next unit that an effect comes to. False: nothing is left to happen, and the turn is done.
/// Precondition: stage effects.
bool next_effect(const Game& game, State& state);

/// What became of it.
struct EffectTaken {
    const TurnEffect* effect = nullptr;
    int unit = 0;
    int roll = 0;
    bool damaged = false;
    bool destroyed = false;
};

/// Takes the die for the unit that is next. A destroyed unit is removed at once. Precondition: next_effect().
EffectTaken take_effect(const Game& game, State& state, Sights& sights, int die);

}  // namespace muster::rules::simple_combat
