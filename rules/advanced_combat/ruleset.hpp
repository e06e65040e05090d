// advanced-combat, version 1.
#pragma once
#include "rules/battle.hpp"

namespace muster::rules::advanced_combat {

/// The ruleset, made once.
const Ruleset& ruleset();

}  // namespace muster::rules::advanced_combat
