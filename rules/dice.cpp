#include "rules/dice.hpp"

namespace muster::rules {

std::optional<std::vector<int>> ScriptedDice::roll(int /*number*/, std::span<const int> sides) {
    if (left() < sides.size()) return {};
    for (std::size_t i = 0; i < sides.size(); ++i)
        if (values_[next_ + i] > sides[i]) {
            misfit_ = next_ + i;
            return {};
        }
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(next_);
    next_ += sides.size();
    return std::vector<int>(first, first + std::ssize(sides));
}

}  // namespace muster::rules
