// The events of simple-combat. The common ones (`chosen`, `rolled`, `battle_ended`) are in rules/drive.hpp.
#pragma once
#include "rules/simple_combat/effects.hpp"
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

/// What damage did to a unit: there only where there was some.
struct Loss {
    std::optional<int> power;
    std::optional<bool> destroyed;
    static void fields(auto& visit, auto& self) {
        visit("power", self.power, Rule{.sparse = true});
        visit("destroyed", self.destroyed, Rule{.sparse = true});
    }
};

/// `to_hit` and `to_damage` are what the die must reach, modifiers and armour included; `modifiers` are those in `to_hit`, `damage_modifiers` those in
/// `to_damage` beside the armour. A lost shot ends after the target; a miss after `hit`. `why_not`: nobody may measure first (E15), and it could not reach the
/// target; it is not rolled.
struct ShotFired : Loss {
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
    std::optional<std::vector<SumLine>> damage_modifiers;
    std::optional<int> damage_roll;
    std::optional<bool> damaged;
    /// E19: it has fired its only shot; or the turn from which on it can fire again.
    bool spent = false;
    std::optional<int> ready;
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
        visit("damage_modifiers", self.damage_modifiers, sparse);
        visit("damage_roll", self.damage_roll, sparse);
        visit("damaged", self.damaged, sparse);
        Loss::fields(visit, self);
        visit("spent", self.spent, sparse);
        visit("ready", self.ready, sparse);
        visit("lost", self.lost, sparse);
    }
};

struct Fired {
    std::string unit;
    std::vector<ShotFired> shots;
    static void fields(auto& visit, auto& self) { list_fields(visit, "unit", self.unit, "shots", self.shots); }
};

/// What a hit of area fire does to the units beside its target (E19); each has had a die of its own.
struct BlastHit : Loss {
    std::string unit;
    int to_damage = 0;
    int roll = 0;
    bool damaged = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "unit", self.unit, "to_damage", self.to_damage, "roll", self.roll, "damaged", self.damaged);
        Loss::fields(visit, self);
    }
};

struct BlastEvent {
    std::string unit;
    int weapon = 0;
    std::string name;
    std::string target;
    std::vector<BlastHit> hits;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "unit", self.unit, "weapon", self.weapon, "name", self.name, "target", self.target, "hits", self.hits);
    }
};

/// What happens to a unit at the end of a turn (E16): `damaged` if the die reached `needed`.
struct TurnEffectEvent : Loss {
    std::string effect;
    std::string unit;
    int needed = 0;
    int roll = 0;
    bool damaged = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "effect", self.effect, "unit", self.unit, "needed", self.needed, "roll", self.roll, "damaged", self.damaged);
        Loss::fields(visit, self);
    }
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
    add_unless_zero(lines, "cover", modifiers.cover);
    add_unless_zero(lines, "special", modifiers.special);
    return lines;
}

/// Nothing where there are none: few battles know any.
inline std::optional<std::vector<SumLine>> lines_of(const DamageModifiers& modifiers) {
    std::vector<SumLine> lines;
    add_unless_zero(lines, "cover", modifiers.cover);
    add_unless_zero(lines, "special", modifiers.special);
    return lines.empty() ? std::nullopt : std::optional(std::move(lines));
}

inline TurnEffectEvent event_of(const Table& table, const EffectTaken& taken) {
    TurnEffectEvent out{{}, taken.effect->name, table.id_of(taken.unit), taken.effect->needed, taken.roll, taken.damaged};
    if (!taken.damaged) return out;
    out.power = taken.effect->damage;
    out.destroyed = taken.destroyed;
    return out;
}

inline ShotFired event_of(const Table& table, const State& state, int unit, const ShotTaken& taken) {
    ShotFired out{{}, taken.shot.weapon, table.weapon_of(unit, taken.shot.weapon), table.id_of(taken.shot.target)};
    const auto& weapon = table.game.weapon(unit, taken.shot.weapon);
    out.spent = weapon.one_shot;
    if (weapon.reload > 0) out.ready = state.body(unit).ready[static_cast<std::size_t>(taken.shot.weapon)];
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
    out.damage_modifiers = lines_of(taken.aim.damage_modifiers);
    out.damage_roll = taken.damage_roll;
    out.damaged = taken.damaged;
    out.power = weapon.power;
    out.destroyed = taken.destroyed;
    return out;
}

inline BlastEvent blast_of(const Table& table, int unit, const ShotTaken& taken) {
    BlastEvent out{table.id_of(unit), taken.shot.weapon, table.weapon_of(unit, taken.shot.weapon), table.id_of(taken.shot.target), {}};
    for (const auto& blast : taken.blasts) {
        auto& hit = out.hits.emplace_back(BlastHit{{}, table.id_of(blast.unit), blast.to_damage, blast.roll, blast.damaged});
        if (!blast.damaged) continue;
        hit.power = table.game.weapon(unit, taken.shot.weapon).power;
        hit.destroyed = blast.destroyed;
    }
    return out;
}

}  // namespace muster::rules::simple_combat
