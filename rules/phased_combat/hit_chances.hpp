// How likely each number of hits is.
#pragma once
#include <map>
#include <vector>

#include "rules/phased_combat/game.hpp"

namespace muster::rules::phased_combat {

/// Keeps what it has worked out, since many situations roll the same dice, until trim() finds that it is too much.
class HitChances {
public:
    /// The chance of each number of hits, from 0 to the number of dice. Good until trim().
    const std::vector<double>& of(const Side& side, const Counts& firing);
    void trim();

private:
    /// Dice by combat value, 1 to sure_hit.
    using Dice = std::array<int, sure_hit + 1>;
    std::map<Dice, std::vector<double>> known_{};
    std::size_t kept_ = 0;  // numbers in known_
};

}  // namespace muster::rules::phased_combat
