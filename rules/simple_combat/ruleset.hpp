// The entry of simple-combat in the table of rulesets.
#pragma once
#include "rules/battle.hpp"

namespace muster::rules::simple_combat {

const Ruleset& ruleset();

}  // namespace muster::rules::simple_combat
