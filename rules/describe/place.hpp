// Where something stands in an event, a decision or a setup, as descriptions say it: "/lost", "/path/-" (the last of a list),
// "/shots/*/damaged" (of each in a list), "" (all of it), "/phase=air" (whether that is what stands there).
#pragma once
#include <string>
#include <string_view>

#include "rules/json.hpp"

namespace muster::rules::describe {

/// What stands there; null if nothing does. Of several that `*` means, the first.
const Json& at_place(const Json& json, std::string_view place);

/// Whether something stands there, at one of the places, that is neither null, false, 0 nor empty.
bool given_at(const Json& json, std::string_view place);

/// A text that stands there, or is the whole if no place is told; what does not begin with / is meant itself.
std::string text_at_place(const Json& json, std::string_view place);

/// What a stranger's numbers are cut off at: so many of them as a battle has events can be added up.
inline constexpr long long number_max = 1'000'000'000'000;

/// A number that stands there.
long long number_at_place(const Json& json, std::string_view place, long long otherwise = 0);

}  // namespace muster::rules::describe
