// Exact odds: chances flow from where a battle stands through all situations it can reach.
#pragma once
#include <map>
#include <optional>

#include "rules/odds/model.hpp"

namespace muster::rules {

/// How often a battle ends how.
struct Endings {
    std::map<Ending, double> chances;
    /// Situations that were looked at.
    std::int64_t situations = 0;
};

/// Spreads the chances from model.start() to the endings. Phases that change nothing are solved in closed form. Nothing if
/// patience ran out, or if there are more than `situations_max` situations to be looked at, or `endings_max` endings. Precondition: model.exact().
std::optional<Endings> solve(OddsModel& model, std::int64_t situations_max, std::size_t endings_max, Patience& patience);

}  // namespace muster::rules
