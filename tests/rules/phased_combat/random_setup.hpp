// Random setups of phased-combat, for all tests that draw some.
#pragma once
#include "tests/support/random_setups.hpp"

namespace muster::test {

/// Legal setups of phased-combat and fleet-combat: aircraft, settlements, regions, own units, house rules.
Json random_phased_setup(Chance& chance, bool later = true);
Json random_fleet_setup(Chance& chance, bool later = true);

}  // namespace muster::test
