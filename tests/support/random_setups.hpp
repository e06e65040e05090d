// Random setups of the rulesets. Each registers its own, in the random_setup.cpp of its folder in tests/rules.
#pragma once
#include "rules/json.hpp"
#include "tests/support/chance.hpp"

namespace muster::test {

/// Draws a legal setup. `later`: also with house rules that came after the signatures (tests/rules/signature.cpp).
using RandomSetup = Json (*)(Chance& chance, bool later);

/// Registers those of a ruleset, before main().
struct RandomSetups {
    RandomSetups(const char* ruleset, RandomSetup draw);
};

/// A legal setup of a ruleset; throws std::invalid_argument for one that has registered none. `later`: as in RandomSetup.
Json random_setup_of(std::string_view ruleset, Chance& chance, bool later = true);

}  // namespace muster::test
