// The events of simple-combat. The common ones (`chosen`, `rolled`, `battle_ended`) are in rules/drive.hpp.
#pragma once
#include "rules/simple_combat/setup.hpp"
#include "rules/sum_line.hpp"

namespace muster::rules::simple_combat {

struct TurnStarted {
    int turn = 0;
    int north_units = 0;
    int south_units = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "turn", self.turn, "north_units", self.north_units, "south_units", self.south_units); }
};

/// The totals, bonus included; `bonus`: the seat that has it, `first`: the seat that has the initiative, null after a tie,
/// which is rolled again.
struct InitiativeRolled {
    int north = 0;
    int south = 0;
    std::optional<std::string> bonus;
    std::optional<std::string> first;
    static void fields(auto& visit, auto& self) { list_fields(visit, "north", self.north, "south", self.south, "bonus", self.bonus, "first", self.first); }
};

/// `tenths`: the places and the cost are in tenths of a DU, on a free field (E20).
struct Moved {
    std::string unit;
    std::vector<Place> path;
    int cost = 0;
    bool tenths = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "unit", self.unit, "path", self.path, "cost", self.cost);
        visit("tenths", self.tenths, Rule{.sparse = true});
    }
};

/// `to_hit` and `to_damage` are what the die must reach, modifiers and armour included; `modifiers` are those in `to_hit`.
/// A lost shot ends after the target; a miss after `hit`. `why_not`: nobody may measure first (E15), and it could not reach the target; it is not rolled.
struct ShotFired {
    int weapon = 0;
    std::string name;
    std::string target;
    std::optional<std::string> redirected_from;
    std::optional<int> range;
    std::optional<NoShot> why_not;
    std::optional<int> to_hit;
    std::optional<std::vector<SumLine>> modifiers;
    std::optional<int> roll;
    std::optional<bool> hit;
    std::optional<int> to_damage;
    std::optional<int> damage_roll;
    std::optional<bool> damaged;
    std::optional<int> power;
    std::optional<bool> destroyed;
    bool lost = false;
    static void fields(auto& visit, auto& self) {
        constexpr Rule sparse{.sparse = true};
        list_fields(visit, "weapon", self.weapon, "name", self.name, "target", self.target);
        visit("redirected_from", self.redirected_from, sparse);
        visit("range", self.range, sparse);
        visit("why_not", self.why_not, sparse);
        visit("to_hit", self.to_hit, sparse);
        visit("modifiers", self.modifiers, sparse);
        visit("roll", self.roll, sparse);
        visit("hit", self.hit, sparse);
        visit("to_damage", self.to_damage, sparse);
        visit("damage_roll", self.damage_roll, sparse);
        visit("damaged", self.damaged, sparse);
        visit("power", self.power, sparse);
        visit("destroyed", self.destroyed, sparse);
        visit("lost", self.lost, sparse);
    }
};

struct Fired {
    std::string unit;
    std::vector<ShotFired> shots;
    static void fields(auto& visit, auto& self) { list_fields(visit, "unit", self.unit, "shots", self.shots); }
};

/// The points that count at the end (E8), rounded down.
struct TurnEnded {
    int turn = 0;
    int north_units = 0;
    int south_units = 0;
    int north_points = 0;
    int south_points = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "turn", self.turn, "north_units", self.north_units, "south_units", self.south_units, "north_points", self.north_points,
                    "south_points", self.south_points);
    }
};

inline std::vector<SumLine> lines_of(const Modifiers& modifiers) {
    std::vector<SumLine> lines;
    add_unless_zero(lines, "moved_fast", modifiers.fast);
    add_unless_zero(lines, "not_moved", modifiers.stationary);
    add_unless_zero(lines, "twin", modifiers.twin);
    return lines;
}

inline ShotFired event_of(const Table& table, int unit, const ShotTaken& taken) {
    ShotFired out{taken.shot.weapon, table.weapon_of(unit, taken.shot.weapon), table.id_of(taken.shot.target)};
    out.lost = taken.lost;
    if (taken.lost) return out;
    if (taken.redirected_from >= 0) out.redirected_from = table.id_of(taken.redirected_from);
    out.range = taken.aim.range;
    out.hit = taken.hit;
    out.why_not = taken.why_not;
    if (taken.why_not) return out;
    out.to_hit = taken.aim.to_hit;
    out.modifiers = lines_of(taken.aim.modifiers);
    out.roll = taken.roll;
    if (!taken.hit) return out;
    out.to_damage = taken.aim.to_damage;
    out.damage_roll = taken.damage_roll;
    out.damaged = taken.damaged;
    out.power = table.game.weapon(unit, taken.shot.weapon).power;
    out.destroyed = taken.destroyed;
    return out;
}

}  // namespace muster::rules::simple_combat
