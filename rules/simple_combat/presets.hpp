// Balanced battles with a name, the example first.
#pragma once
#include "rules/typed_ruleset.hpp"

namespace muster::rules::simple_combat {

std::span<const Preset> presets();

}  // namespace muster::rules::simple_combat
