// Texts so long that reading them takes a while.
#pragma once
#include "rules/give_up.hpp"
#include "rules/json.hpp"

namespace muster {

/// As parse_json(), which takes up to a second for 8 MiB. Refuses (server_busy) when it is given up.
std::expected<Json, Refusal> parse_long_json(std::string_view text, const GiveUp& give_up);

}  // namespace muster
