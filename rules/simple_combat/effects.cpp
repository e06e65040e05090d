#include "rules/simple_combat/effects.hpp"

#include <algorithm>
#include <array>

#include "rules/simple_combat/fire.hpp"

namespace muster::rules::simple_combat {

namespace {

constexpr std::array effects{
    TurnEffect{.name = "burning",
               .played = [](const Game& game) { return game.burning; },
               .comes_to = [](const Game& /*game*/, const State& state, int unit) { return state.body(unit).struck; },
               .needed = 5,
               .damage = 1},
};

}  // namespace

std::span<const TurnEffect> turn_effects() { return effects; }

bool next_effect(const Game& game, State& state) {
    auto& [kind, unit] = state.effect;
    for (; kind < static_cast<int>(effects.size()); ++kind, unit = 0) {
        const auto& effect = effects[static_cast<std::size_t>(kind)];
        if (!effect.played(game)) continue;
        for (; unit < game.end_of(south); ++unit)
            if (alive(game, state, unit) && effect.comes_to(game, state, unit)) return true;
    }
    state.effect = {};
    state.stage = Stage::done;
    return false;
}

EffectTaken take_effect(const Game& game, State& state, Sights& sights, int die) {
    const auto& effect = effects[static_cast<std::size_t>(state.effect.kind)];
    EffectTaken taken{&effect, state.effect.unit++, die, die >= effect.needed, false};
    if (!taken.damaged) return taken;
    auto& damage = state.body(taken.unit).damage;
    damage = std::min(damage + effect.damage, game.profile(taken.unit).capacity);
    taken.destroyed = !alive(game, state, taken.unit);
    if (taken.destroyed) remove_destroyed(game, state, sights, taken.unit);
    return taken;
}

}  // namespace muster::rules::simple_combat
