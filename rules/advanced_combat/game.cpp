#include "rules/advanced_combat/game.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace muster::rules::advanced_combat {

int Mass::sum(int arm) const { return std::accumulate(of(arm).begin(), of(arm).end(), 0); }

int Mass::oldest() const {
    for (int era = 1; era <= eras; ++era)
        for (int arm = 0; arm < arms; ++arm)
            if (at(arm, era) > 0) return era;
    return 0;
}

int sum(const Counts& counts, std::size_t types) { return std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(types), 0); }

int ground_units(const Game& game, const Position& position, int seat) { return sum(position.of(seat).units, game.side(seat).units.size()); }

int aircraft(const Game& game, const Position& position, int seat) { return sum(position.of(seat).aircraft, game.side(seat).strengths.size()); }

Mass mass(const Side& side, const Counts& units) {
    Mass out;
    for (std::size_t i = 0; i < side.units.size(); ++i) out.of(side.units[i].arm)[static_cast<std::size_t>(side.units[i].era)] += units[i];
    return out;
}

void settle_orders(Side& side) {
    side.by_worth.resize(side.units.size());
    std::iota(side.by_worth.begin(), side.by_worth.end(), 0);
    std::ranges::sort(side.by_worth, {}, [&](int i) { return std::tuple(-type(side, i).era, -type(side, i).modifier, i); });
    side.by_strength.resize(side.strengths.size());
    std::iota(side.by_strength.begin(), side.by_strength.end(), 0);
    std::ranges::sort(side.by_strength, {}, [&](int i) { return std::tuple(-strength(side, i), i); });
}

int strongest(const Side& side, const Counts& aircraft, int count) {
    int out = 0;
    for (const int i : side.by_strength) {
        const int part = std::min(at(aircraft, i), count);
        out += part * strength(side, i);
        count -= part;
    }
    return out;
}

}  // namespace muster::rules::advanced_combat
