// Exact odds: chances flow from where a battle stands through all situations it can reach.
#pragma once
#include <functional>
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

/// Spreads the chances from model.start() to the endings. Phases that change nothing are solved in closed form.
/// `keep_going` is asked now and then with the number of situations so far; nothing if it said no. Precondition:
/// model.exact().
std::optional<Endings> solve(OddsModel& model, const std::function<bool(std::int64_t)>& keep_going);

}  // namespace muster::rules
