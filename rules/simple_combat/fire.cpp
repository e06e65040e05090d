#include "rules/simple_combat/fire.hpp"

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
    if (game.premeasure) return find_targets(game, state, sights, unit, weapon, out);
    out.clear();
    const int enemy = other(game.seat_of(unit));
    for (int target = game.first_of(enemy); target < game.end_of(enemy); ++target)
        if (alive(game, state, target)) out.push_back(target);
}

bool has_choice(const Game& game, const State& state, const Sights& sights, int unit) {
    if (!game.premeasure) return game.weapons(unit) > 0;
    const int enemy = other(game.seat_of(unit));
    for (int target = game.first_of(enemy); target < game.end_of(enemy); ++target)
        for (int weapon = 0; weapon < game.weapons(unit); ++weapon)
            if (alive(game, state, target) && !no_shot(game, sights, unit, weapon, target)) return true;
    return false;
}

Aim aim_at(const Game& game, const State& state, const Sights& sights, int unit, int weapon, int target, bool with_twin) {
    const auto& fired = game.weapon(unit, weapon);
    const int spent = state.body(unit).spent;
    Aim aim{sights.between(game, unit, target).range, 0, 0, {}};
    if (spent == 0) aim.modifiers.stationary = 1;
    if (moves_fast(game, unit, spent)) aim.modifiers.fast = -1;
    if (with_twin) aim.modifiers.twin = -1;
    const auto range = static_cast<std::size_t>(aim.range);
    aim.to_hit = fired.to_hit[range] - aim.modifiers.sum();
    aim.to_damage = fired.to_damage[range] - game.profile(target).armour;  // E1: added to the roll
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
    for (std::size_t i = 0; i < shots.size(); ++i) state.volley.taken[i].shot = shots[i];
    for (std::size_t i = 0; i < shots.size(); ++i) {
        auto& taken = state.volley.taken[i];
        taken.why_not = no_shot(game, sights, unit, shots[i].weapon, shots[i].target);
        if (taken.why_not) taken.aim.range = fire_range(game, state.body(unit).cell, state.body(shots[i].target).cell);
        else taken.aim = aim_at(game, state, sights, unit, shots[i].weapon, shots[i].target, fires_with_twin(game, state.volley, shots[i].weapon));
    }
}

namespace {

/// E5: what becomes of a shot whose target is gone.
void lose_or_redirect(const Game& game, const State& state, const Sights& sights, ShotTaken& taken) {
    const bool with_twin = fires_with_twin(game, state.volley, taken.shot.weapon);
    const auto target = game.redirect ? redirected_target(game, state, sights, state.volley.unit, taken.shot.weapon, with_twin) : std::nullopt;
    if (!target) {
        taken.lost = true;
        return;
    }
    taken.redirected_from = taken.shot.target;
    taken.shot.target = *target;
    taken.why_not.reset();
    taken.aim = aim_at(game, state, sights, state.volley.unit, taken.shot.weapon, *target, with_twin);
}

void destroy(const Game& game, State& state, Sights& sights, int unit) {
    const auto seat = static_cast<std::size_t>(game.seat_of(unit));
    state.vacate(state.body(unit).cell);
    --state.living[seat];
    if (!state.body(unit).acted) --state.waiting[seat];  // E5: it does not fire later
    if (game.units_block_sight) sights.look(game, state);
}

}  // namespace

Die next_die(const Game& game, State& state, Sights& sights) {
    auto& volley = state.volley;
    while (volley.next < volley.shots) {
        auto& taken = volley.current();
        if (taken.hit) return Die::to_damage;
        if (!alive(game, state, taken.shot.target)) lose_or_redirect(game, state, sights, taken);
        if (!taken.lost && !taken.why_not) return Die::to_hit;
        ++volley.next;
    }
    return Die::none;
}

void take_die(const Game& game, State& state, Sights& sights, int die) {
    auto& taken = state.volley.current();
    if (!taken.hit) {
        taken.roll = die;
        taken.hit = reaches(game.natural, die, taken.aim.to_hit);
        if (!taken.hit) ++state.volley.next;
        return;
    }
    taken.damage_roll = die;
    taken.damaged = reaches(game.natural, die, taken.aim.to_damage);
    if (taken.damaged) {
        const int target = taken.shot.target;
        auto& damage = state.body(target).damage;
        damage = std::min(damage + game.weapon(state.volley.unit, taken.shot.weapon).power, game.profile(target).capacity);
        taken.destroyed = !alive(game, state, target);
        if (taken.destroyed) destroy(game, state, sights, target);
    }
    ++state.volley.next;
}

}  // namespace muster::rules::simple_combat
