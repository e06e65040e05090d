// Whether a record holds: commitment, chain, every die, and the same events from the same rules.
#pragma once
#include <string>

#include "protocol/record.hpp"
#include "rules/battle.hpp"
#include "rules/give_up.hpp"

namespace muster::protocol {

struct Verdict {
    bool holds = false;
    std::string message;  ///< what was checked, or the first thing that differs
    std::string path{};   ///< where in the record ("/events/12/data/groups/0/dice/3")
    int rolls = 0;
    int dice = 0;
    bool given_up = false;  ///< it is not known whether it holds
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "holds", self.holds);
        visit("message", self.message, Rule{.about = "what was checked, or the first thing that differs"});
        visit("path", self.path, Rule{.sparse = true, .about = "where in the record"});
        list_fields(visit, "rolls", self.rolls, "dice", self.dice);
    }
};

/// Recomputes the whole battle. A battle that is not over cannot be checked, since its secret is still kept; the
/// verdict says so. Chat (`said`) and times are not covered by the proof.
/// `give_up` is asked before each input and each roll: true ends it without a verdict. `limits` are those that the battle was played with.
Verdict verify(const Record& record, const rules::Rulesets& rulesets, const GiveUp& give_up = {}, const BattleLimits& limits = {});

}  // namespace muster::protocol
