// Maps with a name, the example first.
#pragma once
#include "rules/typed_ruleset.hpp"

namespace muster::rules::theatre {

std::span<const Preset> presets();

}  // namespace muster::rules::theatre
