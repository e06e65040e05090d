// All the ways in which a side may place its hits (C6), counted and drawn from.
#pragma once
#include <vector>

#include "rules/phased_combat/casualties.hpp"
#include "rules/random.hpp"

namespace muster::rules::phased_combat {

/// One step of placing hits: pieces die until no piece that the step reaches can be killed by what is left. Sorted by
/// era, a way has a first type of which some piece lives; older types are dead, and what is left is less than its era.
/// So the ways fall into cases, each a count of sums. A double holds them all (rules/selection.cpp).
class MaximalWays {
public:
    struct Item {
        int type = 0;
        int count = 0;
        int era = 1;
    };

    /// `items`: what the step reaches, counts above 0.
    MaximalWays(std::vector<Item> items, int hits);

    /// Ways that spare a piece of the same first item and leave the same number of hits.
    struct Case {
        std::size_t spared = 0;  ///< number of items: all are dead
        int left = 0;
        double ways = 0;
    };
    /// Never empty: where nothing can be killed there is one way, to lose nothing.
    const std::vector<Case>& cases() const { return cases_; }
    std::size_t items() const { return items_.size(); }
    double ways() const;
    /// Adds the losses of a way, all ways of the case being equally likely.
    void draw(const Case& chosen, Random& random, Counts& losses) const;

private:
    std::vector<Item> items_;
    int hits_;
    std::vector<std::vector<double>> sums_{};  ///< [i][n]: ways in which the items from i on take n hits
    std::vector<Case> cases_{};
};

/// Whether a toll can be placed in one way only; losing nothing is one too.
bool forced(const Side& side, const Counts& living, const Toll& toll);

/// Losses drawn uniformly from all legal ones.
Counts random_losses(const Side& side, const Counts& living, const Toll& toll, Random& random);

}  // namespace muster::rules::phased_combat
