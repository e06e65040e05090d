// The decisions of simple-combat as questions, and typed lines as its choices. Pure; prompt.hpp hands them over.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "rules/json.hpp"

namespace muster::cli {

bool asks_move(const Json& request);
bool asks_fire(const Json& request);

/// The units that can still act, a row each: where they can go, or what they can fire at.
std::vector<std::string> move_rows(const Json& request);
std::vector<std::string> fire_rows(const Json& request);

/// "n1 5,3" (the cheapest way there), "n1 stay".
std::expected<Json, std::string> read_move(const Json& request, std::string_view line);
/// "n1 0>s2 1>s3", "n1 s2" (all that can fire at it), "n1 hold".
std::expected<Json, std::string> read_fire(const Json& request, std::string_view line);

/// The cells that the unit can reach, as [q,r,cost]; without an id those of the default's unit. None in other requests.
Json reach_of(const Json& request, std::string_view unit = {});
/// Whether `line` is the id of a unit that can still move, and so asks where it can go.
bool asks_for_reach(const Json& request, std::string_view line);

}  // namespace muster::cli
