// What the default fires at (E9), in exact integers.
#pragma once
#include "rules/simple_combat/fire.hpp"

namespace muster::rules::simple_combat {

/// What a declaration is worth: first the points that it is expected to destroy, then the share of points that its damage
/// is expected to take. In fractions of 36 to the power of weapons_max and of Game::share, so that sums are exact.
struct Worth {
    std::int64_t destroyed = 0;
    std::int64_t damage = 0;
    auto operator<=>(const Worth&) const = default;
};

/// A declaration of a unit.
struct Plan {
    int unit = -1;
    int shots = 0;
    std::array<Shot, weapons_max> shot{};
    Worth worth{};

    std::span<const Shot> all() const { return {shot.data(), static_cast<std::size_t>(shots)}; }
};

/// The declaration of a unit that is worth most; of equals the one with fewer shots, then at targets listed first. No
/// shots: nothing is worth anything. Redirected shots (E5) are not counted. At most some 100 steps for each enemy.
Plan best_plan(const Game& game, const State& state, const Sights& sights, int unit);

/// E9. Keeps each unit's best declaration until it is told to forget it: as long as a battle goes on with the same lines of
/// sight, only damage to its targets changes it, and in another turn what it has spent.
class Planner {
public:
    /// Of the units of the side that acts now and wait, the declaration that is worth most; of equals the first. If nothing
    /// is worth anything, the first of them holds its fire. Precondition: one waits.
    const Plan& plan(const Game& game, const State& state, const Sights& sights);

    void forget() { plans_.clear(); }
    /// What the declaration that has been resolved has changed. Precondition: it is still in the state.
    void forget_after(const Game& game, const State& state);

private:
    std::vector<Plan> plans_{};  ///< by unit; unit -1: not known
};

/// The declaration of a unit all of whose weapons fire at the target of the lowest rank, of equals the first; those that
/// reach nothing that is ranked below `none` at what one shot is worth most at. No shots: it reaches nothing that is ranked.
/// `ranks`: by unit. `lowest` becomes the lowest rank that it fires at.
Plan ranked_plan(const Game& game, const State& state, const Sights& sights, int unit, std::span<const int> ranks, int none, int& lowest);

/// The target that one shot of this weapon is worth most at, of equals the first; nothing if there is none.
std::optional<int> best_target(const Game& game, const State& state, const Sights& sights, int unit, int weapon, bool with_twin);

}  // namespace muster::rules::simple_combat
