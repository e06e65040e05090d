#include "tests/rules/phased_combat/random_setup.hpp"

namespace muster::test {

namespace {

using Words = std::vector<std::string>;

const Words land{"swordsmen", "chariots", "catapults",       "pikemen", "knights",   "trebuchets",          "riflemen",
                 "dragoons",  "cannons",  "machine_gunners", "tanks",   "howitzers", "mechanized_infantry", "spearmen"};
const Words ships{"galleys", "galleons", "ironclads", "battleships"};
const Words planes{"biplanes", "monoplanes", "jets", "stealth_aircraft"};

Json random_side(Chance& chance, const Words& known) {
    Json army = Json::array();
    for (int i = chance.between(1, 4); i > 0; --i) {
        Json entry{{"unit", chance.pick(known)}, {"count", chance.between(1, 3)}};
        if (chance.one_in(3)) entry["enhanced"] = chance.one_in(2);
        army.push_back(std::move(entry));
    }
    Json side{{"army", std::move(army)}};
    if (!chance.one_in(3)) return side;
    side["aircraft"] = Json::array();
    for (int i = chance.below(4); i > 0; --i) side["aircraft"].push_back({{"unit", chance.pick(planes)}, {"count", chance.between(1, 2)}});
    return side;
}

Json random_regions(Chance& chance) {
    Json regions = Json::array();
    const Words names{"Gaul", "Spain", "Britain", "Crete"};
    for (int i = chance.below(5); i > 0; --i) {
        Json region{{"name", names[static_cast<std::size_t>(i - 1)]}, {"control", chance.pick(Words{"attacker", "neutral", "neutral", "other"})}};
        if (chance.one_in(2)) region["undefended_city"] = chance.one_in(2);
        regions.push_back(std::move(region));
    }
    return regions;
}

/// Drawn behind all others, so that setups without them are as they always were.
void draw_later_rules(Chance& chance, Json& setup) {
    if (chance.one_in(2)) setup["house_rules"]["air_leftover"] = chance.pick(Words{"kept", "lost", "lost"});
    if (setup.contains("roster") && chance.one_in(2)) setup["roster"].back()["modifier"] = chance.between(-6, 6);  // of jets
    if (!chance.one_in(6)) return;
    setup["house_rules"]["air_alone"] = true;
    for (const auto* seat : {"attacker", "defender"})
        if (Json& side = setup[seat]; side.contains("aircraft") && !side["aircraft"].empty() && chance.one_in(2)) side["army"] = Json::array();
}

Json random_phased(Chance& chance, bool later, Words known) {
    Json setup = Json::object();
    if (chance.one_in(4)) {
        // Own units reach combat values that the table has not got, and the aircraft's strength above four.
        const bool fleets = known == ships;
        setup["roster"] = {{{"unit", "hoplites"},
                            {"class", fleets ? "fleet" : chance.pick(Words{"infantry", "cavalry", "artillery"})},
                            {"era", chance.between(1, 4)},
                            {"modifier", chance.between(-10, 10)}},
                           {{"unit", "jets"}, {"class", "aircraft"}, {"strength", chance.between(1, 6)}}};
        known.emplace_back("hoplites");
    }
    setup["attacker"] = random_side(chance, known);
    setup["defender"] = random_side(chance, known);
    if (chance.one_in(2)) setup["settlement"] = chance.one_in(2);
    if (chance.one_in(3)) setup["great_wall"] = chance.one_in(2);
    if (chance.one_in(2)) setup["retreat_regions"] = random_regions(chance);
    if (chance.one_in(3)) setup["house_rules"] = {{"air_penalty", chance.one_in(2)}, {"air_era", chance.pick(Words{"strength", "modern"})}};
    if (later) draw_later_rules(chance, setup);
    return setup;
}

}  // namespace

Json random_phased_setup(Chance& chance, bool later) {
    if (chance.one_in(2)) return random_phased(chance, later, land);
    // Armies of near eras are the closer battles.
    const auto first = chance.below(7);
    return random_phased(chance, later, Words(land.begin() + first, land.begin() + first + chance.between(1, 6)));
}

Json random_fleet_setup(Chance& chance, bool later) { return random_phased(chance, later, ships); }

static const RandomSetups phased_setups("phased-combat", random_phased_setup);
static const RandomSetups fleet_setups("fleet-combat", random_fleet_setup);

}  // namespace muster::test
