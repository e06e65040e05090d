// A random battle from begin to end, whose choices are drawn by the tests' own code from what the options allow (Subject::draw).
#pragma once
#include <functional>
#include <vector>

#include "tests/rules/contract.hpp"

namespace muster::test {

/// Before a decision is made.
struct Deciding {
    const rules::Battle& battle;
    const rules::Ask& ask;
    const std::vector<rules::Event>& events;  ///< all that has happened
};

struct Played {
    std::unique_ptr<rules::Battle> battle;  ///< at its end
    std::vector<rules::Event> events;       ///< all that happened, the end included
};

/// `look` is called with each decision.
Played played(const Subject& subject, const Json& setup, Chance& chance, const std::function<void(const Deciding&)>& look);

}  // namespace muster::test
