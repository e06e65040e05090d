// A small ruleset for tests of what advanced-combat has not got: three seats, choices that are hidden and made at the
// same time, and events that only one seat sees.
//
// setup {"rounds":3}. Each round all three are asked `throw` at once, {"throw":"rock"|"paper"|"scissors"} (default
// rock); a throw scores one point for each other throw it beats. Then `luck` is rolled: the seat (die - 1) % 3 gets a
// point. Scores are secret: each seat learns only its own, in `scored`; spectators learn that it was scored. The
// highest score wins at the end (reason "points"; equal scores: nobody).
#pragma once
#include "rules/battle.hpp"

namespace muster::test {

const rules::Ruleset& rock_paper();
/// Its second version, in which the luck goes to another seat: battles of the first come out differently by it.
const rules::Ruleset& rock_paper_second();
/// The same of two seats, so that dice may be shared; of up to 2000 rounds, each a roll.
const rules::Ruleset& rock_paper_duel();

}  // namespace muster::test
