// Points in time and lengths of time as the protocol writes them. Both are milliseconds here: since 1970 (UTC), or long.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace muster::protocol {

/// RFC 3339 UTC with milliseconds: 2026-11-21T20:49:00.123Z. From year 0 to 9999.
std::string time_text(std::int64_t ms);
/// What time_text() writes, read back; nothing for anything else.
std::optional<std::int64_t> read_time(std::string_view text);

/// ISO 8601 with days, hours, minutes and whole seconds: P3D, PT10M, P1DT12H. Nothing for anything else, for months and
/// years (which are not always the same length), and for more than 10 years.
std::optional<std::int64_t> read_duration(std::string_view text);

}  // namespace muster::protocol
