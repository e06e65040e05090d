#include "rules/advanced_combat/dice_sums.hpp"

#include <doctest/doctest.h>

using namespace muster::rules;
using namespace muster::rules::advanced_combat;

TEST_CASE("advanced-combat: chances are the same to the last bit on every processor") {
    Side side;
    side.units.resize(1);
    side.units.front().era = 1;
    auto patience = Patience::endless();
    DiceSums sums;
    // …032 where a product and its sum are rounded as one, for which arm64 has an instruction.
    CHECK((*sums.of(side, {40}, {}, patience))[133] == 0.042058048145792004);
}
