// The data of the campaign's events, by name of seat and area. The common events (`chosen`, `rolled`, `battle_ended`) are in rules/drive.hpp.
#pragma once
#include "rules/fields.hpp"
#include "rules/theatre/figures.hpp"
#include "rules/theatre/naming.hpp"

namespace muster::rules::theatre {

struct TurnStarted {
    static constexpr const char* event = "turn_started";
    int turn = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "turn", self.turn); }
};

struct Taxed {
    static constexpr const char* event = "taxed";
    Name seat;
    int tokens = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "tokens", self.tokens); }
};

struct Expanded {
    static constexpr const char* event = "expanded";
    Name seat;
    std::map<Name, int> areas;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "areas", self.areas); }
};

struct CensusTaken {
    static constexpr const char* event = "census_taken";
    std::map<Name, int> tokens;
    std::vector<Name> order;
    static void fields(auto& visit, auto& self) { list_fields(visit, "tokens", self.tokens, "order", self.order); }
};

struct PiecesLost {
    int armies = 0;
    int ships = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "armies", self.armies, "ships", self.ships); }
};

struct Built {
    static constexpr const char* event = "built";
    Name seat;
    int paid = 0;
    PiecesLost lost;
    std::vector<BuildLine<Name>> areas;
    int release = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat, "paid", self.paid, "lost", self.lost, "areas", self.areas, "release", self.release);
    }
};

struct Moved {
    static constexpr const char* event = "moved";
    Name seat;
    int step = 0;
    std::vector<March<Name>> marches;
    std::vector<Voyage<Name>> voyages;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "step", self.step, "marches", self.marches, "voyages", self.voyages); }
};

struct ConflictSide {
    Name seat;
    int population = 0;
    int armies = 0;
    int level = 0;
    int before = 0;  ///< lost before combat (F12)
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat, "population", self.population, "armies", self.armies, "level", self.level, "before", self.before);
    }
};

struct Conflict {
    static constexpr const char* event = "conflict";
    Name area;
    int limit = 0;
    std::vector<ConflictSide> sides;
    std::vector<std::vector<Name>> removed;
    static void fields(auto& visit, auto& self) { list_fields(visit, "area", self.area, "limit", self.limit, "sides", self.sides, "removed", self.removed); }
};

/// Tokens that a side loses in an area.
struct TokensGone {
    Name area;
    Name seat;
    int population = 0;
    int armies = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "area", self.area, "seat", self.seat, "population", self.population, "armies", self.armies);
    }
};

struct LossesTaken : TokensGone {
    static constexpr const char* event = "losses_taken";
};

struct SurplusRemoved : TokensGone {
    static constexpr const char* event = "surplus_removed";
};

struct CityAssaulted {
    static constexpr const char* event = "city_assaulted";
    Name area;
    Name seat;
    Name owner;
    int attackers = 0;
    int needed = 0;
    bool falls = false;
    int placed = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "area", self.area, "seat", self.seat, "owner", self.owner, "attackers", self.attackers, "needed", self.needed, "falls", self.falls,
                    "placed", self.placed);
    }
};

struct Pillaged {
    static constexpr const char* event = "pillaged";
    Name seat;
    Name area;
    int tokens = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "area", self.area, "tokens", self.tokens); }
};

struct CityFounded {
    static constexpr const char* event = "city_founded";
    Name seat;
    Name area;
    int population = 0;
    int treasury = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat, "area", self.area, "population", self.population, "treasury", self.treasury);
    }
};

struct CityReduced {
    static constexpr const char* event = "city_reduced";
    Name seat;
    Name area;
    int population = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "area", self.area, "population", self.population); }
};

struct ArmyDisbanded {
    static constexpr const char* event = "army_disbanded";
    Name seat;
    Name area;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "area", self.area); }
};

struct CalamityStruck {
    static constexpr const char* event = "calamity_struck";
    Calamity calamity = Calamity::earthquake;
    Name seat;
    static void fields(auto& visit, auto& self) { list_fields(visit, "calamity", self.calamity, "seat", self.seat); }
};

struct UnitsLost {
    static constexpr const char* event = "units_lost";
    Name seat;
    std::vector<Units<Name>> units;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "units", self.units); }
};

struct BarbariansMoved {
    static constexpr const char* event = "barbarians_moved";
    std::optional<Name> from;
    std::optional<Name> to;
    int tokens = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "from", self.from, "to", self.to, "tokens", self.tokens); }
};

struct CivilWarAverted {
    static constexpr const char* event = "civil_war_averted";
    Name seat;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat); }
};

struct CivilWarBegan {
    static constexpr const char* event = "civil_war_began";
    Name seat;
    Name beneficiary;
    std::map<Name, int> population;  ///< lost before it (F26)
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "beneficiary", self.beneficiary, "population", self.population); }
};

struct Annexed {
    static constexpr const char* event = "annexed";
    Name seat;
    Name of;
    std::vector<Units<Name>> units;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "of", self.of, "units", self.units); }
};

struct NationStanding : Figures {
    Name seat;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat);
        figures(visit, self);
    }
};

struct TurnEnded {
    static constexpr const char* event = "turn_ended";
    int turn = 0;
    std::vector<NationStanding> nations;
    static void fields(auto& visit, auto& self) { list_fields(visit, "turn", self.turn, "nations", self.nations); }
};

}  // namespace muster::rules::theatre
