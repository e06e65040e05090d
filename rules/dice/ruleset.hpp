// dice, version 1.
#pragma once
#include "rules/battle.hpp"

namespace muster::rules::dice {

/// The ruleset, made once.
const Ruleset& ruleset();

}  // namespace muster::rules::dice
