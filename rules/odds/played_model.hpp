// The model of any ruleset: plays the battle itself. For rulesets without dice, and beside the models of the others in
// tests.
#pragma once
#include "rules/battle.hpp"
#include "rules/dice.hpp"

namespace muster::rules {

/// `battle` has begun. `certain`: it never rolls dice, so that one run tells all and the model is exact.
std::unique_ptr<OddsModel> played_model(std::unique_ptr<Battle> battle, Policy policy, bool certain);

/// Plays a battle that has begun to its end, all decisions made by `policy`. Nothing: patience ran out. Precondition: the dice do
/// not.
std::optional<Ending> play_out(Battle& battle, Policy policy, Dice& dice, Patience& patience);

/// The ending that an outcome stands for; survivors by seat.
Ending ending_of(const Outcome& outcome, const std::vector<std::string>& seats);

}  // namespace muster::rules
