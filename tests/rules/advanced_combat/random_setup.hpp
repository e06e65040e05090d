// Random setups of advanced-combat, for all tests that draw some.
#pragma once
#include "tests/support/random_setups.hpp"

namespace muster::test {

struct SetupSize {
    int types_max = 4;   ///< army entries of a side
    int count_max = 4;   ///< pieces of an entry
    int planes_max = 3;  ///< of an aircraft entry
    bool later = true;   ///< as in RandomSetup
};

/// A legal setup of advanced-combat: land armies or fleets, with and without aircraft, settlement, technologies, own units, house rules.
Json random_setup(Chance& chance, SetupSize size = {});

}  // namespace muster::test
