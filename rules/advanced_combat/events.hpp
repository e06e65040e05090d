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
        visit("phase", self.phase, Rule{});
        visit("wave_size", self.wave_size, Rule{});
        visit("attacker_units", self.attacker_units, Rule{});
        visit("defender_units", self.defender_units, Rule{});
    }
};

struct WaveFormed {
    std::string seat;
    std::vector<UnitCount> units;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("units", self.units, Rule{});
    }
};

struct AirSupportDeclared {
    std::string seat;
    std::string supported_class;
    std::vector<PairCount> pairs;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("class", self.supported_class, Rule{});
        visit("pairs", self.pairs, Rule{});
    }
};

struct Totalled {
    std::string seat;
    std::vector<SumLine> lines;
    int total = 0;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("lines", self.lines, Rule{});
        visit("total", self.total, Rule{});
    }
};

struct CasualtiesTaken {
    std::string seat;
    int damage = 0;
    int absorbed = 0;
    std::vector<UnitCount> lost;
    std::vector<PlaneCount> aircraft_lost;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("damage", self.damage, Rule{});
        visit("absorbed", self.absorbed, Rule{});
        visit("lost", self.lost, Rule{});
        visit("aircraft_lost", self.aircraft_lost, Rule{});
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
