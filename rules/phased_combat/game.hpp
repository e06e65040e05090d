// The typed core's data: what is fixed for a battle (Game) and what changes in it (Position, Progress). Plain structs and
// integers, no JSON: the battle, its odds and tests all work on these.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "rules/civilization/army.hpp"
#include "rules/civilization/seats.hpp"

namespace muster::rules::phased_combat {

using civilization::attacker;
using civilization::defender;
using civilization::other;
using civilization::UnitClass;

/// Ground units (or ships) and aircraft of a side are its types, in this order, each in the order of the setup.
inline constexpr int types_max = 2 * civilization::entries_max;
inline constexpr int sure_hit = 6;  ///< C2: with this combat value each die hits

struct UnitType {
    UnitClass unit_class = UnitClass::infantry;
    int era = 1;           ///< dice of a piece, and hits that it takes; aircraft: their strength or the house rule's (C3)
    int combat_value = 1;  ///< penalties included (C2)
};

/// Pieces by type.
using Counts = std::array<int, types_max>;

struct Side {
    std::vector<UnitType> types;
    Counts start{};
};

/// What becomes of hits from the air while aircraft that they cannot kill live (C7).
enum class AirLeftover { kept, lost };

/// A setup, compiled.
struct Game {
    std::array<Side, 2> sides;
    bool fleets = false;
    AirLeftover air_leftover = AirLeftover::kept;

    const Side& side(int seat) const { return sides[static_cast<std::size_t>(seat)]; }
};

struct Position {
    std::array<Counts, 2> living{};
    std::array<int, 2> kept{};  ///< hits taken that could not be placed so far (C6)

    Counts& of(int seat) { return living[static_cast<std::size_t>(seat)]; }
    const Counts& of(int seat) const { return living[static_cast<std::size_t>(seat)]; }
    int& kept_by(int seat) { return kept[static_cast<std::size_t>(seat)]; }
    int kept_by(int seat) const { return kept[static_cast<std::size_t>(seat)]; }
    bool operator==(const Position&) const = default;
};

/// What a phase waits for.
enum class Step { roll_attacker, roll_defender, classes, casualties, retreat, over };

/// Where a battle stands: what the phase has brought so far counts from the step that settles it on.
struct Progress {
    Position position;
    int round = 0;
    int phase = 0;  ///< index into phases()
    Step step = Step::roll_attacker;
    std::array<int, 2> hits{};                         ///< dealt by each seat in this phase
    std::array<std::optional<UnitClass>, 2> stated{};  ///< by the seat that dealt them (C5)
    std::array<std::optional<Counts>, 2> losses{};     ///< of each seat, settled but not yet taken

    int& hits_by(int seat) { return hits[static_cast<std::size_t>(seat)]; }
    int hits_by(int seat) const { return hits[static_cast<std::size_t>(seat)]; }
    std::optional<UnitClass>& stated_by(int seat) { return stated[static_cast<std::size_t>(seat)]; }
    const std::optional<UnitClass>& stated_by(int seat) const { return stated[static_cast<std::size_t>(seat)]; }
    std::optional<Counts>& losses_of(int seat) { return losses[static_cast<std::size_t>(seat)]; }
    const std::optional<Counts>& losses_of(int seat) const { return losses[static_cast<std::size_t>(seat)]; }
};

/// C1: who fires in which order; aircraft in the first round only.
std::span<const UnitClass> phases(bool fleets);

inline int& at(Counts& counts, int type) { return counts[static_cast<std::size_t>(type)]; }
inline int at(const Counts& counts, int type) { return counts[static_cast<std::size_t>(type)]; }
inline const UnitType& type(const Side& side, int index) { return side.types[static_cast<std::size_t>(index)]; }
inline int types(const Side& side) { return static_cast<int>(side.types.size()); }
inline bool is_aircraft(const UnitType& type) { return type.unit_class == UnitClass::aircraft; }

/// Pieces that live.
struct Strength {
    int ground = 0;  ///< or ships
    int aircraft = 0;
    int all() const { return ground + aircraft; }
};
Strength strength(const Side& side, const Counts& living);
int units_of(const Side& side, const Counts& living, UnitClass unit_class);
/// Hits that these pieces take in all.
int capacity(const Side& side, const Counts& pieces);

}  // namespace muster::rules::phased_combat
