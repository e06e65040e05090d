// Decisions of units on a board, in the forms `path` and `shots` (rules/describe/description.hpp), as rows of questions, and typed lines as their
// choices. Pure; prompt.hpp hands them over. `units` are those that can still act, as the decision offers them.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "rules/json.hpp"

namespace muster::cli {

/// A row for each unit: where it can go, or what it can fire at. `free`: the field has no cells.
std::vector<std::string> move_rows(const Json& units, bool free);
/// Where nobody may measure first, `enemies` are the targets of every weapon; otherwise the units as they are.
Json units_that_fire(const Json& units, const Json& enemies);
std::vector<std::string> fire_rows(const Json& units);

/// "n1 5,3" or "n1 stay"; "n1 0>s2 1>s3", "n1 s2" (every weapon that can) or "n1 hold". The error is a sentence.
/// Where the field is free any point will do, or several where it turns.
std::expected<Json, std::string> read_move(const Json& units, std::string_view line, bool free);
std::expected<Json, std::string> read_fire(const Json& units, std::string_view line);

/// Whether one of them has this name.
bool has_unit(const Json& units, const std::string& word);

/// The cells that a unit can go to, each as [first, second, cost].
Json reach_of(const Json& units, const std::string& unit);

}  // namespace muster::cli
