// The events of simple-combat in words.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "clients/cli/terminal.hpp"
#include "rules/json.hpp"

namespace muster::cli {

/// The lines of an event that only this ruleset has (none where the event after it tells the same); nothing for others.
std::optional<std::vector<Line>> field_event(std::string_view event, const Json& data);

}  // namespace muster::cli
