// Exact odds without a clock.
#pragma once
#include <limits>

#include "rules/odds/solve.hpp"

namespace muster::test {

/// All of them, however long it takes; nothing if that are more situations than `situations_max`.
inline std::optional<rules::Endings> solved(rules::OddsModel& model, std::int64_t situations_max = std::numeric_limits<std::int64_t>::max()) {
    auto patience = rules::Patience::endless();
    return rules::solve(model, situations_max, 4'000'000, patience);
}

}  // namespace muster::test
