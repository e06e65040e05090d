// Short ways to write battles of simple-combat down in tests.
#pragma once
#include "rules/simple_combat/setup.hpp"
#include "tests/rules/play.hpp"

namespace muster::test {

/// A setup drawn row by row, cells separated by blanks: "." is open, "#" impassable, "n1:scout_car" a unit, whose side is its
/// first letter. On hexes odd rows are shoved right by half a cell. `extra` is merged in.
Json field(const std::vector<std::string>& rows, Json extra = Json::object());

/// A choice in a scenario: {"seat","kind","choice"}; the seat follows from the unit.
Json move(const std::string& unit, const Json& path);
/// Shots are [weapon, target].
Json fire(const std::string& unit, const std::vector<std::pair<int, std::string>>& shots);

/// Plays a drawn setup with these dice and choices, then with the default choices if `on` is true.
rules::ScenarioRun battle(const Json& setup, std::vector<int> dice, const std::vector<Json>& choices = {}, bool on = true);

/// The refusal of the last of these choices: "path: message".
std::string refused_choice(const Json& setup, std::vector<int> dice, const std::vector<Json>& choices);

/// The typed core's game of a setup.
rules::simple_combat::Game game_of(const Json& setup);

}  // namespace muster::test
