#include "rules/advanced_combat/chance.hpp"

#include <algorithm>

#include "rules/selection.hpp"

namespace muster::rules::advanced_combat {

namespace {

/// The first `types` counts drawn at random.
Counts drawn(const Counts& caps, std::size_t types, int total, Random& random) {
    Counts out{};
    std::ranges::copy(random_counts(std::span(caps).first(types), total, random), out.begin());
    return out;
}

}  // namespace

Counts random_wave(const Side& side, const Counts& living, int size, Random& random) { return drawn(living, side.units.size(), size, random); }

Support random_support(const Side& side, const Counts& wave, const Counts& planes, Random& random) {
    std::vector<int> present;
    for (int arm = 0; arm < arms; ++arm)
        if (units_of_arm(side, wave, arm) > 0) present.push_back(arm);
    Support out{present[random.below(present.size())], {}};
    Counts room{};
    for (std::size_t i = 0; i < side.units.size(); ++i)
        if (side.units[i].arm == out.arm) room[i] = wave[i];
    const Counts flying = drawn(planes, side.strengths.size(), support_size(side, wave, planes, out.arm), random);
    for (int plane = 0; plane < static_cast<int>(side.strengths.size()); ++plane) {
        const Counts beside = drawn(room, side.units.size(), at(flying, plane), random);
        for (int unit = 0; unit < static_cast<int>(side.units.size()); ++unit) {
            if (at(beside, unit) == 0) continue;
            out.pairs.push_back({plane, unit, at(beside, unit)});
            at(room, unit) -= at(beside, unit);
        }
    }
    return out;
}

Losses random_losses(const Game& game, int seat, const Wave& wave, const Toll& toll, Random& random) {
    const auto& side = game.side(seat);
    const std::size_t types = side.units.size();
    Counts with_plane{};
    if (game.air_loss == AirLoss::paired) with_plane = supported_units(wave.support);
    Losses out;
    for (int era = 1; era <= eras; ++era) {
        // Units with and without an aircraft are told apart by a choice, so they are drawn apart.
        std::vector<int> caps(types * 2, 0);
        for (std::size_t i = 0; i < types; ++i) {
            if (side.units[i].era != era) continue;
            caps[i] = wave.units[i] - with_plane[i];
            caps[types + i] = with_plane[i];
        }
        const auto lost = random_counts(caps, toll.by_era[static_cast<std::size_t>(era)], random);
        for (std::size_t i = 0; i < types; ++i) {
            out.units[i] += lost[i] + lost[types + i];
            out.supported[i] += lost[types + i];
        }
    }
    return out;
}

}  // namespace muster::rules::advanced_combat
