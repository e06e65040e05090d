// What shots are worth before they are fired (E9), in exact integers.
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
inline Worth operator+(Worth a, Worth b) { return {a.destroyed + b.destroyed, a.damage + b.damage}; }

/// Weapons of a unit, each a bit.
using WeaponSet = unsigned;
inline constexpr std::size_t weapon_sets = 1U << weapons_max;

/// A shot as the sum sees it. Of a blast every unit beside the target counts by itself, as if nothing else were fired at it; friends count against it.
struct Part {
    std::int64_t chance = 0;  ///< of 36; 0: cannot fire at this target, or to no effect
    int power = 0;
    Worth blast{};  ///< what it is worth beside the target (E19), in the fractions of Worth

    bool matters() const { return chance > 0 || blast > Worth{}; }
};
using Parts = std::array<Part, weapons_max>;

Part part_of(const Game& game, const State& state, const Sights& sights, int unit, int weapon, int target, bool with_twin);

/// The worth of firing this set of weapons at one target: every combination of shots that take effect.
Worth worth_of(const Game& game, const State& state, const Parts& parts, WeaponSet set, int target);

/// The target that one shot of this weapon is worth most at, of equals the first; nothing if there is none.
std::optional<int> best_target(const Game& game, const State& state, const Sights& sights, int unit, int weapon, bool with_twin);

}  // namespace muster::rules::simple_combat
