#include "rules/advanced_combat/waves.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "rules/preference.hpp"

namespace muster::rules::advanced_combat {

namespace {
constexpr int all_matched = 0;  // the `limit` for fewer units than prey
constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min();
}  // namespace

Counts listed_wave(const Side& side, const Counts& living, int size) {
    Counts wave{};
    for (std::size_t i = 0; i < side.units.size(); ++i) {
        wave[i] = std::min(living[i], size);
        size -= wave[i];
    }
    return wave;
}

Counts ranked_wave(const Counts& ranks, const Side& side, const Counts& living, int size) {
    std::vector<int> order(side.units.size());
    std::iota(order.begin(), order.end(), 0);
    sort_by_rank(order, [&](int i) { return at(ranks, i); });
    Counts wave{};
    for (const int i : order) {
        at(wave, i) = std::min(at(living, i), size);
        size -= at(wave, i);
    }
    return wave;
}

void ArmSearch::search(const Game& game, const Side& side, const Counts& living, const Mass& enemy, int arm, int size, Measure measure) {
    items_.clear();
    order_.clear();
    limits_.clear();
    values_.assign(1, 0);
    point_ = game.fleets ? 0 : measure.point;  // of a match; A15
    int units = 0;
    for (int i = 0; i < static_cast<int>(side.units.size()); ++i) {
        const auto& unit = type(side, i);
        if (unit.arm != arm || at(living, i) == 0) continue;
        items_.push_back({i, at(living, i), unit.era, std::int64_t{measure.die} * unit.era + std::int64_t{measure.point} * unit.modifier});
        units += at(living, i);
    }
    size = std::min(size, units);
    if (game.cia == Cia::worst) search_worst(enemy.sum(prey_of(arm)), size);
    else search_greedily(game, enemy, prey_of(arm), size);
}

// Matching makes the value of a set a weighted matroid rank plus a sum, for which taking the best next unit each time is
// exact for every number of units.
void ArmSearch::search_greedily(const Game& game, const Mass& enemy, int prey_arm, int size) {
    std::array<int, eras + 1> prey{};  // same_era: still unmatched, by era
    std::array<int, eras + 1> matched{};
    int prey_left = game.cia == Cia::best ? enemy.sum(prey_arm) : 0;
    if (game.cia == Cia::same_era) prey = enemy.of(prey_arm);
    std::vector<int> left;
    left.reserve(items_.size());
    for (const auto& item : items_) left.push_back(item.count);
    for (int n = 0; n < size; ++n) {
        int oldest = 0;  // best: the match that a newer piece would take over
        for (int era = eras; era >= 1; --era)
            if (matched[static_cast<std::size_t>(era)] > 0) oldest = era;
        const auto gain = [&](int era) {
            if (game.cia == Cia::same_era) return prey[static_cast<std::size_t>(era)] > 0 ? era : 0;
            return prey_left > 0 ? era : oldest > 0 ? std::max(0, era - oldest) : 0;
        };
        std::size_t best = items_.size();
        std::int64_t best_value = nothing;
        for (std::size_t i = 0; i < items_.size(); ++i) {
            const std::int64_t value = items_[i].worth + point_ * gain(items_[i].era);
            if (left[i] == 0 || value <= best_value) continue;
            best = i;
            best_value = value;
        }
        const auto era = static_cast<std::size_t>(items_[best].era);
        if (game.cia == Cia::same_era && prey[era] > 0) {
            --prey[era];
        } else if (prey_left > 0) {
            --prey_left;
            ++matched[era];
        } else if (oldest > 0 && items_[best].era > oldest) {
            --matched[static_cast<std::size_t>(oldest)];
            ++matched[era];
        }
        --left[best];
        order_.push_back(items_[best].unit);
        values_.push_back(values_.back() + best_value);
    }
}

// The oldest of n pieces are matched. Up to `prey` pieces that is all of them. Beyond, the sum of the `prey` smallest
// eras is the maximum over t of t × prey − Σ max(0, t − era), so for each t the best pieces are those with the highest
// worth − max(0, t − era).
void ArmSearch::search_worst(int prey, int size) {
    values_.assign(static_cast<std::size_t>(size) + 1, nothing);
    limits_.assign(static_cast<std::size_t>(size) + 1, all_matched);
    auto items = items_;
    for (int limit = all_matched; limit <= eras; ++limit) {
        sort_by_key(items, limit);
        std::int64_t value = limit == all_matched ? 0 : point_ * limit * prey;
        int n = 0;
        const auto note = [&] {
            if ((n < prey) != (limit == all_matched) || value <= values_[static_cast<std::size_t>(n)]) return;
            values_[static_cast<std::size_t>(n)] = value;
            limits_[static_cast<std::size_t>(n)] = limit;
        };
        note();
        for (const auto& item : items)
            for (int i = 0; i < item.count && n < size; ++i) {
                value += key(item, limit);
                ++n;
                note();
            }
    }
}

std::int64_t ArmSearch::key(const Item& item, int limit) const {
    if (limit == all_matched) return item.worth + point_ * item.era;
    return item.worth - point_ * std::max(0, limit - item.era);
}

void ArmSearch::sort_by_key(std::vector<Item>& items, int limit) const {
    std::ranges::sort(items, [&](const Item& a, const Item& b) {
        const auto x = key(a, limit);
        const auto y = key(b, limit);
        return x != y ? x > y : a.unit < b.unit;
    });
}

void ArmSearch::pick(int n, Counts& wave) const {
    if (limits_.empty()) {
        for (int i = 0; i < n; ++i) ++at(wave, order_[static_cast<std::size_t>(i)]);
        return;
    }
    auto items = items_;
    sort_by_key(items, limits_[static_cast<std::size_t>(n)]);
    for (const auto& item : items) {
        const int part = std::min(item.count, n);
        at(wave, item.unit) += part;
        n -= part;
    }
}

void WaveFinder::search(const Game& game, const Position& position, int seat, int size, Measure measure) {
    const auto& side = game.side(seat);
    const auto& own = position.of(seat);
    const Mass enemy = mass(game.side(other(seat)), position.of(other(seat)).units);
    for (int arm = 0; arm < arms; ++arm) arm_[static_cast<std::size_t>(arm)].search(game, side, own.units, enemy, arm, size, measure);
    std::ranges::sort(arm_, {}, &ArmSearch::first_unit);

    // A13: one plane per unit of the supported class, the strongest take part; so the largest class gains most.
    air_.assign(static_cast<std::size_t>(size) + 1, 0);
    if (aircraft(game, position, seat) > 0)
        for (int n = 1; n <= size; ++n) air_[static_cast<std::size_t>(n)] = std::int64_t{measure.die} * strongest(side, own.aircraft, n);

    value_ = nothing;
    for (int a = std::min(size, arm_[0].available()); a >= 0; --a) {
        const int rest = size - a;
        for (int b = std::min(rest, arm_[1].available()); b >= 0; --b) {
            const int c = rest - b;
            if (c > arm_[2].available()) break;
            const std::int64_t value = arm_[0].value(a) + arm_[1].value(b) + arm_[2].value(c) + air_[static_cast<std::size_t>(std::max({a, b, c}))];
            if (value <= value_) continue;
            value_ = value;
            taken_ = {a, b, c};
        }
    }
}

Counts WaveFinder::wave() const {
    Counts out{};
    for (std::size_t i = 0; i < arm_.size(); ++i) arm_[i].pick(taken_[i], out);
    return out;
}

}  // namespace muster::rules::advanced_combat
