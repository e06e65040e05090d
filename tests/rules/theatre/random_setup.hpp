// Random setups of theatre, for all tests that draw some.
#pragma once
#include "tests/support/random_setups.hpp"

namespace muster::test {

/// A legal setup of theatre: small maps with few turns, advances, calamities, and two to five nations. `later`: to six, and with what else the first
/// signature's battles do not have.
Json random_theatre_setup(Chance& chance, bool later = true);

}  // namespace muster::test
