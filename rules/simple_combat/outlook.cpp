#include "rules/simple_combat/outlook.hpp"

#include <algorithm>
#include <cstdlib>

#include "rules/simple_combat/fire.hpp"

namespace muster::rules::simple_combat {

Gait gait_of(const Profile& profile, int spent) {
    if (spent == 0) return Gait::stood;
    return 2 * spent > profile.move ? Gait::fast : Gait::slow;
}

namespace {

using Loaded = std::array<bool, weapons_max>;

/// E19: the weapons that can fire in this turn.
Loaded loaded_of(const State& state, int unit) {
    Loaded out{};
    for (int weapon = 0; weapon < weapons_max; ++weapon) out[static_cast<std::size_t>(weapon)] = is_ready(state, unit, weapon);
    return out;
}

constexpr std::array<int, 3> bonus{1, 0, -1};  // by Gait

/// Pairs of twins are taken to fire together.
Salvo salvo_of(const Game& game, const Profile& shooter, const Loaded& loaded, const Profile& target, std::size_t ground, int modifier) {
    const auto& terrain = game.terrains[ground];
    Salvo out;
    for (std::size_t i = 0; i < shooter.weapons.size(); ++i) {
        const auto& weapon = shooter.weapons[i];
        if (!loaded[i]) continue;
        int to_hit = modifier + terrain.to_hit;
        int to_damage = target.armour + terrain.to_damage;
        for (const auto& special : weapon.specials) {
            if (target.armour < special.armour_from || target.armour > special.armour_to) continue;
            if (special.ground >= 0 && static_cast<std::size_t>(special.ground) != ground) continue;
            to_hit += special.to_hit;
            to_damage += special.to_damage;
        }
        for (std::size_t range = 1; range <= range_max; ++range) {
            if (weapon.to_hit[range] == 0) continue;
            const int hit = ways(game.natural, weapon.to_hit[range] - to_hit + (weapon.twin >= 0 ? 1 : 0));
            const int damage = hit * ways(game.natural, weapon.to_damage[range] - to_damage) * weapon.power;
            out.seen[range] += damage;
            if (weapon.indirect) out.unseen[range] += damage;
        }
    }
    return out;
}

std::vector<int> reach_of(const Game& game, const Profile& enemy, const Salvos& salvos) {
    const int farthest = range_max * game.fire_scale;
    const int move = enemy.move / game.board.scale();
    std::vector<int> out(static_cast<std::size_t>(farthest + move) + 1);
    for (int distance = 1; distance < static_cast<int>(out.size()); ++distance)
        for (int after = std::max(1, distance - move); after <= std::min(farthest, distance + move); ++after) {
            const int range = (after + game.fire_scale - 1) / game.fire_scale;
            const auto& salvo = salvos[static_cast<std::size_t>(gait_of(enemy, std::abs(distance - after) * game.board.scale()))];
            int& most = out[static_cast<std::size_t>(distance)];
            most = std::max(most, salvo.seen[static_cast<std::size_t>(range)]);
        }
    return out;
}

}  // namespace

Salvos salvos_of(const Game& game, const Profile& shooter, const Loaded& loaded, const Profile& target, std::size_t ground) {
    Salvos out;
    for (std::size_t gait = 0; gait < out.size(); ++gait) out[gait] = salvo_of(game, shooter, loaded, target, ground, bonus[gait]);
    return out;
}

std::vector<Outlook> outlooks_of(const Game& game, const State& state, int unit) {
    std::vector<Outlook> out;
    const int side = other(game.seat_of(unit));
    const auto& own = game.profile(unit);
    for (int enemy = game.first_of(side); enemy < game.end_of(side); ++enemy) {
        if (!alive(game, state, enemy)) continue;
        const auto& profile = game.profile(enemy);
        Outlook each{enemy, salvos_of(game, own, loaded_of(state, unit), profile, game.ground_of(state.body(enemy).cell)), {}, waits(game, state, enemy)};
        const auto loaded = loaded_of(state, enemy);
        for (std::size_t ground = 0; ground < game.terrains.size(); ++ground) {
            auto& theirs = each.theirs.emplace_back(Outlook::Theirs{salvos_of(game, profile, loaded, own, ground)});
            if (each.waits) theirs.reach = reach_of(game, profile, theirs.salvos);
        }
        out.push_back(std::move(each));
    }
    return out;
}

}  // namespace muster::rules::simple_combat
