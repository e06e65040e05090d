// Small random damage to a JSON value: what a client's bug or a cheat would send.
#pragma once
#include "rules/json.hpp"
#include "tests/support/chance.hpp"

namespace muster::test {

/// `value` with one thing changed somewhere in it. It may still mean the same.
Json mutated(const Json& value, Chance& chance);

}  // namespace muster::test
