#include "rules/advanced_combat/game.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace muster::rules::advanced_combat {

int Mass::oldest() const {
    for (int era = 1; era <= eras; ++era)
        for (int arm = 0; arm < arms; ++arm)
            if (at(arm, era) > 0) return era;
    return 0;
}

int Mass::oldest(int arm) const {
    for (int era = 1; era <= eras; ++era)
        if (at(arm, era) > 0) return era;
    return 0;
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
