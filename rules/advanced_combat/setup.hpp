// The setup as players write it, and its translation into the typed core.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "rules/advanced_combat/game.hpp"

namespace muster::rules::advanced_combat {

constexpr EnumNames<ScienceRounding, 2> names_of(ScienceRounding) { return {{{ScienceRounding::total, "total"}, {ScienceRounding::pair, "pair"}}}; }
constexpr EnumNames<Cia, 4> names_of(Cia) {
    return {{{Cia::best, "best"}, {Cia::worst, "worst"}, {Cia::same_era, "same_era"}, {Cia::oldest_era, "oldest_era"}}};
}
constexpr EnumNames<Standoff, 3> names_of(Standoff) {
    return {
        {{Standoff::repulse, "repulse"}, {Standoff::free_withdrawal, "free_withdrawal"}, {Standoff::attacker_withdraws_freely, "attacker_withdraws_freely"}}};
}
constexpr EnumNames<AirLoss, 2> names_of(AirLoss) { return {{{AirLoss::paired, "paired"}, {AirLoss::per_unit, "per_unit"}}}; }

struct SideSetup {
    std::vector<civilization::ArmyEntry> army;
    std::vector<civilization::AircraftEntry> aircraft;
    int technologies = 0;
    static void fields(auto& visit, auto& self) {
        visit("army", self.army, Rule{.min = 1, .max = civilization::entries_max});
        visit("aircraft", self.aircraft, Rule{.sparse = true, .max = civilization::entries_max});
        visit("technologies", self.technologies, Rule{.optional = true, .min = 0, .max = 1000, .about = "how many of them the side controls"});
    }
};

struct SettlementSetup {
    std::optional<int> current_era;
    bool great_wall = false;
    static void fields(auto& visit, auto& self) {
        visit("current_era", self.current_era,
              Rule{.sparse = true, .min = civilization::era_min, .max = civilization::era_max, .about = "the newest era present if left out"});
        visit("great_wall", self.great_wall, Rule{.optional = true, .about = "counts only in the ancient era"});
    }
};

struct HouseRules {
    ScienceRounding science_rounding = ScienceRounding::total;
    Cia cia = Cia::best;
    Standoff standoff = Standoff::repulse;
    AirLoss air_loss = AirLoss::paired;
    bool withdraw = false;
    bool air_defends = false;
    bool support_first = false;
    static void fields(auto& visit, auto& self) {
        visit("science_rounding", self.science_rounding,
              Rule{.optional = true, .about = "total: units x lead, halved and rounded down; pair: units x half the lead, rounded down"});
        visit("cia", self.cia,
              Rule{.optional = true,
                   .about = "which pieces of a class count for matchups: best: the newest; worst: the oldest; same_era: each only against its own era; "
                            "oldest_era: any, each at the era of the oldest"});
        visit("standoff", self.standoff,
              Rule{.optional = true,
                   .about = "if neither side can ever kill anything: the attacker is repulsed, or withdraws freely; both keep their units. "
                            "attacker_withdraws_freely: older word for free_withdrawal"});
        visit("air_loss", self.air_loss,
              Rule{.optional = true, .about = "paired: an aircraft dies with its unit; per_unit: each unit lost from the supported class takes one with it"});
        visit("withdraw", self.withdraw, Rule{.optional = true, .about = "the attacker may withdraw between phases"});
        visit("support_first", self.support_first,
              Rule{.optional = true, .about = "the smaller army declares its air support before the larger one chooses its wave"});
        visit("air_defends", self.air_defends, Rule{.optional = true, .about = "the defender's aircraft count among a settlement's defenders"});
    }
};

struct Setup {
    SideSetup attacker;
    SideSetup defender;
    std::optional<SettlementSetup> settlement;
    std::vector<civilization::RosterEntry> roster;
    HouseRules house_rules;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "attacker", self.attacker, "defender", self.defender);
        visit("settlement", self.settlement, Rule{.sparse = true, .about = "absent or null: open field"});
        visit("roster", self.roster,
              Rule{.sparse = true, .max = civilization::roster_max, .about = "units in addition to the standard ones, or replacing them"});
        visit("house_rules", self.house_rules, Rule{.optional = true});
    }
};

/// A setup ready to be played: the core's numbers, and the words that events and choices use for them.
struct Table {
    Game game;
    std::array<std::vector<civilization::Troop>, 2> army;
    std::array<std::vector<civilization::Troop>, 2> air;

    const std::vector<civilization::Troop>& army_of(int seat) const { return army[static_cast<std::size_t>(seat)]; }
    const std::vector<civilization::Troop>& air_of(int seat) const { return air[static_cast<std::size_t>(seat)]; }
};

/// Reads a setup strictly: bad_setup with the path of what is wrong.
std::expected<std::shared_ptr<const Table>, Refusal> read_setup(const Json& json);
/// The same setup in full (Ruleset::resolve). The older word for a free withdrawal becomes today's, which ends under another name:
/// so new battles have today's, and resolved setups in records from before keep theirs.
std::expected<Setup, Refusal> resolve_setup(const Json& json);

using civilization::seat_name;
using civilization::seat_names;

/// The word for a class of this battle ("cavalry"; "fleet" among fleets).
std::string_view arm_name(const Game& game, int arm);

}  // namespace muster::rules::advanced_combat
