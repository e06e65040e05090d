#include "rules/phased_combat/hit_chances.hpp"

#include <algorithm>

namespace muster::rules::phased_combat {

void HitChances::trim() {
    constexpr std::size_t kept_max = 4'000'000;
    if (kept_ <= kept_max) return;
    known_.clear();
    kept_ = 0;
}

const std::vector<double>& HitChances::of(const Side& side, const Counts& firing) {
    constexpr int faces = 6;
    Dice dice{};
    for (int i = 0; i < types(side); ++i)
        if (at(firing, i) > 0) dice[static_cast<std::size_t>(std::min(type(side, i).combat_value, sure_hit))] += at(firing, i) * type(side, i).era;
    if (const auto found = known_.find(dice); found != known_.end()) return found->second;
    std::vector<double> chances{1};
    for (int value = 1; value <= sure_hit; ++value) {
        const double hit = static_cast<double>(value) / faces;
        for (int die = dice[static_cast<std::size_t>(value)]; die > 0; --die) {
            chances.push_back(0);
            for (std::size_t n = chances.size(); n-- > 1;) chances[n] = chances[n] * (1 - hit) + chances[n - 1] * hit;
            chances[0] *= 1 - hit;
        }
    }
    kept_ += chances.size();
    return known_.emplace(dice, std::move(chances)).first->second;
}

}  // namespace muster::rules::phased_combat
