#include "rules/civilization/roster.hpp"

namespace muster::rules::civilization {

namespace {

std::optional<Refusal> fault(const RosterEntry& entry, const std::string& path, AirModifiers air_modifiers) {
    for (const char c : entry.unit)
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'))
            return Refusal{Code::bad_setup, "a unit's id can only have lowercase letters a-z, digits and _", path + "/unit"};
    if (entry.unit_class == UnitClass::aircraft) {
        if (!entry.strength) return Refusal{Code::bad_setup, "aircraft need a strength from 1 to 10", path + "/strength"};
        if (entry.era) return Refusal{Code::bad_setup, "aircraft have a strength, not an era", path + "/era"};
        if (entry.modifier && air_modifiers == AirModifiers::none)
            return Refusal{Code::bad_setup, "aircraft have a strength, not a modifier", path + "/modifier"};
        if (entry.enhanced_modifier) return Refusal{Code::bad_setup, "aircraft cannot be enhanced", path + "/enhanced_modifier"};
        return {};
    }
    if (!entry.era) return Refusal{Code::bad_setup, "needs an era from 1 (ancient) to 4 (modern)", path + "/era"};
    if (entry.strength) return Refusal{Code::bad_setup, "only aircraft have a strength; other units have an era", path + "/strength"};
    return {};
}

Unit unit_from(const RosterEntry& entry) {
    return {entry.unit,
            entry.name.empty() ? entry.unit : entry.name,
            entry.unit_class,
            entry.era.value_or(0),
            entry.modifier.value_or(0),
            entry.enhanced_modifier.value_or(0),
            entry.strength.value_or(0)};
}

}  // namespace

std::string_view resolved(std::string_view id) { return id == "spearmen" ? "swordsmen" : id; }

RosterEntry entry_of(const Unit& unit) {
    if (unit.unit_class == UnitClass::aircraft) {
        const auto modifier = unit.modifier == 0 ? std::nullopt : std::optional(unit.modifier);
        return {unit.id, unit.name, unit.unit_class, {}, modifier, {}, unit.strength};
    }
    return {unit.id, unit.name, unit.unit_class, unit.era, unit.modifier, unit.enhanced_modifier, {}};
}

Roster Roster::standard() {
    using enum UnitClass;
    Roster roster;
    roster.units_ = {
        {"swordsmen", "Swordsmen", infantry, 1, 0, 1, 0},
        {"chariots", "Chariots", cavalry, 1, 0, 1, 0},
        {"catapults", "Catapults", artillery, 1, 1, 1, 0},
        {"galleys", "Galleys", fleet, 1, 0, 1, 0},
        {"pikemen", "Pikemen", infantry, 2, 0, 1, 0},
        {"knights", "Knights", cavalry, 2, 0, 1, 0},
        {"trebuchets", "Trebuchets", artillery, 2, 0, 1, 0},
        {"galleons", "Galleons", fleet, 2, 2, 1, 0},
        {"riflemen", "Riflemen", infantry, 3, 0, 1, 0},
        {"dragoons", "Dragoons", cavalry, 3, 0, 1, 0},
        {"cannons", "Cannons", artillery, 3, 1, 1, 0},
        {"ironclads", "Ironclads", fleet, 3, 2, 1, 0},
        {"machine_gunners", "Machine gunners", infantry, 4, 0, 1, 0},
        {"mechanized_infantry", "Mechanized infantry", infantry, 4, 2, 0, 0},
        {"tanks", "Tanks", cavalry, 4, 0, 2, 0},
        {"howitzers", "Howitzers", artillery, 4, 1, 2, 0},
        {"battleships", "Battleships", fleet, 4, 2, 2, 0},
        {"biplanes", "Biplanes", aircraft, 0, 0, 0, 1},
        {"monoplanes", "Monoplanes", aircraft, 0, 0, 0, 2},
        {"jets", "Jets", aircraft, 0, 0, 0, 3},
        {"stealth_aircraft", "Stealth aircraft", aircraft, 0, 0, 0, 4},
    };
    return roster;
}

std::expected<Roster, Refusal> Roster::extended(const std::vector<RosterEntry>& entries, const std::string& path, AirModifiers air_modifiers) const {
    Roster roster = *this;
    std::vector<std::string_view> given;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto& entry = entries[i];
        const std::string at = path + '/' + std::to_string(i);
        if (auto refusal = fault(entry, at, air_modifiers)) return std::unexpected(std::move(*refusal));
        for (const auto each : given)
            if (each == entry.unit) return refuse(Code::bad_setup, "\"" + entry.unit + "\" is in the roster twice", at + "/unit");
        given.push_back(entry.unit);
        bool replaced = false;
        for (auto& unit : roster.units_) {
            if (unit.id != entry.unit) continue;
            RosterEntry named = entry;
            if (named.name.empty()) named.name = unit.name;
            unit = unit_from(named);
            replaced = true;
        }
        if (!replaced) roster.units_.push_back(unit_from(entry));
    }
    return roster;
}

const Unit* Roster::find(std::string_view id) const {
    for (const auto& unit : units_)
        if (unit.id == id) return &unit;
    return resolved(id) == id ? nullptr : find(resolved(id));
}

std::vector<RosterEntry> Roster::entries() const {
    std::vector<RosterEntry> out;
    for (const auto& unit : units_) out.push_back(entry_of(unit));
    return out;
}

}  // namespace muster::rules::civilization
