#include "rules/advanced_combat/dice_sums.hpp"

namespace muster::rules::advanced_combat {

namespace {

/// 64 MB of sums; beyond it they are worked out anew.
constexpr std::size_t kept_max = 8'000'000;

/// Adds to each sum a pool of dice of which each pip counts `worth`.
std::vector<double> with_pool(const std::vector<double>& sums, const std::vector<double>& pips, int worth) {
    const auto step = static_cast<std::size_t>(worth);
    std::vector<double> out(sums.size() + (pips.size() - 1) * step, 0);
    for (std::size_t pip = 0; pip < pips.size(); ++pip) {
        if (pips[pip] == 0) continue;
        for (std::size_t i = 0; i < sums.size(); ++i) out[i + pip * step] += sums[i] * pips[pip];
    }
    return out;
}

}  // namespace

const std::vector<double>& DiceSums::pips(int dice) {
    static const std::vector<double> one{0, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 2.0 / 6};
    while (static_cast<int>(pips_.size()) <= dice) pips_.push_back(with_pool(pips_.back(), one, 1));
    return pips_[static_cast<std::size_t>(dice)];
}

const std::vector<double>& DiceSums::of(const Side& side, const Counts& units, const Counts& planes) {
    Pools pools;
    for (std::size_t i = 0; i < side.units.size(); ++i)
        if (units[i] > 0) pools[side.units[i].era] += units[i];
    for (std::size_t i = 0; i < side.strengths.size(); ++i)
        if (planes[i] > 0) pools[side.strengths[i]] += planes[i];
    if (kept_ > kept_max) {
        known_.clear();
        kept_ = 0;
    }
    const auto [found, added] = known_.try_emplace(std::move(pools));
    if (added) {
        found->second = {1};
        for (const auto& [worth, dice] : found->first) found->second = with_pool(found->second, pips(dice), worth);
        kept_ += found->second.size();
    }
    return found->second;
}

}  // namespace muster::rules::advanced_combat
