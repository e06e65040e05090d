// Random divisions: one worth of each item, so that they come to a total.
#pragma once
#include <vector>

#include "rules/random.hpp"

namespace muster::rules::theatre {

/// For each item, which of its worths, drawn uniformly from all ways to reach `total`. Precondition: there is one.
std::vector<std::size_t> draw_sum(const std::vector<std::vector<int>>& items, int total, Random& random);

}  // namespace muster::rules::theatre
