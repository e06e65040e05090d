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
/// Those of battles with shared dice.
void add_shared_dice(std::vector<Tampered>& to);
/// Those of battles whose seats sign what they decide.
void add_signed_seats(std::vector<Tampered>& to);
/// Those of battles whose dice a witness feeds.
void add_witnessed_dice(std::vector<Tampered>& to);
/// Those of battles whose dice both seats and a witness feed.
void add_shared_witness(std::vector<Tampered>& to);

}  // namespace muster::test
