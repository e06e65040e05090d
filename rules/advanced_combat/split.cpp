#include "rules/advanced_combat/split.hpp"

#include <algorithm>

namespace muster::rules::advanced_combat {

void Curve::clear() {
    stretches_.clear();
    slopes_.clear();
}

void Curve::begin(int first, std::int64_t value) { stretches_.push_back({first, first, value, slopes_.size(), slopes_.size()}); }

void Curve::go_on(int count, std::int64_t each) {
    if (count == 0) return;
    auto& stretch = stretches_.back();
    slopes_.push_back({count, each});
    stretch.slopes_end = slopes_.size();
    stretch.last += count;
}

namespace {

/// Goes along slopes; after the last it stays level.
class Walk {
public:
    explicit Walk(std::span<const Slope> slopes) : slopes_(slopes) {}

    bool done() const { return next_ == slopes_.size(); }
    /// What the next unit adds.
    std::int64_t each() const { return done() ? 0 : slopes_[next_].each; }
    /// So many units add the same. Precondition: not done().
    int ahead() const { return slopes_[next_].count - gone_; }
    /// Goes on by so many units, and gives what they add.
    std::int64_t go(int count) {
        std::int64_t sum = 0;
        while (count > 0 && !done()) {
            const int part = std::min(count, ahead());
            sum += part * each();
            count -= part;
            gone_ += part;
            if (ahead() > 0) continue;
            gone_ = 0;
            ++next_;
        }
        return sum;
    }

private:
    std::span<const Slope> slopes_;
    std::size_t next_ = 0;
    int gone_ = 0;  ///< units of the slope at next_ that are behind
};

/// Tries every stretch of each class with every other, and the aircraft beside each class. In such a case all slopes only fall, so
/// that giving each place to the class to which it adds most is best.
class Splitter {
public:
    Splitter(const std::array<const Curve*, arms>& curves, std::span<const Slope> air, int size) : curves_(curves), air_(air), size_(size) {}

    std::optional<Split> best() {
        for (const auto& first : curves_[0]->stretches())
            for (const auto& second : curves_[1]->stretches())
                for (const auto& third : curves_[2]->stretches()) {
                    chosen_ = {&first, &second, &third};
                    const int supported_max = air_.empty() ? 1 : arms;
                    for (int supported = 0; supported < supported_max; ++supported) try_case(supported);
                }
        return best_;
    }

private:
    void try_case(int supported) {
        Split split;
        int left = size_;
        int room = 0;
        for (std::size_t arm = 0; arm < arms; ++arm) {
            split.taken[arm] = chosen_[arm]->first;
            split.value += chosen_[arm]->value;
            left -= chosen_[arm]->first;
            room += chosen_[arm]->last - chosen_[arm]->first;
        }
        if (left < 0 || left > room) return;
        fill(split, left, supported);
        if (!best_ || split.value > best_->value || (split.value == best_->value && split.taken > best_->taken)) best_ = split;
    }

    /// Gives the places that are left, as many at a time as add the same; of equals to the first class.
    void fill(Split& split, int left, int supported) {
        std::array walks{walk_of(0), walk_of(1), walk_of(2)};
        Walk planes(air_);
        split.value += planes.go(split.taken[static_cast<std::size_t>(supported)]);
        while (left > 0) {
            std::size_t most = arms;
            std::int64_t most_each = 0;
            for (std::size_t arm = 0; arm < arms; ++arm) {
                if (walks[arm].done()) continue;
                const std::int64_t each = walks[arm].each() + (static_cast<int>(arm) == supported ? planes.each() : 0);
                if (most < arms && each <= most_each) continue;
                most = arm;
                most_each = each;
            }
            int places = std::min(left, walks[most].ahead());
            if (static_cast<int>(most) == supported && !planes.done()) places = std::min(places, planes.ahead());
            walks[most].go(places);
            if (static_cast<int>(most) == supported) planes.go(places);
            split.value += places * most_each;
            split.taken[most] += places;
            left -= places;
        }
    }

    Walk walk_of(std::size_t arm) const { return Walk(curves_[arm]->slopes(*chosen_[arm])); }

    const std::array<const Curve*, arms>& curves_;
    std::span<const Slope> air_;
    int size_;
    std::array<const Curve::Stretch*, arms> chosen_{};
    std::optional<Split> best_{};
};

}  // namespace

std::optional<Split> best_split(const std::array<const Curve*, arms>& curves, std::span<const Slope> air, int size) {
    return Splitter(curves, air, size).best();
}

}  // namespace muster::rules::advanced_combat
