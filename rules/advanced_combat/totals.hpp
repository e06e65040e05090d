// From dice to damage: the lines of a side's total.
#pragma once
#include <span>

#include "rules/advanced_combat/game.hpp"

namespace muster::rules::advanced_combat {

/// A6: what `own` gains from the matches against `enemy`.
int cia_bonus(const Game& game, const Mass& own, const Mass& enemy);

/// A5: for `units` in the wave of `seat`.
int science_bonus(const Game& game, int seat, int units);

/// A7: what `seat` loses since the enemy sits in a settlement; `defenders`: its settlement_pieces(). 0 or less.
int settlement_penalty(const Game& game, int seat, int defenders);

/// All lines that do not depend on dice. `defenders`: settlement_pieces() (A2).
Totals bonuses(const Game& game, int seat, const Counts& own, const Counts& enemy, int defenders);

/// Adds the dice, in the order in which they are rolled: units as the setup lists them, then aircraft.
void add_dice(Totals& totals, const Side& side, const Wave& wave, std::span<const int> dice);

/// How many aircraft of each type take part.
Counts taking_part(const Support& support);

/// How many units of each type have an aircraft beside them.
Counts supported_units(const Support& support);

}  // namespace muster::rules::advanced_combat
