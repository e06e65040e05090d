// The odds of a battle of simple-combat.
#pragma once
#include <memory>

#include "rules/odds/model.hpp"
#include "rules/simple_combat/setup.hpp"

namespace muster::rules::simple_combat {

/// From `now` on, all decisions made by default (both policies). Exact for every battle, in as many situations as it takes:
/// few where few units fire.
std::unique_ptr<OddsModel> odds_model(std::shared_ptr<const Table> table, State now);

}  // namespace muster::rules::simple_combat
