#include "rules/simple_combat/redirect.hpp"

#include <algorithm>

#include "rules/simple_combat/fire.hpp"

namespace muster::rules::simple_combat {

namespace {

/// Points that a shot is expected to take; in fractions of 36 and of Game::share, so that they are exact.
struct Taken {
    std::int64_t destroyed = 0;
    std::int64_t damaged = 0;
    auto operator<=>(const Taken&) const = default;
};

Taken taken_by(const Game& game, const State& state, const Sights& sights, int unit, int weapon, int target, bool with_twin) {
    const auto& profile = game.profile(target);
    const int power = game.weapon(unit, weapon).power;
    const int capacity_left = left(game, state, target);
    const std::int64_t points = profile.points * ways_to_damage(game.natural, aim_at(game, state, sights, unit, weapon, target, with_twin));
    return {power >= capacity_left ? points * game.share : 0, points * std::min(power, capacity_left) * (game.share / profile.capacity)};
}

}  // namespace

std::optional<int> redirected_target(const Game& game, const State& state, const Sights& sights, int unit, int weapon, bool with_twin) {
    std::vector<int> targets;
    find_targets(game, state, sights, unit, weapon, targets);
    std::optional<int> out;
    Taken most;
    for (const int target : targets) {
        const Taken taken = taken_by(game, state, sights, unit, weapon, target, with_twin);
        if (out && taken <= most) continue;
        out = target;
        most = taken;
    }
    return out;
}

}  // namespace muster::rules::simple_combat
