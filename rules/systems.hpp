// The one explicit table of rulesets that Muster ships.
#pragma once
#include "rules/battle.hpp"

namespace muster::rules {

/// Every ruleset and version of this build.
const Rulesets& shipped_rulesets();

}  // namespace muster::rules
