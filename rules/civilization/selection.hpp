// Some of a side's pieces, as options, choices and events name them.
#pragma once
#include <expected>
#include <span>

#include <map>

#include "rules/civilization/army.hpp"
#include "rules/preference.hpp"

namespace muster::rules::civilization {

/// Some units of one type.
struct UnitCount {
    std::string unit;
    bool enhanced = false;
    int count = 0;
    static void fields(auto& visit, auto& self) {
        visit("unit", self.unit, Rule{.min = 1, .max = 40});
        visit("enhanced", self.enhanced, Rule{.optional = true});
        visit("count", self.count, Rule{.min = 1, .max = army_units_max});
    }
};

/// Units of a choice that is still being made: there may be none.
template <typename Entry, int types_max>
struct UnitsSoFar {
    std::vector<Entry> units;
    static void fields(auto& visit, auto& self) { visit("units", self.units, Rule{.max = types_max}); }
};

/// Non-zero counts with their words, in setup order. `counts` has one number for each of `troops` at least.
std::vector<UnitCount> named(const std::vector<Troop>& troops, std::span<const int> counts);

/// A type in a sentence: "enhanced knights".
std::string label(const Troop& troop);

/// The place of a type in an order: "enhanced knights" if that is in it, else "knights".
int rank(const Preference& preference, const Troop& troop);

/// Adds these pieces to `left` under all their names: "knights" counts plain and enhanced ones.
void count_left(const std::vector<Troop>& troops, std::span<const int> counts, std::map<std::string, int>& left);

/// A type over its dice: "knights (enhanced)".
std::string dice_label(const UnitCount& units);

/// The index of the type that (unit, enhanced) names among those of which `present` has some, older names resolved; else
/// illegal_choice. `path` is where the entry stands ("/units/0").
std::expected<int, Refusal> find_type(const std::vector<Troop>& troops, std::span<const int> present, const std::string& unit, bool enhanced,
                                      const std::string& path);

}  // namespace muster::rules::civilization
