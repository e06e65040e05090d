// Random setups of armies, for all tests that draw some.
#pragma once
#include "tests/support/random_setups.hpp"

namespace muster::test {

/// A legal setup of armies: with and without advantages, a city, conflict.
Json random_armies_setup(Chance& chance, bool later = true);

}  // namespace muster::test
