#include "rules/advanced_combat/mean_total.hpp"

#include <cmath>
#include <numbers>

#include "rules/advanced_combat/dice_sums.hpp"
#include "rules/advanced_combat/totals.hpp"

namespace muster::rules::advanced_combat {

namespace {

// Of a die whose six counts as five (A3).
constexpr double die_mean = 10.0 / 3;
constexpr double die_variance = 20.0 / 9;

constexpr int exact_dice_max = 100;

/// Of sums spread normally, where those below 0 are 0.
double normal_mean(double mean, double deviation) {
    const double above = std::erfc(-mean / deviation / std::numbers::sqrt2) / 2;
    const double density = std::exp(-mean * mean / (2 * deviation * deviation)) / std::sqrt(2 * std::numbers::pi);
    return mean * above + deviation * density;
}

}  // namespace

MeanTotal mean_total(const Game& game, int seat, const Wave& wave, const Counts& enemy, int defenders) {
    const auto& side = game.side(seat);
    const Counts planes = taking_part(wave.support);
    MeanTotal out;
    int worth = 0;  // of all dice, if each shows a one
    int squares = 0;
    const auto take = [&](int dice, int each) {
        out.dice += dice;
        worth += dice * each;
        squares += dice * each * each;
    };
    for (std::size_t i = 0; i < side.units.size(); ++i) take(wave.units[i], side.units[i].era);
    for (std::size_t i = 0; i < side.strengths.size(); ++i) take(planes[i], side.strengths[i]);
    const Totals flat = bonuses(game, seat, wave.units, enemy, defenders);
    const int bonus = flat.unit_modifiers + flat.science + flat.cia + flat.settlement;
    const double mean = die_mean * worth + bonus;
    if (worth + bonus >= 0) out.total = mean;
    else if (worth * die_max + bonus <= 0) out.total = 0;
    else if (out.dice > exact_dice_max) out.total = normal_mean(mean, std::sqrt(die_variance * squares));
    else {
        DiceSums sums;
        auto patience = Patience::endless();
        const auto& chances = *sums.of(side, wave.units, planes, patience);
        for (int sum = -bonus; sum < static_cast<int>(chances.size()); ++sum) out.total += chances[static_cast<std::size_t>(sum)] * (sum + bonus);
    }
    return out;
}

}  // namespace muster::rules::advanced_combat
