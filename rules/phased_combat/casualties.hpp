// Who may die of hits, and whom a policy lets die (C5 to C7).
#pragma once
#include "rules/battle.hpp"
#include "rules/phased_combat/game.hpp"

namespace muster::rules::phased_combat {

/// Hits that a side must place now.
struct Toll {
    int hits = 0;                      ///< new ones and those kept
    std::optional<UnitClass> first{};  ///< takes them until nothing of it can be killed: the stated class, or aircraft
};

/// What `seat` has to place at the end of the phase. Precondition: both have rolled, and the enemy has stated its class.
Toll toll(const Game& game, const Progress& now, int seat);

/// Whether a toll may reach a type at first, and whether it may after that.
inline bool hit_first(const Toll& toll, const UnitType& type) { return toll.first ? type.unit_class == *toll.first : !is_aircraft(type); }
inline bool hit_later(const Toll& toll, const UnitType& type) { return !is_aircraft(type) && !hit_first(toll, type); }
/// C7: while aircraft live in their phase, nothing else is hit.
bool reaches_others(const Side& side, const Counts& living, const Toll& toll, const Counts& losses);

/// Whether these hits kill anything at all.
bool kills(const Side& side, const Counts& living, const Toll& toll);

/// The losses where nobody says otherwise: all of the first type that the hits can kill, then of the next: the lowest worth per hit, then the
/// oldest era, then the last listed. They are a rule, no policy: the default, and what is forced.
Counts usual_losses(const Game& game, int seat, const Counts& living, int phase, const Toll& toll);

/// The losses that `policy` chooses. `listed` (C10): in a class the oldest era, then the last listed; infantry, cavalry, artillery.
/// `best`: as usual.
Counts choose_losses(Policy policy, const Game& game, int seat, const Counts& living, int phase, const Toll& toll);

/// The types of the lowest ranks die first, of equals in the usual order. `ranks`: by type.
Counts ranked_losses(const Counts& ranks, const Game& game, int seat, const Counts& living, int phase, const Toll& toll);

/// The class that `seat` states by default: the one whose hits cost the enemy most worth if it then places them as usual; of equals the
/// largest capacity. Precondition: the enemy has ground units.
UnitClass usual_class(const Game& game, const Progress& now, int seat);

/// The class that `policy` states for `seat`: `listed` (C10) the largest capacity, `best` as usual. Precondition: as above.
UnitClass choose_class(Policy policy, const Game& game, const Progress& now, int seat);

/// The classes of ground units that the enemy of `seat` still has: infantry, cavalry, artillery, fleet.
std::vector<UnitClass> classes_of_enemy(const Game& game, const Position& position, int seat);

}  // namespace muster::rules::phased_combat
