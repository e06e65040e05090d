#include "rules/simple_combat/worth.hpp"

#include <algorithm>

namespace muster::rules::simple_combat {

namespace {

constexpr std::int64_t whole = 36;  // one shot's chance to damage: ways to hit times ways to damage

Worth blast_worth(const Game& game, const State& state, int unit, const Weapon& weapon, const Aim& aim, int target) {
    constexpr std::int64_t others = whole * whole * whole;
    Worth out;
    for (const int beside : units_beside(game, state, target)) {
        const auto& profile = game.profile(beside);
        const int capacity_left = left(game, state, beside);
        const std::int64_t side = game.seat_of(beside) == game.seat_of(unit) ? -1 : 1;
        const std::int64_t chance =
            side * others * ways(game.natural, aim.to_hit) * ways(game.natural, to_damage(game, state, weapon, aim.range, beside)) * profile.points;
        if (weapon.power >= capacity_left) out.destroyed += chance;
        out.damage += chance * std::min(weapon.power, capacity_left) * (game.share / profile.capacity);
    }
    return out;
}

}  // namespace

Part part_of(const Game& game, const State& state, const Sights& sights, int unit, int weapon, int target, bool with_twin) {
    if (!is_ready(state, unit, weapon) || no_shot(game, sights, unit, weapon, target)) return {};
    const auto& fired = game.weapon(unit, weapon);
    const Aim aim = aim_at(game, state, sights, unit, weapon, target, with_twin);
    return {ways_to_damage(game.natural, aim), fired.power, fired.area ? blast_worth(game, state, unit, fired, aim, target) : Worth{}};
}

Worth worth_of(const Game& game, const State& state, const Parts& parts, WeaponSet set, int target) {
    const int capacity_left = left(game, state, target);
    const auto& profile = game.profile(target);
    Worth out;
    for (WeaponSet effective = set;; effective = (effective - 1) & set) {
        std::int64_t chance = 1;
        int power = 0;
        for (unsigned weapon = 0; weapon < weapons_max; ++weapon) {
            const WeaponSet bit = 1U << weapon;
            const auto& part = parts[weapon];
            chance *= (effective & bit) != 0 ? part.chance : (set & bit) != 0 ? whole - part.chance : whole;
            if ((effective & bit) != 0) power += part.power;
        }
        if (power >= capacity_left) out.destroyed += chance * profile.points;
        out.damage += chance * std::min(power, capacity_left) * profile.points * (game.share / profile.capacity);
        if (effective == 0) break;
    }
    for (unsigned weapon = 0; weapon < weapons_max; ++weapon)
        if ((set >> weapon & 1U) != 0) out = out + parts[weapon].blast;
    return out;
}

std::optional<int> best_target(const Game& game, const State& state, const Sights& sights, int unit, int weapon, bool with_twin) {
    std::vector<int> targets;
    find_targets(game, state, sights, unit, weapon, targets);
    std::optional<int> best;
    Worth most;
    for (const int target : targets) {
        const Parts parts{part_of(game, state, sights, unit, weapon, target, with_twin)};
        const Worth worth = worth_of(game, state, parts, 1, target);
        if (best && worth <= most) continue;
        best = target;
        most = worth;
    }
    return best;
}

}  // namespace muster::rules::simple_combat
