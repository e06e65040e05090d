// The pieces of both sides as they are now, for the top of a screen.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "rules/describe/table.hpp"

namespace muster::narration {

/// The sides beside each other, each under its title. Nothing: they have no pieces.
std::vector<std::string> army_rows(std::span<const rules::describe::Side> sides, std::span<const std::string> titles);

}  // namespace muster::narration
