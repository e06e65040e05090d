#include "rules/dice.hpp"

namespace muster::rules {

std::optional<std::vector<int>> ScriptedDice::roll(int /*number*/, int count) {
    if (left() < static_cast<std::size_t>(count)) return {};
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(next_);
    next_ += static_cast<std::size_t>(count);
    return std::vector<int>(first, first + count);
}

}  // namespace muster::rules
