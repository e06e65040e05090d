// An order of pieces that a seat has written down: "knights, then catapults".
#pragma once
#include <algorithm>
#include <span>
#include <string>

namespace muster::rules {

class Preference {
public:
    /// The names are kept by the caller as long as the preference is used.
    explicit Preference(std::span<const std::string> names) : names_(names) {}

    /// Its place in the order; unnamed() if it is not in it.
    int rank(std::string_view name) const { return static_cast<int>(std::ranges::find(names_, name) - names_.begin()); }
    /// The place of what goes by several names, the most exact first: that name counts if it is in the order.
    int rank(std::string_view exact, std::string_view general) const { return rank(exact) < unnamed() ? rank(exact) : rank(general); }
    /// The place of all that is not named: after what is.
    int unnamed() const { return static_cast<int>(names_.size()); }

private:
    std::span<const std::string> names_;
};

/// Sorts a few things by rank; of equals the order stays.
template <typename Range, typename Rank>
void sort_by_rank(Range&& range, Rank rank) {
    const auto before = [&](const auto& a, const auto& b) { return rank(a) < rank(b); };
    for (auto each = range.begin(); each != range.end(); ++each) std::rotate(std::upper_bound(range.begin(), each, *each, before), each, each + 1);
}

}  // namespace muster::rules
