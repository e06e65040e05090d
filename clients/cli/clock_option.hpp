// A clock as somebody types it: live:10m+15s, correspondence:3d.
#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "rules/json.hpp"

namespace muster::cli {

/// "live:BANK", "live:BANK+INCREMENT", either with ",decision_max=TIME" and ",disconnected=TIME", or "correspondence:TIME", as
/// `options.clock` of a message. Lengths of time are "10m", "1h30m",
/// "3d", or ISO 8601; whether they are sensible is the server's to say. The error is a sentence.
std::expected<Json, std::string> read_clock_option(std::string_view text);

}  // namespace muster::cli
