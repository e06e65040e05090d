// What a side brings, as a setup writes it, checked against the roster.
#pragma once
#include "rules/civilization/roster.hpp"

namespace muster::rules::civilization {

inline constexpr int entries_max = 64;
inline constexpr int entry_count_max = 1000;
inline constexpr int army_units_max = 10'000;  ///< pieces of a side; and as many aircraft

struct ArmyEntry {
    std::string unit;
    bool enhanced = false;
    int count = 0;
    static void fields(auto& visit, auto& self) {
        visit("unit", self.unit, Rule{.min = 1, .max = 40, .about = "a unit's id in the roster"});
        visit("enhanced", self.enhanced, Rule{.optional = true});
        visit("count", self.count, Rule{.min = 1, .max = entry_count_max});
    }
};

struct AircraftEntry {
    std::string unit;
    int count = 0;
    static void fields(auto& visit, auto& self) {
        visit("unit", self.unit, Rule{.min = 1, .max = 40, .about = "an aircraft's id in the roster"});
        visit("count", self.count, Rule{.min = 1, .max = entry_count_max});
    }
};

/// All pieces of one type on one side. Enhanced and plain pieces are two types.
struct Troop {
    Unit unit;
    bool enhanced = false;
    int count = 0;
};

/// Finds each entry in the roster and merges entries of one type into the first. Refuses unknown units, aircraft, too
/// many pieces, and fleets among land units. `path` is where `entries` stand ("/attacker/army").
std::expected<std::vector<Troop>, Refusal> gather_army(const Roster& roster, const std::vector<ArmyEntry>& entries, const std::string& path);

/// The same for aircraft.
std::expected<std::vector<Troop>, Refusal> gather_aircraft(const Roster& roster, const std::vector<AircraftEntry>& entries, const std::string& path);

}  // namespace muster::rules::civilization
