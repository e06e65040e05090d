// Records that were changed by somebody who counts events and the chain anew, and some that were not. The verifier here and the one of
// the SDK (tests/js) must say the same of each; what only the rules can tell is therefore not among them.
#pragma once
#include <string>
#include <vector>

#include "rules/json.hpp"

namespace muster::test {

struct Tampered {
    std::string name;
    bool holds = false;
    Json record;
};

std::vector<Tampered> tampered_records();

}  // namespace muster::test
