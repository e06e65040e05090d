// Plays a scenario: a setup with scripted dice and choices (bug reports, tests, people at a table; `muster resolve`).
#pragma once
#include <string>

#include "rules/battle.hpp"

namespace muster::rules {

/// Where a scenario stopped.
struct ScenarioRun {
    const Ruleset* ruleset = nullptr;
    std::vector<std::string> seats;  ///< by number
    /// Everything that happened, with `chosen`, `rolled` and `battle_ended`.
    std::vector<Event> events;
    std::optional<Outcome> outcome;
    /// If it is not over: the decisions that nobody has answered, and whether dice are missing.
    std::vector<Ask> pending;
    bool needs_dice = false;
    std::size_t dice_left = 0;
};

/// Reads a scenario strictly and plays it as far as its dice, choices and policy go. Refused: what is no scenario
/// (bad_message, bad_setup with a path under /setup) and a choice that does not fit (illegal_choice with a path under
/// /choices).
std::expected<ScenarioRun, Refusal> run_scenario(const Json& scenario, const Rulesets& rulesets);

/// One line of `muster resolve --json`: {"event":…,"data":{…}}.
std::string event_line(const Event& event);

/// The last line: {"outcome":{…}} or {"pending":[…],"dice_left":n,"needs_dice":b}.
std::string final_line(const ScenarioRun& run);

}  // namespace muster::rules
