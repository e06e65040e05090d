#include "clients/cli/clock_option.hpp"

#include <algorithm>
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

/// The part up to the next comma, taken off the front.
std::string_view next_part(std::string_view& text) {
    const auto part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    return part;
}

bool put(Json& clock, const std::string& name, std::string_view time) {
    const auto duration = iso_duration(time);
    if (duration) clock[name] = *duration;
    return duration.has_value();
}

}  // namespace

std::expected<Json, std::string> read_clock_option(std::string_view text) {
    const auto wrong =
        std::unexpected("--clock: expected live:10m, live:10m+15s, live:10m,decision_max=2m,disconnected=1m or correspondence:3d, not \"" + plain(text) + "\"");
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return wrong;
    const auto mode = text.substr(0, colon);
    auto rest = text.substr(colon + 1);
    const bool live = mode == "live";
    if (!live && mode != "correspondence") return wrong;
    const auto times = next_part(rest);
    const auto plus = live ? times.find('+') : std::string_view::npos;
    Json out{{"mode", mode}};
    if (!put(out, live ? "bank" : "per_decision", times.substr(0, plus))) return wrong;
    if (plus != std::string_view::npos && !put(out, "increment", times.substr(plus + 1))) return wrong;
    while (!rest.empty()) {
        const auto part = next_part(rest);
        const auto name = part.substr(0, part.find('='));
        if (!live || name.size() == part.size() || (name != "decision_max" && name != "disconnected")) return wrong;
        if (!put(out, std::string(name), part.substr(name.size() + 1))) return wrong;
    }
    return out;
}

}  // namespace muster::cli
