#include "rules/simple_combat/fire.hpp"

#include <algorithm>

#include "rules/simple_combat/range.hpp"
#include "rules/simple_combat/redirect.hpp"

namespace muster::rules::simple_combat {

std::optional<NoShot> no_shot(const Game& game, const Sights& sights, int unit, int weapon, int target) {
    const Sight sight = sights.between(game, unit, target);
    const auto& fired = game.weapon(unit, weapon);
    if (sight.range == 0) return NoShot::beyond_range;
    const auto range = static_cast<std::size_t>(sight.range);
    if (fired.to_hit[range] == 0) {
        for (std::size_t farther = range; farther < fired.to_hit.size(); ++farther)
            if (fired.to_hit[farther] > 0) return NoShot::range_gap;
        return NoShot::beyond_range;
    }
    if (!sight.clear && !fired.indirect) return NoShot::no_sight;
    return {};
}

void find_targets(const Game& game, const State& state, const Sights& sights, int unit, int weapon, std::vector<int>& out) {
    out.clear();
    const int enemy = other(game.seat_of(unit));
    for (int target = game.first_of(enemy); target < game.end_of(enemy); ++target)
        if (alive(game, state, target) && !no_shot(game, sights, unit, weapon, target)) out.push_back(target);
}

void find_choices(const Game& game, const State& state, const Sights& sights, int unit, int weapon, std::vector<int>& out) {
    out.clear();
    if (!is_ready(state, unit, weapon)) return;
    if (game.premeasure) return find_targets(game, state, sights, unit, weapon, out);
    const int enemy = other(game.seat_of(unit));
    for (int target = game.first_of(enemy); target < game.end_of(enemy); ++target)
        if (alive(game, state, target)) out.push_back(target);
}

bool has_choice(const Game& game, const State& state, const Sights& sights, int unit) {
    const int enemy = other(game.seat_of(unit));
    for (int weapon = 0; weapon < game.weapons(unit); ++weapon) {
        if (!is_ready(state, unit, weapon)) continue;
        if (!game.premeasure) return true;
        for (int target = game.first_of(enemy); target < game.end_of(enemy); ++target)
            if (alive(game, state, target) && !no_shot(game, sights, unit, weapon, target)) return true;
    }
    return false;
}

namespace {

/// E18: all that apply are added.
template <typename Change>
void each_special(const Game& game, const State& state, const Weapon& weapon, int target, Change change) {
    const int armour = game.profile(target).armour;
    for (const auto& special : weapon.specials)
        if (special.armour_from <= armour && armour <= special.armour_to &&
            (special.ground < 0 || game.ground_of(state.body(target).cell) == static_cast<std::size_t>(special.ground)))
            change(special);
}

DamageModifiers damage_modifiers(const Game& game, const State& state, const Weapon& weapon, int target) {
    DamageModifiers out{.cover = game.terrain_at(state.body(target).cell).to_damage};
    each_special(game, state, weapon, target, [&](const Special& special) { out.special += special.to_damage; });
    return out;
}

}  // namespace

int to_damage(const Game& game, const State& state, const Weapon& weapon, int range, int unit) {
    return weapon.to_damage[static_cast<std::size_t>(range)] - game.profile(unit).armour - damage_modifiers(game, state, weapon, unit).sum();
}

std::vector<int> units_beside(const Game& game, const State& state, int target) {
    std::vector<int> out;
    for (int unit = 0; unit < game.end_of(south); ++unit)
        if (unit != target && alive(game, state, unit) && game.board.touch(state.body(unit).cell, state.body(target).cell)) out.push_back(unit);
    return out;
}

Aim aim_at(const Game& game, const State& state, const Sights& sights, int unit, int weapon, int target, bool with_twin) {
    const auto& fired = game.weapon(unit, weapon);
    const int spent = state.body(unit).spent;
    Aim aim{sights.between(game, unit, target).range};
    if (spent == 0) aim.modifiers.stationary = 1;
    if (moves_fast(game, unit, spent)) aim.modifiers.fast = -1;
    if (with_twin) aim.modifiers.twin = -1;
    aim.modifiers.cover = game.terrain_at(state.body(target).cell).to_hit;
    each_special(game, state, fired, target, [&](const Special& special) { aim.modifiers.special += special.to_hit; });
    aim.damage_modifiers = damage_modifiers(game, state, fired, target);
    const auto range = static_cast<std::size_t>(aim.range);
    aim.to_hit = fired.to_hit[range] - aim.modifiers.sum();
    aim.to_damage = fired.to_damage[range] - game.profile(target).armour - aim.damage_modifiers.sum();  // E1: added to the roll
    return aim;
}

// ---- resolving a declaration ---------------------------------------------------------------------------------------

namespace {

/// Whether the other weapon of its pair is in the declaration, too.
bool fires_with_twin(const Game& game, const Volley& volley, int weapon) {
    const int twin = game.weapon(volley.unit, weapon).twin;
    const auto taken = std::span(volley.taken).first(static_cast<std::size_t>(volley.shots));
    return std::ranges::any_of(taken, [&](const ShotTaken& each) { return each.shot.weapon == twin; });
}

}  // namespace

void declare(const Game& game, State& state, const Sights& sights, int unit, std::span<const Shot> shots) {
    state.volley = Volley{.unit = unit, .shots = static_cast<int>(shots.size())};
    for (std::size_t i = 0; i < shots.size(); ++i) {
        state.volley.taken[i].shot = shots[i];
        const auto& weapon = game.weapon(unit, shots[i].weapon);
        auto& ready = state.body(unit).ready[static_cast<std::size_t>(shots[i].weapon)];
        if (weapon.one_shot) ready = never_ready;
        else if (weapon.reload > 0) ready = state.turn + weapon.reload + 1;
    }
    for (std::size_t i = 0; i < shots.size(); ++i) {
        auto& taken = state.volley.taken[i];
        taken.why_not = no_shot(game, sights, unit, shots[i].weapon, shots[i].target);
        if (taken.why_not) taken.aim.range = fire_range(game, state.body(unit).cell, state.body(shots[i].target).cell);
        else taken.aim = aim_at(game, state, sights, unit, shots[i].weapon, shots[i].target, fires_with_twin(game, state.volley, shots[i].weapon));
    }
}

namespace {

/// E5: what becomes of a shot whose target is gone. A unit that its own blast has destroyed is gone, too, and aims at nobody anew (E19).
void lose_or_redirect(const Game& game, const State& state, const Sights& sights, ShotTaken& taken) {
    const bool with_twin = fires_with_twin(game, state.volley, taken.shot.weapon);
    const auto target = game.redirect && alive(game, state, state.volley.unit)
                            ? redirected_target(game, state, sights, state.volley.unit, taken.shot.weapon, with_twin)
                            : std::nullopt;
    if (!target) {
        taken.lost = true;
        return;
    }
    taken.redirected_from = taken.shot.target;
    taken.shot.target = *target;
    taken.why_not.reset();
    taken.aim = aim_at(game, state, sights, state.volley.unit, taken.shot.weapon, *target, with_twin);
}

}  // namespace

void remove_destroyed(const Game& game, State& state, Sights& sights, int unit) {
    const auto seat = static_cast<std::size_t>(game.seat_of(unit));
    state.vacate(state.body(unit).cell);
    --state.living[seat];
    if (!state.body(unit).acted) --state.waiting[seat];  // E5: it does not fire later
    if (game.units_block_sight) sights.look(game, state);
}

Die next_die(const Game& game, State& state, Sights& sights) {
    auto& volley = state.volley;
    while (volley.next < volley.shots) {
        auto& taken = volley.current();
        if (taken.hit && taken.damage_roll == 0) return Die::to_damage;
        if (taken.hit) return Die::blast;
        if (!alive(game, state, taken.shot.target)) lose_or_redirect(game, state, sights, taken);
        if (!taken.lost && !taken.why_not) return Die::to_hit;
        ++volley.next;
    }
    return Die::none;
}

namespace {

/// False: the unit is not destroyed by it.
bool damage(const Game& game, State& state, Sights& sights, int unit, int power) {
    auto& body = state.body(unit);
    body.damage = std::min(body.damage + power, game.profile(unit).capacity);
    body.struck = true;
    state.quiet = -1;
    if (alive(game, state, unit)) return false;
    remove_destroyed(game, state, sights, unit);
    return true;
}

/// E19: whoever lives beside the target when it has been dealt with.
void find_blasts(const Game& game, const State& state, const Weapon& weapon, ShotTaken& taken) {
    for (const int unit : units_beside(game, state, taken.shot.target)) taken.blasts.push_back({unit, to_damage(game, state, weapon, taken.aim.range, unit)});
}

}  // namespace

void take_die(const Game& game, State& state, Sights& sights, int die) {
    auto& volley = state.volley;
    auto& taken = volley.current();
    const auto& weapon = game.weapon(volley.unit, taken.shot.weapon);
    if (!taken.hit) {
        taken.roll = die;
        taken.hit = reaches(game.natural, die, taken.aim.to_hit);
        if (!taken.hit) ++volley.next;
        return;
    }
    if (taken.damage_roll == 0) {
        taken.damage_roll = die;
        taken.damaged = reaches(game.natural, die, taken.aim.to_damage);
        taken.destroyed = taken.damaged && damage(game, state, sights, taken.shot.target, weapon.power);
        if (weapon.area) find_blasts(game, state, weapon, taken);
    } else {
        auto& blast = *std::ranges::find(taken.blasts, 0, &Blast::roll);
        blast.roll = die;
        blast.damaged = reaches(game.natural, die, blast.to_damage);
        blast.destroyed = blast.damaged && damage(game, state, sights, blast.unit, weapon.power);
    }
    if (taken.blasts.empty() || taken.blasts.back().roll != 0) ++volley.next;
}

}  // namespace muster::rules::simple_combat
