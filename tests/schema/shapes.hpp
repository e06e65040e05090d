// Which shapes our own reading takes: what the catalog's JSON Schemas must say too.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "rules/json.hpp"

namespace muster::test {

struct Shape {
    std::string ruleset;
    std::string kind;  ///< of choice; "setup" for the setup
    std::function<bool(const Json&)> reads;
};

/// Of all shipped rulesets.
const std::vector<Shape>& shapes();

}  // namespace muster::test
