#include "tests/rules/dice/random_setup.hpp"

namespace muster::test {

Json random_dice_setup(Chance& chance) {
    const std::vector<std::string> names{"red", "blue", "green", "yellow", "white", "black", "a", "seat_8"};
    Json out{{"seats", Json::array()}, {"throws", chance.between(1, 12)}};
    for (int i = 0; i < chance.between(1, 8); ++i) out["seats"].push_back(names[static_cast<std::size_t>(i)]);
    if (chance.one_in(2)) out["ask_first"] = chance.one_in(2);
    return out;
}

static const RandomSetups dice_setups("dice", [](Chance& chance, bool /*later*/) { return random_dice_setup(chance); });

}  // namespace muster::test
