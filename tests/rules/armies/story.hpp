// Short ways to write conflicts down.
#pragma once
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "rules/scenario.hpp"
#include "rules/systems.hpp"
#include "tests/rules/play.hpp"

namespace muster::test {

/// A setup of armies. Sides are written "4p 2a metalworking military +1": population, army tokens, advances, extra levels.
Json conflict(std::string_view attacker, std::string_view defender, int limit, Json extra = Json::object());

/// Plays it by `choices` and then by the defaults; without `policy` it stops where the choices end. The scenario must be
/// accepted.
rules::ScenarioRun fight(const Json& setup, const std::vector<Json>& choices = {}, bool policy = true);

/// Who lost a token, and how it ended: "D before, A alternating, … | attacker annihilation 3:0". Tokens are "D" of
/// population, "Da" army tokens; a simultaneous pair is two of them.
std::string story(const rules::ScenarioRun& run);

}  // namespace muster::test
