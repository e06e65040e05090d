// How a battle may go on from where it stands, simulated and exact.
#pragma once
#include "rules/phased_combat/phase.hpp"
#include "rules/phased_combat/setup.hpp"

namespace muster::rules::phased_combat {

std::unique_ptr<OddsModel> odds_model(std::shared_ptr<const Table> table, const Progress& now, Policy policy);

}  // namespace muster::rules::phased_combat
