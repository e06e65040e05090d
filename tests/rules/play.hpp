// Short ways to write battles down in tests.
#pragma once
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "rules/random.hpp"
#include "rules/scenario.hpp"
#include "rules/systems.hpp"

namespace muster::test {

/// Reads JSON written in a test.
Json json(std::string_view text);

/// A setup of a ruleset after Civilization. Sides are written "3 swordsmen+, 2 chariots / 2 biplanes / tech 6": a `+` means
/// enhanced, the parts after the army are optional.
Json setup_of(std::string_view attacker, std::string_view defender, Json extra = Json::object());

/// Plays a setup, of advanced-combat if `extra` names no ruleset; the scenario must be accepted.
rules::ScenarioRun play(const Json& setup, std::vector<int> dice = {}, Json extra = Json::object());

/// Plays a setup to its end with dice that `random` draws; `choose` says what a seat that is asked decides.
rules::Outcome played_out(const rules::Ruleset& ruleset, const Json& setup, rules::Random& random,
                          const std::function<Json(const rules::Battle&, const rules::Ask&)>& choose);

/// The refusal of a scenario that must not be accepted: "path: message".
std::string refused(const Json& scenario);
/// The same for a setup.
std::string refused_setup(const Json& setup, std::string_view ruleset = "advanced-combat");

/// The events of that name as text, in order.
std::vector<std::string> texts(const rules::ScenarioRun& run, std::string_view name);

/// The nth event of that name.
Json event(const rules::ScenarioRun& run, std::string_view name, std::size_t index = 0);

/// The value of a line of the nth `totalled` event; 0 if the line is not there.
int line(const rules::ScenarioRun& run, std::size_t index, std::string_view name);
int total(const rules::ScenarioRun& run, std::size_t index);

}  // namespace muster::test
