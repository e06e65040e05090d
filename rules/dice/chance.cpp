#include "rules/dice/chance.hpp"

#include <array>

namespace muster::rules::dice {

Throw random_throw(Random& random) {
    constexpr std::array sides{2, 3, 4, 6, 6, 6, 8, 10, 12, 20, 30, 100};
    const auto up_to = [&](int most) { return 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(most))); };
    Throw out(random.below(4) == 0 ? 2 : 1);
    for (auto& each : out) {
        each.dice = up_to(8);
        each.sides = sides[random.below(sides.size())];
        if (random.below(4) == 0) {
            each.keep = random.below(2) == 0 ? Keep::highest : Keep::lowest;
            each.kept = up_to(each.dice);
        }
        if (random.below(4) == 0) each.modifier = up_to(20) - 10;
        if (random.below(3) == 0) {
            each.hit = random.below(4) == 0 ? Hit::at_most : Hit::at_least;
            each.threshold = up_to(each.sides);
        }
    }
    return out;
}

}  // namespace muster::rules::dice
