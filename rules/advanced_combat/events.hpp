// The events of advanced-combat. The common ones (`chosen`, `rolled`, `battle_ended`) are in rules/drive.hpp.
#pragma once
#include "rules/advanced_combat/choices.hpp"
#include "rules/sum_line.hpp"

namespace muster::rules::advanced_combat {

struct PhaseStarted {
    int phase = 0;
    int wave_size = 0;
    int attacker_units = 0;
    int defender_units = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "phase", self.phase, "wave_size", self.wave_size, "attacker_units", self.attacker_units, "defender_units", self.defender_units);
    }
};

struct WaveFormed {
    std::string seat;
    std::vector<UnitCount> units;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "units", self.units); }
};

struct AirSupportDeclared {
    std::string seat;
    std::string supported_class;
    std::vector<PairCount> pairs;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "class", self.supported_class, "pairs", self.pairs); }
};

struct Totalled {
    std::string seat;
    std::vector<SumLine> lines;
    int total = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "lines", self.lines, "total", self.total); }
};

struct CasualtiesTaken {
    std::string seat;
    int damage = 0;
    int absorbed = 0;
    std::vector<UnitCount> lost;
    std::vector<PlaneCount> aircraft_lost;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat, "damage", self.damage, "absorbed", self.absorbed, "lost", self.lost, "aircraft_lost", self.aircraft_lost);
    }
};

/// `base` always, the other lines only where they are not 0.
inline std::vector<SumLine> lines_of(const Totals& totals) {
    std::vector<SumLine> lines{{"base", totals.base}};
    add_unless_zero(lines, "aircraft", totals.aircraft);
    add_unless_zero(lines, "unit_modifiers", totals.unit_modifiers);
    add_unless_zero(lines, "science", totals.science);
    add_unless_zero(lines, "cia", totals.cia);
    add_unless_zero(lines, "settlement", totals.settlement);
    return lines;
}

}  // namespace muster::rules::advanced_combat
