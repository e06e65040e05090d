#include "rules/advanced_combat/waves.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "rules/preference.hpp"

namespace muster::rules::advanced_combat {

namespace {

constexpr int all_matched = 0;  // the `limit` of Cia::worst for fewer units than prey

/// Who has a match (A6) while units of a class step forward one after the other, with Cia::best or Cia::same_era.
class Matches {
public:
    Matches(Cia cia, const Mass& enemy, int prey_arm) : same_era_(cia == Cia::same_era) {
        if (same_era_) prey_ = enemy.of(prey_arm);
        else free_prey_ = enemy.sum(prey_arm);
    }

    /// What the next unit gains if it is of this era: a match of its own, or that of the oldest, which then has none.
    int gain(int era) const {
        if (same_era_) return prey_of(era) > 0 ? era : 0;
        if (free_prey_ > 0) return era;
        return takes_over(era) ? era - oldest_ : 0;
    }
    /// So many units of this era gain the same, one after the other.
    int alike(int era) const {
        constexpr int any_number = std::numeric_limits<int>::max();
        if (same_era_) return prey_of(era) > 0 ? prey_of(era) : any_number;
        if (free_prey_ > 0) return free_prey_;
        return takes_over(era) ? matched_[static_cast<std::size_t>(oldest_)] : any_number;
    }
    /// They step forward. Precondition: no more than alike(era).
    void take(int era, int count) {
        const auto index = static_cast<std::size_t>(era);
        if (same_era_) {
            if (prey_[index] > 0) prey_[index] -= count;
            return;
        }
        if (free_prey_ > 0) free_prey_ -= count;
        else if (takes_over(era)) matched_[static_cast<std::size_t>(oldest_)] -= count;
        else return;
        matched_[index] += count;
        oldest_ = 1;
        while (matched_[static_cast<std::size_t>(oldest_)] == 0) ++oldest_;
    }

private:
    int prey_of(int era) const { return prey_[static_cast<std::size_t>(era)]; }
    bool takes_over(int era) const { return oldest_ > 0 && era > oldest_; }

