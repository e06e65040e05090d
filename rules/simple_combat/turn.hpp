// The course of a turn: initiative, then moves and fire, a unit of each side in turn.
#pragma once
#include "rules/finish.hpp"
#include "rules/simple_combat/game.hpp"

namespace muster::rules::simple_combat {

/// Before the first turn.
State start_state(const Game& game);

/// The next turn begins with its initiative. Precondition: stage done.
void start_turn(State& state);

/// E4: the side whose roll is helped, as it has more units; -1: neither.
int larger_side(const State& state);
/// E4: who has the initiative with these dice; -1: a tie, to be rolled again.
int initiative_of(const State& state, int north_die, int south_die);
/// The moves begin.
void take_initiative(State& state, int seat);

/// The unit goes there; the next one's turn, or the fire begins. Precondition: it is legal.
void take_move(const Game& game, State& state, int unit, int cell, int cost);

/// The unit whose declaration is resolved has fired; the next one's turn, or the turn is done.
void finish_volley(const Game& game, State& state);

/// E8: points times what is left of the damage capacity, summed up, in fractions of Game::share.
std::int64_t strength(const Game& game, const State& state, int seat);

/// E8: whether a side is destroyed.
std::optional<Finish> finish_after_fire(const State& state);
/// E8: whether the last turn is done.
std::optional<Finish> finish_after_turn(const Game& game, const State& state);

}  // namespace muster::rules::simple_combat
