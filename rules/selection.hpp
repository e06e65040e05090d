// Counts drawn at random.
#pragma once
#include <span>
#include <vector>

#include "rules/random.hpp"

namespace muster::rules {

/// out[n] = in[n] + in[n - step] + … + in[n - most * step], as far as there are such: in how many ways n comes about if
/// `in` says so for all but one kind, of which there are `most` pieces that count `step` each. step > 0.
std::vector<double> bounded_sums(const std::vector<double>& in, int most, int step);

/// Counts that add up to `total`, none above its cap, every such selection as likely as every other.
/// Precondition: the caps add up to `total` at least.
std::vector<int> random_counts(std::span<const int> caps, int total, Random& random);

}  // namespace muster::rules
