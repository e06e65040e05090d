// The rulesets under the contract. Each registers itself, in the subject.cpp of its folder.
#pragma once
#include <span>
#include <vector>

#include "tests/rules/contract.hpp"

namespace muster::test {

/// Registers a subject, before main().
struct Registered {
    explicit Registered(const Subject& (*subject)());
};

// Those that tests of one ruleset's meanings play.
const Subject& advanced_subject();
const Subject& phased_subject();
const Subject& simple_subject();

/// All in which somebody wins.
std::span<const Subject* const> subjects();
/// Those in which somebody wins and the others: first those that are shipped, in the order in which they are shown.
std::span<const Subject* const> all_subjects();
/// Those of all that battles can be made of (rules/systems.hpp).
std::vector<const Subject*> offered_subjects();

}  // namespace muster::test
