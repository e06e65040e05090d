#include "clients/cli/clock_option.hpp"

#include <optional>

#include "clients/cli/narration.hpp"
#include "protocol/times.hpp"

namespace muster::cli {

namespace {

// "1d12h" as "P1DT12H", "10m" as "PT10M"; what is ISO 8601 already stays as it is.
std::optional<std::string> iso_duration(std::string_view text) {
    std::string days, rest, number;
    if (text.starts_with('P')) return protocol::read_duration(text) ? std::optional(std::string(text)) : std::nullopt;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            number += c;
            continue;
        }
        constexpr std::string_view small = "dhms", large = "DHMS";
        const auto unit = small.find(c);
        if (number.empty() || unit == std::string_view::npos) return {};
        (unit == 0 ? days : rest) += std::exchange(number, {}) + large[unit];
    }
    const auto out = "P" + days + (rest.empty() ? "" : "T" + rest);
    return number.empty() && protocol::read_duration(out) ? std::optional(out) : std::nullopt;
}

}  // namespace

std::expected<Json, std::string> read_clock_option(std::string_view text) {
    const auto wrong = std::unexpected("--clock: expected live:10m, live:10m+15s or correspondence:3d, not \"" + plain(text) + "\"");
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return wrong;
    const auto mode = text.substr(0, colon), times = text.substr(colon + 1);
    if (mode != "live" && mode != "correspondence") return wrong;
    const auto plus = mode == "live" ? times.find('+') : std::string_view::npos;
    const auto first = iso_duration(times.substr(0, plus));
    if (!first) return wrong;
    Json out{{"mode", mode}, {mode == "live" ? "bank" : "per_decision", *first}};
    if (plus == std::string_view::npos) return out;
    const auto increment = iso_duration(times.substr(plus + 1));
    if (!increment) return wrong;
    out["increment"] = *increment;
    return out;
}

}  // namespace muster::cli
