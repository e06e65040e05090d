#include "rules/advanced_combat/dice_sums.hpp"

namespace muster::rules::advanced_combat {

namespace {

/// 64 MB of sums; beyond it they are worked out anew.
constexpr std::size_t kept_max = 8'000'000;

/// Adds to each sum a pool of dice of which each pip counts `worth`; not all if patience runs out.
std::vector<double> with_pool(const std::vector<double>& sums, const std::vector<double>& pips, int worth, Patience& patience) {
    const auto step = static_cast<std::size_t>(worth);
    std::vector<double> out(sums.size() + (pips.size() - 1) * step, 0);
    for (std::size_t pip = 0; pip < pips.size(); ++pip) {
        if (pips[pip] == 0) continue;
        if (!patience.spend(static_cast<std::int64_t>(sums.size()))) break;
        for (std::size_t i = 0; i < sums.size(); ++i) out[i + pip * step] += sums[i] * pips[pip];
    }
    return out;
}

}  // namespace

const std::vector<double>* DiceSums::pips(int dice, Patience& patience) {
    static const std::vector<double> one{0, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 2.0 / 6};
    while (static_cast<int>(pips_.size()) <= dice) {
        auto next = with_pool(pips_.back(), one, 1, patience);
        if (patience.ran_out()) return nullptr;
        pips_.push_back(std::move(next));
    }
    return &pips_[static_cast<std::size_t>(dice)];
}

const std::vector<double>* DiceSums::of(const Side& side, const Counts& units, const Counts& planes, Patience& patience) {
    Pools pools;
    for (std::size_t i = 0; i < side.units.size(); ++i)
        if (units[i] > 0) pools[side.units[i].era] += units[i];
    for (std::size_t i = 0; i < side.strengths.size(); ++i)
        if (planes[i] > 0) pools[side.strengths[i]] += planes[i];
    if (const auto found = known_.find(pools); found != known_.end()) return &found->second;
    if (kept_ > kept_max) {
        known_.clear();
        kept_ = 0;
    }
    std::vector<double> sums{1};
    for (const auto& [worth, dice] : pools) {
        const auto* pool = pips(dice, patience);
        if (pool) sums = with_pool(sums, *pool, worth, patience);
        if (patience.ran_out()) return nullptr;
    }
    kept_ += sums.size();
    return &known_.emplace(std::move(pools), std::move(sums)).first->second;
}

}  // namespace muster::rules::advanced_combat
