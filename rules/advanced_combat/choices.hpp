// The decisions as JSON: what may be chosen, whether a choice is legal, and its canonical form.
#pragma once
#include "rules/advanced_combat/setup.hpp"
#include "rules/advanced_combat/support.hpp"
#include "rules/civilization/selection.hpp"

namespace muster::rules::advanced_combat {

using civilization::UnitCount;

struct PlaneCount {
    std::string unit;
    int count = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "unit", self.unit, "count", self.count); }
};

struct PairCount {
    std::string aircraft;
    std::string unit;
    bool enhanced = false;
    int count = 0;
    static void fields(auto& visit, auto& self) {
        visit("aircraft", self.aircraft, Rule{.min = 1, .max = 40});
        visit("unit", self.unit, Rule{.min = 1, .max = 40});
        visit("enhanced", self.enhanced, Rule{.optional = true});
        visit("count", self.count, Rule{.min = 1, .max = civilization::army_units_max});
    }
};

struct WaveChoice {
    std::vector<UnitCount> units;
    static void fields(auto& visit, auto& self) { visit("units", self.units, Rule{.min = 1, .max = types_max}); }
};

struct AirChoice {
    std::string supported_class;
    std::optional<std::vector<PairCount>> pairs;
    static void fields(auto& visit, auto& self) {
        visit("class", self.supported_class, Rule{.min = 1, .max = 40, .about = "infantry, cavalry, artillery or fleet; must be in the wave"});
        visit("pairs", self.pairs,
              Rule{.sparse = true,
                   .min = 1,
                   .max = types_max * types_max,
                   .about = "which aircraft fly with which units; if left out, the strongest fly with those that would die last"});
    }
};

struct LostCount {
    std::string unit;
    bool enhanced = false;
    int count = 0;
    std::optional<int> supported;
    static void fields(auto& visit, auto& self) {
        visit("unit", self.unit, Rule{.min = 1, .max = 40});
        visit("enhanced", self.enhanced, Rule{.optional = true});
        visit("count", self.count, Rule{.min = 1, .max = civilization::army_units_max});
        visit("supported", self.supported,
              Rule{.sparse = true,
                   .min = 0,
                   .max = civilization::army_units_max,
                   .about = "how many of them have an aircraft with them; if left out, those without one die first"});
    }
};

struct CasualtyChoice {
    std::vector<LostCount> units;
    static void fields(auto& visit, auto& self) { visit("units", self.units, Rule{.min = 1, .max = types_max}); }
};

struct WithdrawChoice {
    bool withdraw = false;
    static void fields(auto& visit, auto& self) { list_fields(visit, "withdraw", self.withdraw); }
};

/// Non-zero counts with their words, in setup order.
std::vector<UnitCount> named(const Table& table, int seat, const Counts& units);
std::vector<PlaneCount> named_aircraft(const Table& table, int seat, const Counts& planes);
std::vector<PairCount> named_pairs(const Table& table, int seat, const Support& support);

SharedJson wave_options(const Table& table, int seat, const Counts& living, int size);
WaveChoice wave_choice(const Table& table, int seat, const Counts& wave);
std::expected<Counts, Refusal> read_wave(const Table& table, int seat, const Counts& living, int size, JsonView choice);
/// The same of a choice that is still being made, of however many units; nothing if it cannot be read.
std::optional<Counts> wave_so_far(const Table& table, int seat, const Counts& living, JsonView choice);

SharedJson support_options(const Table& table, int seat, const Counts& wave, const Counts& planes);
AirChoice support_choice(const Table& table, int seat, const Support& support);
/// Where the choice names no pairs, the usual ones are filled in.
std::expected<Support, Refusal> read_support(const Table& table, int seat, const Wave& wave, const Counts& enemy, const Counts& planes, JsonView choice);
/// The same of a choice that is still being made, of however many pairs; nothing if it cannot be read.
std::optional<Support> support_so_far(const Table& table, int seat, const Wave& wave, const Counts& enemy, const Counts& planes, JsonView choice);

SharedJson casualty_options(const Table& table, int seat, const Wave& wave, int damage, const Toll& toll);
CasualtyChoice casualty_choice(const Table& table, int seat, const Losses& losses);
std::expected<Losses, Refusal> read_casualties(const Table& table, int seat, const Wave& wave, const Toll& toll, JsonView choice);
/// The same of a choice that is still being made, of however many units; nothing if it cannot be read.
std::optional<Losses> losses_so_far(const Table& table, int seat, const Wave& wave, const Toll& toll, JsonView choice);
/// `planes`: those that are lost along with them.
Json casualty_meaning(const Table& table, int seat, const Wave& wave, const Losses& losses, const Counts& planes);

}  // namespace muster::rules::advanced_combat
