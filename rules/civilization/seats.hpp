// The two seats of the rulesets after Civilization.
#pragma once
#include <string>
#include <vector>

namespace muster::rules::civilization {

inline constexpr int attacker = 0;
inline constexpr int defender = 1;
constexpr int other(int seat) { return 1 - seat; }

/// "attacker", "defender".
const std::vector<std::string>& seat_names();
const std::string& seat_name(int seat);

}  // namespace muster::rules::civilization
