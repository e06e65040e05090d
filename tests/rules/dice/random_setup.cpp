#include "tests/rules/dice/random_setup.hpp"

namespace muster::test {

Json random_dice_setup(Chance& chance, bool later) {
    const std::vector<std::string> names{"red", "blue", "green", "yellow", "white", "black", "a", "seat_8"};
    Json out{{"seats", Json::array()}, {"throws", chance.between(1, 12)}};
    const auto take = [&](int i) { out["seats"].push_back(names[static_cast<std::size_t>(i)]); };
    // The first way draws anew before each seat, so that hardly a table has more than five; what all battles were fought at stays for their signature.
    if (later) {
        for (int i = 0, seats = chance.between(1, 8); i < seats; ++i) take(i);
    } else {
        for (int i = 0; i < chance.between(1, 8); ++i) take(i);
    }
    if (chance.one_in(2)) out["ask_first"] = chance.one_in(2);
    return out;
}

static const RandomSetups dice_setups("dice", random_dice_setup);

}  // namespace muster::test
