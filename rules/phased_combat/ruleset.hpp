// phased-combat and fleet-combat, version 1.
#pragma once
#include "rules/battle.hpp"

namespace muster::rules::phased_combat {

/// The rulesets, made once.
const Ruleset& ruleset();
const Ruleset& fleet_ruleset();

}  // namespace muster::rules::phased_combat
