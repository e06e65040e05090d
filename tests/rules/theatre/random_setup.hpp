// Random setups of theatre, for all tests that draw some.
#pragma once
#include "tests/support/random_setups.hpp"

namespace muster::test {

/// A legal setup of theatre: small maps with two to five nations, few turns, advances, calamities.
Json random_theatre_setup(Chance& chance);

}  // namespace muster::test
