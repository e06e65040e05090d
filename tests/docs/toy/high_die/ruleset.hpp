// high-die, version 1.
#pragma once
#include "rules/battle.hpp"

namespace muster::rules::high_die {

/// The ruleset, made once.
const Ruleset& ruleset();

}  // namespace muster::rules::high_die
