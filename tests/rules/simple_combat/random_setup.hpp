// Random setups of simple-combat, for all tests that draw some.
#pragma once
#include "tests/support/random_setups.hpp"

namespace muster::test {

/// A legal setup of simple-combat: small fields of hexes or squares, or without cells, few units, own profiles and weapons, house rules.
Json random_simple_setup(Chance& chance, bool later = true);

}  // namespace muster::test
