// The setup as players write it, and its translation into the typed core.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "rules/phased_combat/game.hpp"

namespace muster::rules::phased_combat {

enum class AirEra { strength, modern };
constexpr EnumNames<AirEra, 2> names_of(AirEra) { return {{{AirEra::strength, "strength"}, {AirEra::modern, "modern"}}}; }

constexpr EnumNames<AirLeftover, 2> names_of(AirLeftover) { return {{{AirLeftover::kept, "kept"}, {AirLeftover::lost, "lost"}}}; }

/// Who holds a region, from the attacker's view.
enum class Control { attacker, neutral, other };
constexpr EnumNames<Control, 3> names_of(Control) { return {{{Control::attacker, "attacker"}, {Control::neutral, "neutral"}, {Control::other, "other"}}}; }

inline constexpr int regions_max = 64;

struct SideSetup {
    std::vector<civilization::ArmyEntry> army;
    std::vector<civilization::AircraftEntry> aircraft;
    static void fields(auto& visit, auto& self) {
        visit("army", self.army, Rule{.max = civilization::entries_max, .about = "empty only where aircraft may come alone"});
        visit("aircraft", self.aircraft, Rule{.sparse = true, .max = civilization::entries_max});
    }
};

struct Region {
    std::string name;
    Control control = Control::neutral;
    bool undefended_city = false;
    static void fields(auto& visit, auto& self) {
        visit("name", self.name, Rule{.min = 1, .max = 80});
        list_fields(visit, "control", self.control);
        visit("undefended_city", self.undefended_city, Rule{.optional = true, .about = "a region with one is not neutral"});
    }
};

struct HouseRules {
    bool air_penalty = true;
    AirEra air_era = AirEra::strength;
    AirLeftover air_leftover = AirLeftover::kept;
    bool air_alone = false;
    static void fields(auto& visit, auto& self) {
        visit("air_penalty", self.air_penalty, Rule{.optional = true, .about = "a settlement and the Great Wall weaken the attacker's aircraft too"});
        visit("air_era", self.air_era, Rule{.optional = true, .about = "dice and hits of an aircraft: strength: as its strength; modern: 4"});
        visit("air_leftover", self.air_leftover,
              Rule{.optional = true,
                   .about = "hits by aircraft that can't bring down any of the enemy's remaining ones: kept: they carry over to the next phase; lost"});
        visit("air_alone", self.air_alone, Rule{.optional = true, .about = "a side may come with aircraft alone"});
    }
};

struct Setup {
    SideSetup attacker;
    SideSetup defender;
    bool settlement = false;
    bool great_wall = false;
    std::vector<Region> retreat_regions;
    std::vector<civilization::RosterEntry> roster;
    HouseRules house_rules;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "attacker", self.attacker, "defender", self.defender);
        visit("settlement", self.settlement, Rule{.optional = true, .about = "the defender stands in a settlement"});
        visit("great_wall", self.great_wall, Rule{.optional = true, .about = "the defender owns the Great Wall; it counts in a settlement only"});
        visit("retreat_regions", self.retreat_regions, Rule{.sparse = true, .max = regions_max, .about = "the regions near the battle"});
        visit("roster", self.roster,
              Rule{.sparse = true, .max = civilization::roster_max, .about = "units in addition to the standard ones, or replacing them"});
        visit("house_rules", self.house_rules, Rule{.optional = true});
    }
};

/// A setup ready to be played: the core's numbers, and the words that events and choices use for them.
struct Table {
    Game game;
    std::array<std::vector<civilization::Troop>, 2> troops;  ///< the words for Side::types
    std::vector<std::string> havens;                         ///< regions to retreat to (C9)

    const std::vector<civilization::Troop>& of(int seat) const { return troops[static_cast<std::size_t>(seat)]; }
};

/// Reads a setup strictly: bad_setup with the path of what is wrong. `fleets`: both sides have ships, else neither.
std::expected<std::shared_ptr<const Table>, Refusal> read_setup(const Json& json, bool fleets);
/// The same setup in full (Ruleset::resolve).
std::expected<Setup, Refusal> resolve_setup(const Json& json, bool fleets);

using civilization::seat_name;
using civilization::seat_names;

/// "air", "artillery", …, "retreat".
std::string phase_name(const Game& game, int phase);

}  // namespace muster::rules::phased_combat
