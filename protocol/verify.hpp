// Whether a record holds: commitment, chain, every die, and the same events from the same rules.
#pragma once
#include <string>

#include "protocol/record.hpp"
#include "rules/battle.hpp"

namespace muster::protocol {

struct Verdict {
    bool holds = false;
    std::string message;  ///< what was checked, or the first thing that differs
    std::string path{};   ///< where in the record ("/events/12/data/groups/0/dice/3")
    int rolls = 0;
    int dice = 0;
};

/// Recomputes the whole battle. A battle that is not over cannot be checked, since its secret is still kept; the
/// verdict says so. Chat (`said`) and times are not covered by the proof.
Verdict verify(const Record& record, const rules::Rulesets& rulesets);

}  // namespace muster::protocol
