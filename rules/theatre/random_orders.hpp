// Random choices of the kinds with too many choices to count.
#pragma once
#include "rules/theatre/policy.hpp"

namespace muster::rules::theatre {

Build<int> random_build(const BuildOptions<int>& options, Random& random);
Move<int> random_move(const MoveOptions<int>& options, Random& random);

}  // namespace muster::rules::theatre
