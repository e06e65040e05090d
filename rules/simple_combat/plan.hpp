// What the default fires at (E9).
#pragma once
#include "rules/odds/patience.hpp"
#include "rules/simple_combat/prospects.hpp"

namespace muster::rules::simple_combat {

/// Knows each unit's best declaration until it is told to forget it: as long as a battle goes on with the same lines of sight, only
/// damage to its targets changes it, and in another turn what it has spent.
class Planner {
public:
    /// Of the units of the side that acts now and wait, the declaration that is worth most; of equals the first. If nothing
    /// is worth anything, the first of them holds its fire. Null: patience ran out. Precondition: one waits.
    const Plan* plan(const Game& game, const State& state, const Sights& sights, Patience& patience);

    void forget();
    /// Takes in what the declaration that has been resolved has changed. Precondition: it is still in the state.
    void take_in(const Game& game, const State& state);

private:
    struct Known {
        bool looked = false;
        Prospects prospects{};
        Plan plan{};
        std::size_t damage_seen = 0;  ///< so many of damaged_
    };
    void look(const Game& game, const State& state, const Sights& sights, int unit, Known& known) const;

    std::vector<Known> known_{};  ///< by unit
    std::vector<int> damaged_{};  ///< units, in the order in which they were
};

/// What the default fires at where nobody may measure first (E15): the first unit that waits, with every weapon at the enemy that lies nearest to the
/// eye, of equals the first. Precondition: one waits.
Plan plan_by_eye(const Game& game, const State& state);

/// The declaration of a unit all of whose weapons fire at the target of the lowest rank, of equals the first; those that
/// reach nothing that is ranked below `none` at what one shot is worth most at. No shots: it reaches nothing that is ranked.
/// `ranks`: by unit. `lowest` becomes the lowest rank that it fires at.
Plan ranked_plan(const Game& game, const State& state, const Sights& sights, int unit, std::span<const int> ranks, int none, int& lowest);

}  // namespace muster::rules::simple_combat
