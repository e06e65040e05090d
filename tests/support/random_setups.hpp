// Random setups of the rulesets.
#pragma once
#include "rules/json.hpp"
#include "tests/support/chance.hpp"

namespace muster::test {

struct SetupSize {
    int types_max = 4;   ///< army entries of a side
    int count_max = 4;   ///< pieces of an entry
    int planes_max = 3;  ///< of an aircraft entry
    bool later = true;   ///< house rules that came after the signatures (tests/rules/signature.cpp)
};

/// A legal setup of advanced-combat: land armies or fleets, with and without aircraft, settlement, technologies, own units, house rules.
Json random_setup(Chance& chance, SetupSize size = {});

/// A legal setup of armies: with and without advantages, a city, conflict.
Json random_armies_setup(Chance& chance, bool later = true);

/// Legal setups of phased-combat and fleet-combat: aircraft, settlements, regions, own units, house rules. `later`: as in SetupSize.
Json random_phased_setup(Chance& chance, bool later = true);
Json random_fleet_setup(Chance& chance, bool later = true);

/// A legal setup of simple-combat: small fields of hexes or squares, few units, own profiles and weapons, house rules. `later`: as in SetupSize.
Json random_simple_setup(Chance& chance, bool later = true);

/// A legal setup of theatre: small maps with two to five nations, few turns, advances, calamities.
Json random_theatre_setup(Chance& chance);

/// A legal setup of dice: tables of one to eight seats that end after a few throws.
Json random_dice_setup(Chance& chance);

/// A legal setup of any ruleset that Muster ships; throws std::invalid_argument for one that has none here yet. `later`: as in SetupSize.
Json random_setup_of(std::string_view ruleset, Chance& chance, bool later = true);

}  // namespace muster::test
