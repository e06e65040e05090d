// The units of the two Civilization rulesets, as data. The game's owners hold the printed table, so that a setup may
// add units and override ours (`setup.roster`).
#pragma once
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/fields.hpp"

namespace muster::rules::civilization {

enum class UnitClass { infantry, cavalry, artillery, fleet, aircraft };
constexpr EnumNames<UnitClass, 5> names_of(UnitClass) {
    return {{{UnitClass::infantry, "infantry"},
             {UnitClass::cavalry, "cavalry"},
             {UnitClass::artillery, "artillery"},
             {UnitClass::fleet, "fleet"},
             {UnitClass::aircraft, "aircraft"}}};
}

inline constexpr int era_min = 1;
inline constexpr int era_max = 4;
inline constexpr int modifier_max = 10;

/// One kind of unit. Aircraft have a strength and, in some rulesets, a modifier; all others an era and modifiers (an enhanced unit has
/// both added).
struct Unit {
    std::string id;
    std::string name;
    UnitClass unit_class = UnitClass::infantry;
    int era = 0;
    int modifier = 0;
    int enhanced_modifier = 0;
    int strength = 0;
    /// What one piece adds to its side's total.
    int modifier_of(bool enhanced) const { return enhanced ? modifier + enhanced_modifier : modifier; }
};

/// A unit as a setup and the catalog write it.
struct RosterEntry {
    std::string unit;
    std::string name;
    UnitClass unit_class = UnitClass::infantry;
    std::optional<int> era;
    std::optional<int> modifier;
    std::optional<int> enhanced_modifier;
    std::optional<int> strength;
    static void fields(auto& visit, auto& self) {
        visit("unit", self.unit, Rule{.min = 1, .max = 40, .about = "an id: lower-case letters, digits and _"});
        visit("name", self.name, Rule{.sparse = true, .max = 80});
        list_fields(visit, "class", self.unit_class);
        visit("era", self.era, Rule{.sparse = true, .min = era_min, .max = era_max, .about = "required, except for aircraft"});
        visit("modifier", self.modifier, Rule{.sparse = true, .min = -modifier_max, .max = modifier_max, .about = "0 if left out"});
        visit("enhanced_modifier", self.enhanced_modifier,
              Rule{.sparse = true, .min = -modifier_max, .max = modifier_max, .about = "added to the modifier; 0 if left out"});
        visit("strength", self.strength, Rule{.sparse = true, .min = 1, .max = 10, .about = "aircraft only"});
    }
};

/// A unit in full; of aircraft the modifier only if there is one.
RosterEntry entry_of(const Unit& unit);

/// Whether aircraft of a setup's own may have a modifier.
enum class AirModifiers { none, allowed };

class Roster {
public:
    /// The units that every battle knows.
    static Roster standard();

    /// Adds the setup's own units; one with a known id takes that unit's place. `path` is where `entries` stand.
    std::expected<Roster, Refusal> extended(const std::vector<RosterEntry>& entries, const std::string& path,
                                            AirModifiers air_modifiers = AirModifiers::none) const;

    /// By id, or by an older name for it ("spearmen").
    const Unit* find(std::string_view id) const;
    const std::vector<Unit>& units() const { return units_; }
    std::vector<RosterEntry> entries() const;

private:
    std::vector<Unit> units_{};
};

/// What an alias stands for, or the word itself.
std::string_view resolved(std::string_view id);

}  // namespace muster::rules::civilization
