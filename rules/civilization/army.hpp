// What a side brings, as a setup writes it, checked against the roster.
#pragma once
#include "rules/civilization/roster.hpp"

namespace muster::rules::civilization {

inline constexpr int entries_max = 64;
inline constexpr int entry_count_max = 1000;
/// Of a setup's own units: as many as both sides can bring, so that a resolved setup has room for all of them.
inline constexpr int roster_max = 2 * (entries_max + entries_max);
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

/// Adds the unit to `used` unless it is there already, and gives its id. Precondition: the roster has it.
const std::string& use(const Roster& roster, const std::string& unit, std::vector<RosterEntry>& used);

/// Resolves what a setup says of units: its armies have their ids, not older names, and its roster has all that are used and no
/// others, in the order of first use, the attacker's first. Precondition: the roster has them all.
template <typename Setup>
void resolve_units(const Roster& roster, Setup& setup) {
    setup.roster.clear();
    for (auto* side : {&setup.attacker, &setup.defender}) {
        for (auto& entry : side->army) entry.unit = use(roster, entry.unit, setup.roster);
        for (auto& entry : side->aircraft) entry.unit = use(roster, entry.unit, setup.roster);
    }
}

}  // namespace muster::rules::civilization
