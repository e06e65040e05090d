// A conflict of any number of sides, from its first count to its end: what a map calls for areas where more than two may meet. With two
// it comes to what fight.hpp does without a city. Only how many tokens go is settled here; which sort, their owners say.
#pragma once
#include <vector>

#include "rules/armies/game.hpp"

namespace muster::rules::armies {

struct Contender {
    Advances advances;
    Tokens tokens;
};

/// By contender, as they were given.
struct Melee {
    std::vector<int> levels;
    std::vector<int> tokens;                ///< before any removal
    std::vector<int> before;                ///< tokens that each owes before combat
    std::vector<std::vector<int>> order;    ///< who loses a token first; equals in one group
    std::vector<std::vector<int>> removed;  ///< who loses a token at once, step by step
    std::size_t removed_before = 0;         ///< so many of these steps are of what is owed
    std::vector<int> lost;                  ///< tokens, altogether
};

/// Before combat a side owes what the table gives to that one enemy of a higher level who takes most. Then each in turn loses a token: the
/// lowest level first, of equal levels the fewest tokens, equals at once, until the limit is reached or one side is left. Levels and order
/// are those before any removal; what is owed goes in the same order.
Melee melee(const std::vector<Contender>& contenders, int limit);

}  // namespace muster::rules::armies
