#include <stdexcept>

#include "tests/support/random_setups.hpp"

namespace muster::test {

Json random_setup_of(std::string_view ruleset, Chance& chance, bool later) {
    if (ruleset == "advanced-combat") return random_setup(chance, {.later = later});
    if (ruleset == "phased-combat") return random_phased_setup(chance, later);
    if (ruleset == "fleet-combat") return random_fleet_setup(chance, later);
    if (ruleset == "armies") return random_armies_setup(chance, later);
    if (ruleset == "simple-combat") return random_simple_setup(chance, later);
    if (ruleset == "dice") return random_dice_setup(chance);
    if (ruleset == "theatre") return random_theatre_setup(chance);
    throw std::invalid_argument("there are no random setups of " + std::string(ruleset) + " yet");
}

}  // namespace muster::test
