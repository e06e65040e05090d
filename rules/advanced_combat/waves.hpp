// Which units the larger side puts forward, and the most that any wave can reach.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/advanced_combat/split.hpp"

namespace muster::rules::advanced_combat {

/// A16: the first listed first.
Counts listed_wave(const Side& side, const Counts& living, int size);

/// The types of the lowest ranks first, of equals the first listed. `ranks`: by type.
Counts ranked_wave(const Counts& ranks, const Side& side, const Counts& living, int size);

/// What a wave is measured by: each die counts `die` per era, each point of a bonus `point`.
struct Measure {
    int die = 0;
    int point = 0;
};
inline constexpr Measure expected_total{10, 3};  // a die with 6 as 5 averages 10/3; counted in thirds
inline constexpr Measure all_fives{die_max, 1};

/// The best choice of n units of one class, for every n: dice, modifiers and CIA.
class ArmSearch {
public:
    void search(const Game& game, const Side& side, const Counts& living, const Mass& enemy, int arm, int size, Measure measure);

    /// What the best n units add; up to how many there are (no more than the wave's size).
    const Curve& curve() const { return curve_; }
    /// Adds n units that do.
    void pick(int n, Counts& wave) const;
    /// The type listed first; types_max if the class is empty.
    int first_unit() const { return items_.empty() ? types_max : items_.front().unit; }

private:
    struct Item {
        int unit = 0;
        int count = 0;
        int era = 0;
        std::int64_t worth = 0;
    };
    /// So many units of a type that step forward one after the other.
    struct Rank {
        int unit = 0;
        int count = 0;
    };
    void search_greedily(const Game& game, const Mass& enemy, int prey_arm, int size);
    void search_worst(int size);
    void search_oldest(int size);
    bool has_era(int era) const;
    /// `limit`: see search_worst() and search_oldest().
    std::int64_t key(const Item& item, int limit) const;
    std::vector<Item> by_key(int limit) const;
    std::optional<std::int64_t> value_within(int limit, int n) const;
    int limit_of(int n) const;

    std::vector<Item> items_{};
    std::vector<Item> left_{};  ///< of them, while they step forward
    Curve curve_{};
    std::vector<Rank> ranks_{};  ///< only with Cia::best and Cia::same_era
    Cia cia_ = Cia::best;
    int prey_ = 0;  ///< so many units have a match at most
    std::int64_t point_ = 0;
};

/// Finds the wave with the highest sum of dice, modifiers, CIA and air support, exactly and without trying all waves: the classes
/// meet only in their numbers, and units of one type that add the same are taken together. So it takes time by the number of
/// types, not of pieces. Keeps its buffers between searches.
class WaveFinder {
public:
    /// Waves of `size` living units of `seat` against all living units of the enemy (A1: the smaller side holds
    /// nothing back). Precondition: 1 <= size <= living units.
    void search(const Game& game, const Position& position, int seat, int size, Measure measure);

    /// The highest sum, without science and settlement, which are the same for all waves of this size.
    std::int64_t value() const { return split_.value; }
    /// A wave that reaches it: of several the one with more of the class listed first.
    Counts wave() const;

private:
    const ArmSearch& arm(std::size_t place) const { return arm_[order_[place]]; }

    std::array<ArmSearch, arms> arm_{};
    std::array<std::size_t, arms> order_{};  ///< of the classes: the one listed first
    std::vector<Slope> air_{};               ///< what one aircraft after the other adds, the strongest first
    Split split_{};
};

}  // namespace muster::rules::advanced_combat
