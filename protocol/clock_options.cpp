#include "protocol/clock_options.hpp"

#include "protocol/times.hpp"

namespace muster::protocol {

namespace {

constexpr std::int64_t second_ms = 1'000;
constexpr std::int64_t minute_ms = 60 * second_ms;
constexpr std::int64_t hour_ms = 60 * minute_ms;
constexpr std::int64_t day_ms = 24 * hour_ms;

/// One length of time: where it is read from, where it goes, and what is allowed.
struct Length {
    const char* key;
    const std::string& text;
    std::int64_t& ms;
    std::optional<std::int64_t> preset;  ///< none: it must be given
    std::int64_t least_ms;
    std::int64_t most_ms;
    const char* bounds;
};

std::optional<Refusal> read_length(const Length& length, const std::string& path) {
    const auto at = path + "/" + length.key;
    if (length.text.empty()) {
        if (!length.preset) return Refusal{Code::bad_message, "\"" + std::string(length.key) + "\" is missing: a length of time, " + length.bounds, at};
        length.ms = *length.preset;
        return {};
    }
    const auto ms = read_duration(length.text);
    if (!ms || *ms < length.least_ms || *ms > length.most_ms)
        return Refusal{Code::bad_message, "expected a length of time, " + std::string(length.bounds) + ", got \"" + length.text + "\"", at};
    length.ms = *ms;
    return {};
}

std::optional<Refusal> refuse_given(const std::string& text, const char* key, const char* mode, const std::string& path) {
    if (text.empty()) return {};
    return Refusal{Code::bad_message, "\"" + std::string(key) + "\" does not apply to " + mode + " clocks", path + "/" + key};
}

}  // namespace

std::expected<ClockRules, Refusal> read_clock(const ClockOptions& options, const std::string& path) {
    ClockRules out;
    out.mode = options.mode;
    if (options.mode == ClockMode::correspondence) {
        for (const auto& [text, key] : {std::pair{&options.bank, "bank"},
                                        {&options.increment, "increment"},
                                        {&options.decision_max, "decision_max"},
                                        {&options.disconnected, "disconnected"}})
            if (auto refusal = refuse_given(*text, key, "correspondence", path)) return std::unexpected(std::move(*refusal));
        if (auto refusal = read_length({"per_decision", options.per_decision, out.per_decision_ms, {}, minute_ms, 60 * day_ms, "PT1M to P60D"}, path))
            return std::unexpected(std::move(*refusal));
        return out;
    }
    if (auto refusal = refuse_given(options.per_decision, "per_decision", "live", path)) return std::unexpected(std::move(*refusal));
    if (auto refusal = read_length({"bank", options.bank, out.bank_ms, {}, 10 * second_ms, day_ms, "PT10S to P1D"}, path))
        return std::unexpected(std::move(*refusal));
    const Length others[] = {{"increment", options.increment, out.increment_ms, 0, 0, 10 * minute_ms, "up to PT10M"},
                             {"decision_max", options.decision_max, out.decision_max_ms, day_ms, 5 * second_ms, day_ms, "PT5S to P1D"},
                             {"disconnected", options.disconnected, out.disconnected_ms, minute_ms, 10 * second_ms, hour_ms, "PT10S to PT1H"}};
    for (const auto& length : others)
        if (auto refusal = read_length(length, path)) return std::unexpected(std::move(*refusal));
    return out;
}

}  // namespace muster::protocol
