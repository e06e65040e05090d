// Chance from rapidcheck: use within a property only.
#pragma once
#include <rapidcheck.h>

#include "tests/support/chance.hpp"

namespace muster::test {

class RapidChance final : public Chance {
public:
    int below(int n) override { return *rc::gen::inRange(0, n); }
};

}  // namespace muster::test
