// How likely each sum of a wave's dice is.
#pragma once
#include <map>
#include <vector>

#include "rules/advanced_combat/game.hpp"
#include "rules/odds/patience.hpp"

namespace muster::rules::advanced_combat {

/// Keeps what it has worked out: many positions send the same wave.
class DiceSums {
public:
    /// The chance of each sum: dice of units times their era, of aircraft times their strength, a six as a five (A3).
    /// Good until the next call. Null: patience ran out.
    const std::vector<double>* of(const Side& side, const Counts& units, const Counts& planes, Patience& patience);

private:
    /// Dice by what a pip counts.
    using Pools = std::map<int, int>;
    /// How likely each sum of so many dice is; null: patience ran out.
    const std::vector<double>* pips(int dice, Patience& patience);

    std::vector<std::vector<double>> pips_{{1}};  // by number of dice
    std::map<Pools, std::vector<double>> known_{};
    std::size_t kept_ = 0;  // numbers in known_
};

}  // namespace muster::rules::advanced_combat
