// What a battle is about: an attacker's and a defender's fight, or that of several nations.
#pragma once
#include <variant>

#include "rules/armies/nations_fight.hpp"

namespace muster::rules::armies {

using Conflict = std::variant<Fight, NationsFight>;

}  // namespace muster::rules::armies
