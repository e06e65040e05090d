#include "rules/advanced_combat/phase.hpp"

namespace muster::rules::advanced_combat {

namespace {

int units(const Game& game, const Position& position, int seat) { return ground_units(game, position, seat); }

}  // namespace

Position start_position(const Game& game) { return {{game.side(attacker).start, game.side(defender).start}}; }

int larger_side(const Game& game, const Position& position) { return units(game, position, attacker) > units(game, position, defender) ? attacker : defender; }

std::optional<int> supports_first(const Game& game, const Position& position) {
    if (!game.support_first || units(game, position, attacker) == units(game, position, defender)) return {};
    const int smaller = other(larger_side(game, position));
    return aircraft(game, position, smaller) > 0 ? std::optional(smaller) : std::nullopt;
}

Finish standoff_finish(const Game& game) {
    switch (game.standoff) {
        case Standoff::repulse: return {{}, "standoff"};
        case Standoff::free_withdrawal: return {{}, "free_withdrawal"};
        case Standoff::attacker_withdraws_freely: break;
    }
    return {{}, "withdrawal"};
}

std::optional<Finish> finish_before_phase(const Game& game, const Progress& now, WaveFinder& finder) {
    const bool standoff = now.idle_phases >= idle_phases_max || (now.changed && stuck(game, now.position, finder));
    return standoff ? std::optional(standoff_finish(game)) : std::nullopt;
}

std::optional<Finish> finish_after_phase(const Game& game, const Position& position) {
    const int attackers = units(game, position, attacker);
    const int defenders = units(game, position, defender);
    if (attackers == 0 && defenders == 0) return Finish{{}, "mutual_destruction"};
    if (defenders == 0) return Finish{attacker, "annihilation"};
    if (attackers == 0) return Finish{defender, "annihilation"};
    return {};
}

Counts usual_wave(const Game& game, const Position& position, int seat, int size, WaveFinder& finder) {
    finder.search(game, position, seat, size, expected_total);
    return finder.wave();
}

Counts choose_wave(Policy policy, const Game& game, const Position& position, int seat, int size, WaveFinder& finder) {
    if (policy == Policy::listed) return listed_wave(game.side(seat), position.of(seat).units, size);
    return usual_wave(game, position, seat, size, finder);
}

Totals total_of(const Game& game, const Progress& now, int seat, std::span<const int> dice) {
    Totals out = bonuses(game, seat, now.wave(seat).units, now.wave(other(seat)).units, settlement_pieces(game, now.position));
    add_dice(out, game.side(seat), now.wave(seat), dice);
    return out;
}

Counts take_losses(const Game& game, Progress& now, int seat, const Losses& losses) {
    Counts planes = aircraft_lost(game, seat, now.wave(seat), losses);
    remove(game, now.position, seat, losses, planes);
    now.changed = now.changed || sum(losses.units, game.side(seat).units.size()) > 0;
    return planes;
}

void next_phase(const Game& game, Progress& now) {
    now.idle_phases = now.changed ? 0 : now.idle_phases + 1;
    now.step = game.withdraw ? Step::leave : Step::start;
}

}  // namespace muster::rules::advanced_combat
