#include "rules/phased_combat/phase.hpp"

#include <algorithm>

namespace muster::rules::phased_combat {

namespace {

/// From now.phase on, the first phase in which somebody can fire (C1).
bool settle_phase(const Game& game, Progress& now) {
    const auto order = phases(game.fleets);
    for (; now.phase < static_cast<int>(order.size()); ++now.phase)
        for (const int seat : {attacker, defender})
            if (units_of(game.side(seat), now.position.of(seat), order[static_cast<std::size_t>(now.phase)]) > 0) return true;
    return false;
}

void clear_phase(Progress& now) {
    now.step = Step::roll_attacker;
    now.hits = {};
    now.stated = {};
    now.losses = {};
}

}  // namespace

Progress first_progress(const Game& game) {
    Progress now;
    for (const int seat : {attacker, defender}) now.position.of(seat) = game.side(seat).start;
    return now;
}

void start_round(const Game& game, Progress& now) {
    now.phase = now.round == 0 ? 0 : 1;  // C1: aircraft fire in the first round only
    ++now.round;
    clear_phase(now);
    settle_phase(game, now);
}

bool next_phase(const Game& game, Progress& now) {
    ++now.phase;
    clear_phase(now);
    return settle_phase(game, now);
}

UnitClass firing_class(const Game& game, const Progress& now) { return phases(game.fleets)[static_cast<std::size_t>(now.phase)]; }

Counts firing(const Game& game, const Progress& now, int seat) {
    Counts out{};
    const auto& side = game.side(seat);
    const auto unit_class = firing_class(game, now);
    for (int i = 0; i < types(side); ++i)
        if (type(side, i).unit_class == unit_class) at(out, i) = at(now.position.of(seat), i);
    return out;
}

int hits_of(const Side& side, const Counts& firing, std::span<const int> dice) {
    int hits = 0;
    auto next = dice.begin();
    for (int i = 0; i < types(side); ++i) {
        const auto end = next + at(firing, i) * type(side, i).era;
        hits += static_cast<int>(std::count_if(next, end, [&](int die) { return die <= type(side, i).combat_value; }));
        next = end;
    }
    return hits;
}

bool states_class(const Game& game, const Progress& now, int seat) {
    return now.hits_by(seat) > 0 && !game.fleets && firing_class(game, now) != UnitClass::aircraft;
}

void take_losses(const Game& game, Progress& now, int seat, const Counts& losses) {
    const auto& side = game.side(seat);
    const int left = now.position.kept_by(seat) + now.hits_by(other(seat)) - capacity(side, losses);
    for (int i = 0; i < types(side); ++i) at(now.position.of(seat), i) -= at(losses, i);
    const bool in_the_air = firing_class(game, now) == UnitClass::aircraft;
    now.position.kept_by(seat) = kept_of(game, in_the_air, strength(side, now.position.of(seat)), left);
}

std::optional<Finish> finish_after_phase(const Strength& attackers, const Strength& defenders) {
    if (attackers.ground > 0 && defenders.ground > 0) return {};
    // C8: ground units hold the field against aircraft, aircraft against nothing.
    const auto standing = [](const Strength& side) { return side.ground > 0 ? 2 : side.aircraft > 0 ? 1 : 0; };
    if (standing(attackers) > standing(defenders)) return Finish{attacker, "annihilation"};
    if (standing(attackers) < standing(defenders)) return Finish{defender, "annihilation"};
    return Finish{{}, "mutual_destruction"};
}

}  // namespace muster::rules::phased_combat
