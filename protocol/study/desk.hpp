// Everything that is asked about battles without a server, as text in and text out (JSON): what the module exports (clients/wasm/module.cpp), and what the
// tests ask of the same functions natively. Whatever is asked, the answer is an object; {"refusal":{"code","message","path"}} says why there is none.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/study/branch.hpp"
#include "protocol/study/rerun.hpp"

namespace muster::protocol::study {

/// On it lies one battle, the last that was opened.
class Desk {
public:
    explicit Desk(const rules::Rulesets& rulesets) : rulesets_(rulesets) {}

    /// A record, or {"events":[…]} of a battle that goes on, as Rerun::open() takes it: {"ruleset","ruleset_version","seats","head","moments","trouble"?}.
    /// What was open before stays if this is refused.
    std::string open(std::string_view text);
    /// {"seq","moves"?,"dice"?,"viewer"?}: how it stood after event `seq`, or where these moves and dice lead from there:
    /// {"seq","asks"|"roll"|"over","view","survivors","events","choices","dice"}.
    std::string at(std::string_view question) const;
    /// The same with {"seat","choice"}: what this choice would come to there: {"choice"|"refusal","meaning"?}.
    std::string preview(std::string_view question) const;
    /// The chances from such a place, or from a setup {"ruleset","ruleset_version"?,"setup"}, with {"policy"?,"runs"?,"milliseconds"?}: as odds_text() has it.
    /// A place that waits for dice has the chances of all that they can show.
    std::string odds(std::string_view question) const;
    /// Whether a record holds, the rules included: a Verdict.
    std::string verify(std::string_view record) const;

private:
    const rules::Rulesets& rulesets_;
    std::optional<Rerun> rerun_{};
};

}  // namespace muster::protocol::study
