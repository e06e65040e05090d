// A battle's clock as its creator chose it (`options.clock`). What the clock then does is server/battle_clock.*.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "rules/fields.hpp"

namespace muster::protocol {

/// live: a bank of time for the whole battle, both players at their screens. correspondence: so long for each decision.
enum class ClockMode { live, correspondence };
constexpr EnumNames<ClockMode, 2> names_of(ClockMode) { return {{{ClockMode::live, "live"}, {ClockMode::correspondence, "correspondence"}}}; }

/// As a message has it. Lengths of time are ISO 8601: PT10M, P3D.
struct ClockOptions {
    ClockMode mode = ClockMode::live;
    std::string bank{};
    std::string increment{};
    std::string decision_max{};
    std::string disconnected{};
    std::string per_decision{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "mode", self.mode);
        visit("bank", self.bank, Rule{.sparse = true, .max = 40, .about = "live: time for the whole battle, PT10S to P1D"});
        visit("increment", self.increment, Rule{.sparse = true, .max = 40, .about = "live: added after each decision, up to PT10M; PT0S if left out"});
        visit("decision_max", self.decision_max,
              Rule{.sparse = true, .max = 40, .about = "live: the longest single decision, PT5S to P1D; the bank if left out"});
        visit("disconnected", self.disconnected,
              Rule{.sparse = true,
                   .max = 40,
                   .about = "live: how long a seat may be away before the other may claim the battle, PT10S to PT1H; PT1M if left out"});
        visit("per_decision", self.per_decision, Rule{.sparse = true, .max = 40, .about = "correspondence: time for each decision, PT1M to P60D"});
    }
};

/// The same in milliseconds.
struct ClockRules {
    ClockMode mode = ClockMode::live;
    std::int64_t bank_ms = 0;
    std::int64_t increment_ms = 0;
    std::int64_t decision_max_ms = 0;
    std::int64_t disconnected_ms = 0;
    std::int64_t per_decision_ms = 0;
};

/// Refuses (bad_message, path from `path`) lengths that are none, out of bounds, or not of this mode.
std::expected<ClockRules, Refusal> read_clock(const ClockOptions& options, const std::string& path);

}  // namespace muster::protocol
