#pragma once
#include "rules/typed_ruleset.hpp"

namespace muster::rules::high_die {

std::span<const Preset> presets();

}  // namespace muster::rules::high_die
