// The events of simple-combat in words.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/narration/line.hpp"
#include "rules/json.hpp"

namespace muster::narration {

/// The lines of an event that only this ruleset has (none where the event after it tells the same); nothing for others.
std::optional<std::vector<Line>> field_event(std::string_view event, const Json& data);

/// A choice of these kinds in words: "n1 stays in place", "n1 0>s2 1>s3".
std::string field_choice_text(const Json& choice);

}  // namespace muster::narration
