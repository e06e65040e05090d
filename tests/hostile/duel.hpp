// A small ruleset for two, in which whoever knows a die or a hidden choice beforehand wins, and nobody else can.
//
// setup {"rounds":3}. In each round the attacker calls `high` or `low`, {"call":"high"|"low"} (default high), and a die is rolled: 4 to 6 is high. Right:
// the attacker scores, wrong: the defender. Then both hide a coin at once, {"hand":"left"|"right"} (default left): in the same hand the attacker scores,
// else the defender. The higher score wins at the end (reason "points"; equal scores: nobody).
#pragma once
#include "rules/battle.hpp"

namespace muster::test {

const rules::Ruleset& duel();

}  // namespace muster::test
