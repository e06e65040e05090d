// Counts drawn at random.
#pragma once
#include <span>
#include <vector>

#include "rules/random.hpp"

namespace muster::rules {

/// Counts that add up to `total`, none above its cap, every such selection as likely as every other.
/// Precondition: the caps add up to `total` at least.
std::vector<int> random_counts(std::span<const int> caps, int total, Random& random);

}  // namespace muster::rules
