// advanced-combat under the contract: its legal choices, worked out a second time from the options alone.
#pragma once
#include "tests/rules/contract.hpp"

namespace muster::test {

const Subject& advanced_subject();

}  // namespace muster::test
