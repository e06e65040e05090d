// Texts so long that reading them takes a while.
#pragma once
#include "rules/flat_json.hpp"
#include "rules/give_up.hpp"

namespace muster {

/// As parse_flat_json(), which takes up to a second for 8 MiB. Refuses (server_busy) when it is given up.
std::expected<FlatJson, Refusal> parse_long_json(std::string_view text, const GiveUp& give_up);

}  // namespace muster