    bool same_era_;
    std::array<int, eras + 1> prey_{};  ///< same_era: still without a hunter
    int free_prey_ = 0;                 ///< best: likewise, of any era
    std::array<int, eras + 1> matched_{};
    int oldest_ = 0;  ///< that has a match; 0: none has
};

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
    ranks_.clear();
    curve_.clear();
    point_ = game.fleets ? 0 : measure.point;  // of a match; A15
    prey_ = enemy.sum(prey_of(arm));
    int units = 0;
    for (int i = 0; i < static_cast<int>(side.units.size()); ++i) {
        const auto& unit = type(side, i);
        if (unit.arm != arm || at(living, i) == 0) continue;
        items_.push_back({i, at(living, i), unit.era, std::int64_t{measure.die} * unit.era + std::int64_t{measure.point} * unit.modifier});
        units += at(living, i);
    }
    size = std::min(size, units);
    cia_ = game.cia;
    if (cia_ == Cia::worst) search_worst(size);
    else if (cia_ == Cia::oldest_era) search_oldest(size);
    else search_greedily(game, enemy, prey_of(arm), size);
}

// Matching makes the value of a set a weighted matroid rank plus a sum, for which taking the best next unit each time is
// exact for every number of units, and no unit adds more than the one before. A type stays the best while its units gain the
// same, since the others gain less and less.
void ArmSearch::search_greedily(const Game& game, const Mass& enemy, int prey_arm, int size) {
    Matches matches(game.cia, enemy, prey_arm);
    curve_.begin(0, 0);
    left_ = items_;
    const auto value = [&](const Item& item) { return item.worth + point_ * matches.gain(item.era); };
    while (size > 0) {
        Item* best = nullptr;
        for (auto& item : left_)
            if (item.count > 0 && (!best || value(item) > value(*best))) best = &item;
        const int count = std::min({best->count, matches.alike(best->era), size});
        ranks_.push_back({best->unit, count});
        curve_.go_on(count, value(*best));
        matches.take(best->era, count);
        best->count -= count;
        size -= count;
    }
}

// The oldest of n pieces are matched. Up to `prey_` pieces that is all of them. Beyond, the sum of the `prey_` smallest
// eras is the maximum over t of t × prey_ − Σ max(0, t − era), so for each t, the limit, the best pieces are those with the
// highest worth − max(0, t − era), and it is enough to look at the eras that are there.
void ArmSearch::search_worst(int size) {
    const auto stretch = [&](int limit, int first, int last) {
        if (first > last) return;
        curve_.begin(first, *value_within(limit, first));
        int n = 0;
        for (const auto& item : by_key(limit)) {
            const int from = std::max(n, first);
            n = std::min(n + item.count, last);
            if (n > from) curve_.go_on(n - from, key(item, limit));
        }
    };
    stretch(all_matched, 0, std::min(prey_ - 1, size));
    for (int limit = 1; limit <= eras; ++limit)
        if (has_era(limit)) stretch(limit, prey_, size);
    if (items_.empty() && prey_ == 0) curve_.begin(0, 0);
}

// Each match counts the era of the oldest piece. So for each era, the limit, the best pieces are those with the highest worth of
// the pieces that are not older; where none of these is of that era, a later limit has them with more.
void ArmSearch::search_oldest(int size) {
    for (int limit = 1; limit <= eras; ++limit) {
        if (!has_era(limit)) continue;
        curve_.begin(0, 0);
        int n = 0;
        for (const auto& item : by_key(limit)) {
            const int count = std::min(item.count, size - n);
            const int matched = std::clamp(prey_ - n, 0, count);
            curve_.go_on(matched, item.worth + point_ * limit);
            curve_.go_on(count - matched, item.worth);
            n += count;
        }
    }
    if (items_.empty()) curve_.begin(0, 0);
}

bool ArmSearch::has_era(int era) const {
    return std::ranges::any_of(items_, [&](const Item& item) { return item.era == era; });
}

std::int64_t ArmSearch::key(const Item& item, int limit) const {
    if (cia_ == Cia::oldest_era) return item.worth;
    if (limit == all_matched) return item.worth + point_ * item.era;
    return item.worth - point_ * std::max(0, limit - item.era);
}

std::vector<ArmSearch::Item> ArmSearch::by_key(int limit) const {
    auto items = items_;
    if (cia_ == Cia::oldest_era) std::erase_if(items, [&](const Item& item) { return item.era < limit; });
    std::ranges::sort(items, [&](const Item& a, const Item& b) {
        const auto x = key(a, limit);
        const auto y = key(b, limit);
        return x != y ? x > y : a.unit < b.unit;
    });
    return items;
}

/// What the best n pieces within a limit add; no more than they do. Nothing: there are fewer.
std::optional<std::int64_t> ArmSearch::value_within(int limit, int n) const {
    std::int64_t value = limit == all_matched ? 0 : point_ * limit * std::min(n, prey_);
    for (const auto& item : by_key(limit)) {
        const int part = std::min(item.count, n);
        value += part * key(item, limit);
        n -= part;
    }
    return n == 0 ? std::optional(value) : std::nullopt;
}

/// The first limit within which the best n pieces add most.
int ArmSearch::limit_of(int n) const {
    if (cia_ == Cia::worst && n < prey_) return all_matched;
    int best = 1;
    for (int limit = 2; limit <= eras; ++limit)
        if (value_within(limit, n) > value_within(best, n)) best = limit;
    return best;
}

void ArmSearch::pick(int n, Counts& wave) const {
    const auto take = [&](const auto& units) {
        for (const auto& each : units) {
            const int part = std::min(each.count, n);
            at(wave, each.unit) += part;
            n -= part;
        }
    };
    if (cia_ == Cia::worst || cia_ == Cia::oldest_era) take(by_key(limit_of(n)));
    else take(ranks_);
}

void WaveFinder::search(const Game& game, const Position& position, int seat, int size, Measure measure) {
    const auto& side = game.side(seat);
    const auto& own = position.of(seat);
    const Mass enemy = mass(game.side(other(seat)), position.of(other(seat)).units);
    for (int arm = 0; arm < arms; ++arm) arm_[static_cast<std::size_t>(arm)].search(game, side, own.units, enemy, arm, size, measure);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::sort(order_, {}, [&](std::size_t each) { return arm_[each].first_unit(); });

    // A13: one plane per unit of the supported class, the strongest take part; so the largest class gains most.
    air_.clear();
    for (const int plane : side.by_strength)
        if (at(own.aircraft, plane) > 0) air_.push_back({at(own.aircraft, plane), std::int64_t{measure.die} * strength(side, plane)});
    split_ = best_split({&arm(0).curve(), &arm(1).curve(), &arm(2).curve()}, air_, size).value();
}

Counts WaveFinder::wave() const {
    Counts out{};
    for (std::size_t i = 0; i < arms; ++i) arm(i).pick(split_.taken[i], out);
    return out;
}

}  // namespace muster::rules::advanced_combat
