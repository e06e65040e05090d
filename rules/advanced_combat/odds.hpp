// The odds of a battle of advanced-combat.
#pragma once
#include <memory>

#include "rules/advanced_combat/phase.hpp"
#include "rules/advanced_combat/setup.hpp"

namespace muster::rules::advanced_combat {

/// From `now` on, all decisions made by `policy` (nobody withdraws). Exact up to a few hundred units a side.
std::unique_ptr<OddsModel> odds_model(std::shared_ptr<const Table> table, Progress now, Policy policy);

}  // namespace muster::rules::advanced_combat
