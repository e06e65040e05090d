// Times, and a clock by letter, as the tests of battles name them.
#pragma once
#include <cstdint>

#include "rules/json.hpp"

namespace muster::test {

inline constexpr std::int64_t second = 1'000, minute = 60 * second, hour = 60 * minute;
inline const Json by_letter{{"clock", {{"mode", "correspondence"}, {"per_decision", "PT10H"}}}};

}  // namespace muster::test
