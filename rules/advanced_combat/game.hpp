// The typed core's data: what is fixed for a battle (Game) and what changes in it (Position, Phase). Plain structs and
// integers, no JSON: the battle adapter, the odds engine and tests all work on these.
#pragma once
#include <array>
#include <vector>

#include "rules/civilization/army.hpp"
#include "rules/civilization/seats.hpp"

namespace muster::rules::advanced_combat {

using civilization::attacker;
using civilization::defender;
using civilization::other;

inline constexpr int types_max = civilization::entries_max;
inline constexpr int arms = 3;
inline constexpr int eras = civilization::era_max;
inline constexpr int hit_points_per_era = 5;
inline constexpr int die_max = 5;  // A3: sixes count as fives

/// Classes of units that fight on the ground, as indexes: infantry, cavalry, artillery. Fleets meet only fleets and
/// have no bonus against each other (A15), so in a battle of fleets all units are arm 0.
constexpr int prey_of(int arm) { return (arm + 2) % arms; }  // A6: cavalry over infantry over artillery over cavalry
constexpr int hunter_of(int arm) { return (arm + 1) % arms; }

enum class ScienceRounding { total, pair };
enum class Cia { best, worst, same_era, oldest_era };
/// `attacker_withdraws_freely` is `free_withdrawal` as records from before its end had a name of its own have it (A12).
enum class Standoff { repulse, free_withdrawal, attacker_withdraws_freely };
enum class AirLoss { paired, per_unit };

struct UnitType {
    int arm = 0;
    int era = 1;
    int modifier = 0;  ///< enhancement included
};

/// Numbers by unit type or by aircraft type of a side, in the order of the setup.
using Counts = std::array<int, types_max>;

struct Force {
    Counts units{};
    Counts aircraft{};
    bool operator==(const Force&) const = default;
};

struct Side {
    std::vector<UnitType> units;
    std::vector<int> strengths;    ///< of the aircraft types
    std::vector<int> by_worth;     ///< unit types: newest era, highest modifier, first listed
    std::vector<int> by_strength;  ///< aircraft types: strongest, first listed
    int technologies = 0;
    Force start;
};

/// A setup, compiled.
struct Game {
    std::array<Side, 2> sides;
    bool fleets = false;
    int settlement_penalty = 0;  ///< per unit of the defender; 0 in the open field
    ScienceRounding science_rounding = ScienceRounding::total;
    Cia cia = Cia::best;
    Standoff standoff = Standoff::repulse;
    AirLoss air_loss = AirLoss::paired;
    bool withdraw = false;
    bool air_defends = false;
    bool support_first = false;

    const Side& side(int seat) const { return sides[static_cast<std::size_t>(seat)]; }
};

struct Position {
    std::array<Force, 2> force;

    Force& of(int seat) { return force[static_cast<std::size_t>(seat)]; }
    const Force& of(int seat) const { return force[static_cast<std::size_t>(seat)]; }
    bool operator==(const Position&) const = default;
};

/// Aircraft of one type beside units of one type.
struct Pair {
    int aircraft = 0;
    int unit = 0;
    int count = 0;
};

/// Air support of a side in a phase; no pairs: none.
struct Support {
    int arm = 0;
    std::vector<Pair> pairs;
};

/// The lines of a side's total, as A2 to A8 have them.
struct Totals {
    int base = 0;
    int aircraft = 0;
    int unit_modifiers = 0;
    int science = 0;
    int cia = 0;
    int settlement = 0;  ///< never above 0
    int total = 0;
};

/// What a side puts forward in one phase.
struct Wave {
    Counts units{};
    Support support;
    Totals totals;
};

/// Numbers by arm and era.
class Mass {
public:
    void add(const UnitType& type, int count) {
        by_[static_cast<std::size_t>(type.arm)][static_cast<std::size_t>(type.era)] += count;
        sums_[static_cast<std::size_t>(type.arm)] += count;
    }

    const std::array<int, eras + 1>& of(int arm) const { return by_[static_cast<std::size_t>(arm)]; }
    int at(int arm, int era) const { return of(arm)[static_cast<std::size_t>(era)]; }
    int sum(int arm) const { return sums_[static_cast<std::size_t>(arm)]; }
    /// The oldest era present; 0 if nothing is.
    int oldest() const;
    int oldest(int arm) const;

private:
    std::array<std::array<int, eras + 1>, arms> by_{};
    std::array<int, arms> sums_{};
};

int& at(Counts& counts, int type);
int at(const Counts& counts, int type);
int sum(const Counts& counts, std::size_t types);
int ground_units(const Game& game, const Position& position, int seat);
int aircraft(const Game& game, const Position& position, int seat);
/// A7: pieces of the defender that the penalty of a settlement counts.
int settlement_pieces(const Game& game, const Position& position);
Mass mass(const Side& side, const Counts& units);
const UnitType& type(const Side& side, int index);
int strength(const Side& side, int index);

/// Fills in by_worth and by_strength.
void settle_orders(Side& side);

/// Sum of the strengths of the `count` strongest of `aircraft`.
int strongest(const Side& side, const Counts& aircraft, int count);

// Simulations ask for these all the time.
inline int sum(const Counts& counts, std::size_t types) {
    int out = 0;
    for (std::size_t i = 0; i < types; ++i) out += counts[i];
    return out;
}
inline int ground_units(const Game& game, const Position& position, int seat) { return sum(position.of(seat).units, game.side(seat).units.size()); }
inline int aircraft(const Game& game, const Position& position, int seat) { return sum(position.of(seat).aircraft, game.side(seat).strengths.size()); }
inline int settlement_pieces(const Game& game, const Position& position) {
    return ground_units(game, position, defender) + (game.air_defends ? aircraft(game, position, defender) : 0);
}
inline Mass mass(const Side& side, const Counts& units) {
    Mass out;
    for (std::size_t i = 0; i < side.units.size(); ++i) out.add(side.units[i], units[i]);
    return out;
}
inline int& at(Counts& counts, int type) { return counts[static_cast<std::size_t>(type)]; }
inline int at(const Counts& counts, int type) { return counts[static_cast<std::size_t>(type)]; }
inline const UnitType& type(const Side& side, int index) { return side.units[static_cast<std::size_t>(index)]; }
inline int strength(const Side& side, int index) { return side.strengths[static_cast<std::size_t>(index)]; }

}  // namespace muster::rules::advanced_combat
