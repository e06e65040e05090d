// The odds of a battle of simple-combat.
#pragma once
#include <memory>

#include "rules/battle.hpp"
#include "rules/simple_combat/setup.hpp"

namespace muster::rules::simple_combat {

/// From `now` on, all decisions made by `policy`. Where nobody moves (E9) exact for every battle, in as many situations as it takes:
/// few where few units fire. Where units move (E11) it is played only.
std::unique_ptr<OddsModel> odds_model(std::shared_ptr<const Table> table, State now, Policy policy);

}  // namespace muster::rules::simple_combat
