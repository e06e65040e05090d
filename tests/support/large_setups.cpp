#include "tests/support/large_setups.hpp"

namespace muster::test {

namespace {

constexpr int entries = 64;
constexpr int pieces_max = 10'000;

/// Of what kinds the pieces are: the first are `aircraft` kinds of aircraft, the others of these classes and of the first `eras`,
/// with this modifier or a little more.
struct Kinds {
    std::vector<std::string> classes;
    int aircraft = 0;
    int modifier = 0;
    int eras = 4;
};

const Kinds land{{"infantry", "cavalry", "artillery"}};
const Kinds land_and_air{land.classes, 10};
const Kinds sea_and_air{{"fleet"}, 10};
const Kinds weak{land.classes, 0, -5, 1};  // a wave adds up to nothing, but if it rolled all fives it would kill

/// As many kinds as a setup takes.
Json roster(const Kinds& kinds) {
    Json out = Json::array();
    for (int i = 0; i < entries; ++i) {
        Json entry{{"unit", "u" + std::to_string(i)}};
        if (i < kinds.aircraft) entry.update({{"class", "aircraft"}, {"strength", 1 + i % 10}});
        else
            entry.update({{"class", kinds.classes[static_cast<std::size_t>(i) % kinds.classes.size()]},
                          {"era", 1 + i / 3 % kinds.eras},
                          {"modifier", kinds.modifier + i % 2},
                          {"enhanced_modifier", i % 3}});
        out.push_back(entry);
    }
    return out;
}

/// `count` pieces in as many entries as there may be, of the kinds from `first` on, plain and enhanced.
Json army(int first, int count) {
    Json out = Json::array();
    for (int i = 0; i < entries; ++i) {
        const int kind = first + i % (entries - first);
        out.push_back({{"unit", "u" + std::to_string(kind)}, {"enhanced", i >= entries - first}, {"count", count / entries + (i < count % entries ? 1 : 0)}});
    }
    return out;
}

Json air(int kinds, int count) {
    Json out = Json::array();
    for (int i = 0; i < kinds; ++i) out.push_back({{"unit", "u" + std::to_string(i)}, {"count", count / kinds}});
    return out;
}

/// So many against one less of 64 types each, with as many aircraft.
Json civilization(const Kinds& kinds, const Json& extra, int pieces = pieces_max) {
    Json setup{{"roster", roster(kinds)}, {"attacker", {{"army", army(kinds.aircraft, pieces)}}}, {"defender", {{"army", army(kinds.aircraft, pieces - 1)}}}};
    if (kinds.aircraft > 0)
        for (const char* side : {"attacker", "defender"}) setup[side]["aircraft"] = air(kinds.aircraft, pieces);
    setup.update(extra);
    return setup;
}

/// 50 against 50 with four guns each, all within range of nearly all.
Json guns(const Json& house_rules) {
    Json to_hit = Json::array();
    for (int range = 1; range <= 6; ++range) to_hit.push_back(5);
    Json setup{{"grid", "hex"}, {"width", 10}, {"height", 10}, {"turn_limit", 100}, {"house_rules", house_rules}};
    setup["weapons"] = {{{"weapon", "pair"}, {"to_hit", to_hit}, {"to_damage", to_hit}, {"power", 1}, {"twin", true}, {"indirect", true}},
                        {{"weapon", "other"}, {"to_hit", to_hit}, {"to_damage", to_hit}, {"power", 1}, {"twin", true}, {"indirect", true}}};
    setup["profiles"] = {{{"profile", "battery"},
                          {"move_allowance", 1},
                          {"armour", -1},
                          {"damage_capacity", 12},
                          {"weapons", {"pair", "pair", "other", "other"}},
                          {"points", 100}}};
    for (const char* side : {"north", "south"}) {
        Json& units = setup[side]["units"] = Json::array();
        for (int i = 0; i < 50; ++i) {
            const int row = (side[0] == 'n' ? 0 : 5) + i / 10;
            units.push_back({{"id", side[0] + std::to_string(i)}, {"profile", "battery"}, {"at", {i % 10 - row / 2, row}}});
        }
    }
    return setup;
}

}  // namespace

std::vector<LargeSetup> large_setups() {
    const Json worst{{"house_rules", {{"cia", "worst"}}}};
    const Json none = Json::object();
    const Json settled{{"settlement", true}, {"great_wall", true}};
    return {
        {"advanced-combat", "all pieces and aircraft", civilization(land_and_air, none)},
        {"advanced-combat", "all pieces, matches of the oldest", civilization(land_and_air, worst)},
        {"advanced-combat", "all pieces, who hardly hurt each other", civilization(weak, none)},
        {"advanced-combat", "as many as exact odds take", civilization(land_and_air, worst, 300)},
        {"advanced-combat", "all ships and aircraft", civilization(sea_and_air, none)},
        {"phased-combat", "all pieces and aircraft", civilization(land_and_air, settled)},
        {"phased-combat", "all pieces, who hardly hit", civilization(weak, settled)},
        {"phased-combat", "as many as exact odds take", civilization(land, settled, 390)},
        {"fleet-combat", "all ships and aircraft", civilization(sea_and_air, none)},
        {"armies",
         "all tokens",
         {{"attacker", {{"population", 1000}, {"armies", 1000}}}, {"defender", {{"population", 1000}, {"armies", 1000}}}, {"population_limit", 0}}},
        {"simple-combat", "all units with four guns", guns(Json::object())},
        {"simple-combat", "all units, who are in each other's way", guns({{"units_block_los", true}, {"redirect", true}})},
    };
}

}  // namespace muster::test
