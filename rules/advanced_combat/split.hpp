// How the places of a wave are shared out among the three classes of units, which meet only in their numbers.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/advanced_combat/game.hpp"

namespace muster::rules::advanced_combat {

/// So many units in a row that add the same each.
struct Slope {
    int count = 0;
    std::int64_t each = 0;
};

/// What a class adds to a wave, by the number of its units: one or more stretches, each from some number on and with slopes that
/// never rise. Where several stretches cover a number the highest counts.
class Curve {
public:
    struct Stretch {
        int first = 0;
        int last = 0;
        std::int64_t value = 0;  ///< of `first` units
        std::size_t slopes_begin = 0;
        std::size_t slopes_end = 0;
    };

    void clear();
    /// Begins a stretch: `first` units add `value`.
    void begin(int first, std::int64_t value);
    /// So many more units add `each`. Precondition: no more than the units before them in the stretch.
    void go_on(int count, std::int64_t each);

    const std::vector<Stretch>& stretches() const { return stretches_; }
    std::span<const Slope> slopes(const Stretch& stretch) const {
        return std::span(slopes_).subspan(stretch.slopes_begin, stretch.slopes_end - stretch.slopes_begin);
    }

private:
    std::vector<Stretch> stretches_{};
    std::vector<Slope> slopes_{};
};

struct Split {
    std::int64_t value = 0;
    std::array<int, arms> taken{};
};

/// The split of `size` units that adds most: of several the one with most of the first class, then of the second. `air`: what
/// aircraft add beside the class that has most units, one beside each of them, slopes that never rise and are never below 0.
/// Nothing: the classes have fewer units. Takes time by the number of slopes, not of units.
std::optional<Split> best_split(const std::array<const Curve*, arms>& curves, std::span<const Slope> air, int size);

}  // namespace muster::rules::advanced_combat
