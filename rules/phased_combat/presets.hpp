// Balanced battles with a name, the example first.
#pragma once
#include "rules/typed_ruleset.hpp"

namespace muster::rules::phased_combat {

std::span<const Preset> land_presets();
std::span<const Preset> sea_presets();

}  // namespace muster::rules::phased_combat
