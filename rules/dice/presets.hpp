// Tables with a name, the example first.
#pragma once
#include "rules/typed_ruleset.hpp"

namespace muster::rules::dice {

std::span<const Preset> presets();

}  // namespace muster::rules::dice
