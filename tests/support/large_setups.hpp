// Battles as large and as slow as setups can make them.
#pragma once
#include <string>
#include <vector>

#include "rules/json.hpp"

namespace muster::test {

struct LargeSetup {
    std::string ruleset;
    std::string about;
    Json setup;
};

/// Of every ruleset one with all the pieces that it takes, and what makes it slow.
std::vector<LargeSetup> large_setups();

}  // namespace muster::test
