#include "rules/advanced_combat/totals.hpp"

#include <algorithm>

namespace muster::rules::advanced_combat {

namespace {

/// The eras of `count` pieces, the newest first or the oldest first.
int eras_of(const std::array<int, eras + 1>& pieces, int count, bool newest_first) {
    int sum = 0;
    for (int i = 0; i < eras && count > 0; ++i) {
        const int era = newest_first ? eras - i : 1 + i;
        const int part = std::min(count, pieces[static_cast<std::size_t>(era)]);
        sum += part * era;
        count -= part;
    }
    return sum;
}

}  // namespace

int cia_bonus(const Game& game, const Mass& own, const Mass& enemy) {
    if (game.fleets) return 0;  // A15
    int bonus = 0;
    for (int arm = 0; arm < arms; ++arm) {
        if (game.cia == Cia::same_era) {
            for (int era = 1; era <= eras; ++era) bonus += era * std::min(own.at(arm, era), enemy.at(prey_of(arm), era));
        } else if (game.cia == Cia::oldest_era) {
            bonus += own.oldest(arm) * std::min(own.sum(arm), enemy.sum(prey_of(arm)));
        } else if (own.sum(arm) > 0 && enemy.sum(prey_of(arm)) > 0) {
            bonus += eras_of(own.of(arm), enemy.sum(prey_of(arm)), game.cia == Cia::best);
        }
    }
    return bonus;
}

int science_bonus(const Game& game, int seat, int units) {
    const int lead = game.side(seat).technologies - game.side(other(seat)).technologies;
    if (lead <= 0) return 0;
    return game.science_rounding == ScienceRounding::total ? units * lead / 2 : units * (lead / 2);
}

int settlement_penalty(const Game& game, int seat, int defenders) { return seat == attacker ? -game.settlement_penalty * defenders : 0; }

Totals bonuses(const Game& game, int seat, const Counts& own, const Counts& enemy, int defenders) {
    const auto& side = game.side(seat);
    Totals out;
    int units = 0;
    for (std::size_t i = 0; i < side.units.size(); ++i) {
        units += own[i];
        out.unit_modifiers += own[i] * side.units[i].modifier;
    }
    out.science = science_bonus(game, seat, units);
    out.cia = cia_bonus(game, mass(side, own), mass(game.side(other(seat)), enemy));
    out.settlement = settlement_penalty(game, seat, defenders);
    return out;
}

void add_dice(Totals& totals, const Side& side, const Wave& wave, std::span<const int> dice) {
    std::size_t next = 0;
    const auto pips = [&](int count) {
        int sum = 0;
        for (int i = 0; i < count; ++i) sum += std::min(dice[next++], die_max);
        return sum;
    };
    for (std::size_t i = 0; i < side.units.size(); ++i) totals.base += pips(wave.units[i]) * side.units[i].era;
    if (!wave.support.pairs.empty()) {
        const Counts planes = taking_part(wave.support);
        for (std::size_t i = 0; i < side.strengths.size(); ++i) totals.aircraft += pips(planes[i]) * side.strengths[i];
    }
    // A8: a total below 0 is 0.
    totals.total = std::max(0, totals.base + totals.aircraft + totals.unit_modifiers + totals.science + totals.cia + totals.settlement);
}

Counts taking_part(const Support& support) {
    Counts out{};
    for (const auto& pair : support.pairs) at(out, pair.aircraft) += pair.count;
    return out;
}

Counts supported_units(const Support& support) {
    Counts out{};
    for (const auto& pair : support.pairs) at(out, pair.unit) += pair.count;
    return out;
}

}  // namespace muster::rules::advanced_combat
