// The shipped rulesets under the contract. A new one adds a line here and in subjects.cpp.
#pragma once
#include <span>
#include <vector>

#include "tests/rules/contract.hpp"

namespace muster::test {

const Subject& advanced_subject();
const Subject& armies_subject();
const Subject& phased_subject();
const Subject& fleet_subject();
const Subject& simple_subject();
const Subject& theatre_subject();
const Subject& dice_subject();

/// All in which somebody wins.
std::span<const Subject* const> subjects();
/// Those in which somebody wins and the others.
std::span<const Subject* const> all_subjects();
/// Those of all that battles can be made of (rules/systems.hpp).
std::vector<const Subject*> offered_subjects();

}  // namespace muster::test
