// Battles of phased-combat and fleet-combat in tests: played from a script, told one line per event.
#pragma once
#include "tests/rules/play.hpp"

namespace muster::test {

/// Plays a setup of phased-combat, or of fleet-combat if `extra` says so.
rules::ScenarioRun fight(const Json& setup, std::vector<int> dice = {}, Json extra = Json::object());

/// A choice for a script: "attacker hit_class" with {"class":"infantry"}.
Json said(std::string_view seat, std::string_view kind, Json choice);
/// The same for {"units":[…]}, written "2 knights, 1 swordsmen+".
Json loses(std::string_view seat, std::string_view units);

/// The events without their rolls: "hits_dealt attacker 4 infantry".
std::vector<std::string> phased_story(const rules::ScenarioRun& run);

}  // namespace muster::test
