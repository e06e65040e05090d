#include "tests/rules/advanced_combat/random_setup.hpp"

namespace muster::test {

namespace {

using Words = std::vector<std::string>;

const Words land{"swordsmen", "chariots", "catapults",       "pikemen", "knights",   "trebuchets",          "riflemen",
                 "dragoons",  "cannons",  "machine_gunners", "tanks",   "howitzers", "mechanized_infantry", "spearmen"};
const Words ships{"galleys", "galleons", "ironclads", "battleships"};
const Words planes{"biplanes", "monoplanes", "jets", "stealth_aircraft"};

/// Half of the armies are of one or two eras, or nothing would ever be close.
Words some_units(Chance& chance, bool fleets) {
    if (fleets) return ships;
    if (chance.one_in(2)) return land;
    const std::size_t first = static_cast<std::size_t>(chance.below(3)) * 3;
    return Words(land.begin() + static_cast<std::ptrdiff_t>(first), land.begin() + static_cast<std::ptrdiff_t>(first) + chance.between(1, 6));
}

Json random_side(Chance& chance, const SetupSize& size, const Words& known) {
    Json army = Json::array();
    for (int i = chance.between(1, size.types_max); i > 0; --i) {
        Json entry{{"unit", chance.pick(known)}, {"count", chance.between(1, size.count_max)}};
        if (chance.one_in(3)) entry["enhanced"] = chance.one_in(2);
        army.push_back(std::move(entry));
    }
    Json side{{"army", std::move(army)}};
    if (chance.one_in(2)) side["technologies"] = chance.below(12);
    if (size.planes_max > 0 && chance.one_in(2)) {
        side["aircraft"] = Json::array();
        for (int i = chance.below(3); i > 0; --i) side["aircraft"].push_back({{"unit", chance.pick(planes)}, {"count", chance.between(1, size.planes_max)}});
    }
    return side;
}

Json random_house_rules(Chance& chance) {
    Json rules = Json::object();
    if (chance.one_in(3)) rules["science_rounding"] = chance.pick(Words{"total", "pair"});
    if (chance.one_in(2)) rules["cia"] = chance.pick(Words{"best", "worst", "same_era"});
    if (chance.one_in(4)) rules["standoff"] = chance.pick(Words{"repulse", "attacker_withdraws_freely"});
    if (chance.one_in(3)) rules["air_loss"] = chance.pick(Words{"paired", "per_unit"});
    if (chance.one_in(5)) rules["withdraw"] = chance.one_in(2);
    return rules;
}

/// Drawn behind all others, so that setups without them are as they always were.
void draw_later_rules(Chance& chance, Json& setup) {
    Json& rules = setup["house_rules"];
    if (chance.one_in(3)) rules["cia"] = "oldest_era";
    if (chance.one_in(4)) rules["standoff"] = "free_withdrawal";
    if (chance.one_in(2)) rules["support_first"] = chance.one_in(2);
    if (chance.one_in(2)) rules["air_defends"] = chance.one_in(2);
    if (rules.is_null()) setup.erase("house_rules");
}

}  // namespace

Json random_setup(Chance& chance, SetupSize size) {
    Words known = some_units(chance, chance.one_in(8));
    Json setup = Json::object();
    if (known != ships && chance.one_in(4)) {
        // Own units reach combinations that the table has not got: weak new ones, strong old ones.
        setup["roster"] = Json::array();
        for (const auto* id : {"hoplites", "knights"}) {
            setup["roster"].push_back({{"unit", id},
                                       {"class", chance.pick(Words{"infantry", "cavalry", "artillery"})},
                                       {"era", chance.between(1, 4)},
                                       {"modifier", chance.between(-10, 10)},
                                       {"enhanced_modifier", chance.between(-3, 3)}});
            known.emplace_back(id);
        }
    }
    setup["attacker"] = random_side(chance, size, known);
    setup["defender"] = random_side(chance, size, known);
    if (chance.one_in(2)) {
        setup["settlement"] = Json::object();
        if (chance.one_in(2)) setup["settlement"]["current_era"] = chance.between(1, 4);
        if (chance.one_in(3)) setup["settlement"]["great_wall"] = true;
    }
    if (chance.one_in(2)) setup["house_rules"] = random_house_rules(chance);
    if (size.later && chance.one_in(2)) draw_later_rules(chance, setup);
    return setup;
}

static const RandomSetups advanced_setups("advanced-combat", [](Chance& chance, bool later) { return random_setup(chance, {.later = later}); });

}  // namespace muster::test
