// Random setups of advanced-combat.
#pragma once
#include "rules/json.hpp"
#include "tests/support/chance.hpp"

namespace muster::test {

struct SetupSize {
    int types_max = 4;   ///< army entries of a side
    int count_max = 4;   ///< pieces of an entry
    int planes_max = 3;  ///< of an aircraft entry
};

/// A legal setup: land armies or fleets, with and without aircraft, settlement, technologies, own units, house rules.
Json random_setup(Chance& chance, SetupSize size = {});

}  // namespace muster::test
