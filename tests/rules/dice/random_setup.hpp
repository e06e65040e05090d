// Random setups of dice, for all tests that draw some.
#pragma once
#include "tests/support/random_setups.hpp"

namespace muster::test {

/// A legal setup of dice: tables of one to eight seats that end after a few throws.
Json random_dice_setup(Chance& chance, bool later = true);

}  // namespace muster::test
