// What is refused in setups, and that the setup's own arsenal counts.
#include "rules/simple_combat/ruleset.hpp"
#include "tests/rules/simple_combat/field.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string refused_battle(const Json& setup) {
    const auto battle = rules::simple_combat::ruleset().create(setup);
    REQUIRE(!battle);
    CHECK(battle.error().code == Code::bad_setup);
    return battle.error().path + ": " + battle.error().message;
}

/// A good setup with the value at `pointer` put in.
std::string refused_with(const char* pointer, Json value) {
    Json setup = field({"n1:medium_tank . # s1:light_tank", ". . . ."});
    setup[Json::json_pointer(pointer)] = std::move(value);
    return refused_battle(setup);
}

Json weapon(Json to_hit, Json to_damage) { return {{"weapon", "gun"}, {"to_hit", std::move(to_hit)}, {"to_damage", std::move(to_damage)}, {"power", 1}}; }

}  // namespace

TEST_CASE("setups that make no sense are refused with path and reason") {
    CHECK(refused_with("/north/units/0/profile", "medium_tonk") == "/north/units/0/profile: no profile \"medium_tonk\"; did you mean \"medium_tank\"?");
    CHECK(refused_with("/south/units/0/id", "n1") == "/south/units/0/id: two units are called \"n1\"; each unit needs its own id");
    CHECK(refused_with("/south/units/0/id", "S 1") == "/south/units/0/id: an id can only have lowercase letters a-z, digits and _");
    CHECK(refused_with("/south/units/0/at", {2, 0}) == "/south/units/0/at: [2,0] is impassable");
    CHECK(refused_with("/south/units/0/at", {0, 0}) == "/south/units/0/at: [0,0] is taken by \"n1\"; a cell holds one unit");
    CHECK(refused_with("/south/units/0/at", {4, 0}) == "/south/units/0/at: [4,0] is outside the field: in row 0 q is 0 to 3");
    CHECK(refused_with("/south/units/0/at", {0, 2}) == "/south/units/0/at: [0,2] is outside the field: r is 0 to 1");
    CHECK(refused_with("/impassable/1", {0, -1}) == "/impassable/1: [0,-1] is outside the field: r is 0 to 1");
    CHECK(refused_with("/impassable/1", {2, 0}) == "/impassable/1: [2,0] is listed twice");
    CHECK(refused_with("/north/units", Json::array()) == "/north/units: needs at least 1 entry");
    CHECK(refused_with("/width", 61) == "/width: 61 is too large; at most 60");
    CHECK(refused_with("/turn_limit", 0) == "/turn_limit: 0 is too small; at least 1");
    CHECK(refused_with("/house_rules", {{"fire_scale", 0}}) == "/house_rules/fire_scale: 0 is too small; at least 1");
    CHECK(refused_with("/house_rules", {{"fire_scale", 4}}) == "/house_rules/fire_scale: 4 is too large; at most 3");
    CHECK(refused_with("/house_rules", {{"decides", "luck"}}) == "/house_rules/decides: \"luck\" is not one of points, destruction, to_the_end");
    CHECK(refused_with("/house_rules", {{"sight", "rim"}}) == "/house_rules/sight: \"rim\" is not one of centre, edge");
    CHECK(refused_with("/grid", "hexes") == "/grid: \"hexes\" is not one of hex, square, free; did you mean \"hex\"?");
    CHECK(refused_with("/house_rules", {{"naturals", true}}) == "/house_rules/naturals: unknown field \"naturals\"; did you mean \"natural\"?");
}

TEST_CASE("E17: terrain that makes no sense is refused, and what there may be of it is bounded") {
    const auto refused = [](Json terrain) { return refused_with("/terrain", Json::array({std::move(terrain)})); };
    CHECK(refused({{"terrain", "The Woods"}, {"cells", Json::array()}}) == "/terrain/0/terrain: an id can only have lowercase letters a-z, digits and _");
    CHECK(refused({{"terrain", "woods"}, {"cells", {{2, 0}}}}) == "/terrain/0/cells/0: [2,0] is impassable");
    CHECK(refused({{"terrain", "woods"}, {"cells", {{1, 0}, {9, 0}}}}) == "/terrain/0/cells/1: [9,0] is outside the field: in row 0 q is 0 to 3");
    CHECK(refused({{"terrain", "woods"}, {"cells", {{1, 0}, {1, 0}}}}) == "/terrain/0/cells/1: [1,0] is \"woods\" already");
    CHECK(refused({{"terrain", "woods"}, {"cost", 21}, {"cells", Json::array()}}) == "/terrain/0/cost: 21 is too large; at most 20");
    CHECK(refused({{"terrain", "woods"}, {"cost", 0}, {"cells", Json::array()}}) == "/terrain/0/cost: 0 is too small; at least 1");
    CHECK(refused({{"terrain", "woods"}, {"to_hit", -4}, {"cells", Json::array()}}) == "/terrain/0/to_hit: -4 is too small; at least -3");
    const Json marsh{{"terrain", "marsh"}, {"cells", Json::array()}};
    CHECK(refused_with("/terrain", Json::array({marsh, marsh})) == "/terrain/1/terrain: \"marsh\" is given twice");
    Json kinds = Json::array();
    for (int i = 0; i < 8; ++i) kinds.push_back({{"terrain", "t" + std::to_string(i)}, {"cells", Json::array()}});
    Json setup = field({"n1:medium_tank . s1:light_tank"}, {{"terrain", kinds}});
    CHECK(rules::simple_combat::ruleset().create(setup));
    setup["terrain"].push_back(marsh);
    CHECK(refused_battle(setup) == "/terrain: has 9 entries; at most 8");
}

TEST_CASE("E18, E19: specials of weapons that make no sense are refused") {
    const auto refused = [](Json special) {
        special.update(weapon({4}, {4}));
        return refused_with("/weapons", Json::array({std::move(special)}));
    };
    const auto against = [&](Json each) { return refused({{"against", {std::move(each)}}}); };
    CHECK(against({{"to_hit", 1}}) == "/weapons/0/against/0: say against what: terrain, armour_from or armour_to");
    CHECK(against({{"terrain", "woods"}, {"to_hit", 1}}) == "/weapons/0/against/0/terrain: no terrain \"woods\"");
    CHECK(against({{"armour_from", 1}, {"armour_to", 0}, {"to_hit", 1}}) == "/weapons/0/against/0/armour_from: armour_from is above armour_to");
    CHECK(against({{"armour_from", 1}}) == "/weapons/0/against/0: changes nothing: give to_hit or to_damage");
    CHECK(against({{"armour_from", 7}, {"to_hit", 1}}) == "/weapons/0/against/0/armour_from: 7 is too large; at most 6");
    CHECK(against({{"armour_from", 1}, {"to_hit", 4}}) == "/weapons/0/against/0/to_hit: 4 is too large; at most 3");
    CHECK(refused({{"one_shot", true}, {"reload", 1}}) == "/weapons/0/reload: a weapon that fires once is not reloaded");
    CHECK(refused({{"reload", 21}}) == "/weapons/0/reload: 21 is too large; at most 20");
    const Json one{{"armour_to", 0}, {"to_hit", 1}};
    CHECK(refused({{"against", {one, one, one, one, one}}}) == "/weapons/0/against: has 5 entries; at most 4");
}

TEST_CASE("E17: a field of 60 by 60 may be covered whole") {
    Json setup = field({"n1:scout_car s1:scout_car"}, {{"grid", "square"}, {"width", 60}, {"height", 60}});
    Json cells = Json::array();
    for (int x = 0; x < 60; ++x)
        for (int y = 0; y < 60; ++y) cells.push_back({x, y});
    setup["terrain"] = Json::array({{{"terrain", "mud"}, {"cost", 2}, {"cells", cells}}});
    CHECK(rules::simple_combat::ruleset().create(setup));
}

TEST_CASE("more than 50 units a side are refused") {
    Json setup = field({"n1:scout_car s1:scout_car"}, {{"width", 60}, {"height", 2}});
    for (int i = 0; i < 50; ++i) setup["south"]["units"].push_back({{"id", "t" + std::to_string(i)}, {"profile", "scout_car"}, {"at", {i, 1}}});
    CHECK(refused_battle(setup) == "/south/units: has 51 entries; at most 50");
}

TEST_CASE("on squares a place outside is refused with the field's bounds") {
    Json setup = field({"n1:medium_tank s1:light_tank"}, {{"grid", "square"}});
    setup["north"]["units"][0]["at"] = {0, 1};
    CHECK(refused_battle(setup) == "/north/units/0/at: [0,1] is outside the field: x is 0 to 1, y is 0 to 0");
}

TEST_CASE("weapons and profiles that make no sense are refused") {
    CHECK(refused_with("/weapons", Json::array({weapon({3, 4}, {3})})) ==
          "/weapons/0/to_damage: at range 2, give a number to both to_hit and to_damage or to neither");
    CHECK(refused_with("/weapons", Json::array({weapon({nullptr, 4}, {3, 4})})) ==
          "/weapons/0/to_hit: at range 1, give a number to both to_hit and to_damage or to neither");
    CHECK(refused_with("/weapons", Json::array({weapon({nullptr}, {nullptr})})) == "/weapons/0/to_hit: the weapon cannot fire at any range");
    CHECK(refused_with("/weapons", Json::array({weapon({1, 2, 3, 4, 5, 6, 7}, {1})})) == "/weapons/0/to_hit: has 7 entries; at most 6");
    CHECK(refused_with("/weapons", Json::array({weapon({3}, {3}), weapon({4}, {4})})) == "/weapons/1/weapon: \"gun\" is given twice");
    const Json profile{{"profile", "ark"}, {"move_allowance", 1}, {"armour", 0}, {"damage_capacity", 1}, {"weapons", {"medium_gum"}}, {"points", 1}};
    CHECK(refused_with("/profiles", Json::array({profile})) == "/profiles/0/weapons/0: no weapon \"medium_gum\"; did you mean \"medium_gun\"?");
    Json ark = profile;
    ark["weapons"] = {"medium_gun"};
    CHECK(refused_with("/profiles", Json::array({ark, ark})) == "/profiles/1/profile: \"ark\" is given twice");
    ark["damage_capacity"] = 13;
    CHECK(refused_with("/profiles", Json::array({ark})) == "/profiles/0/damage_capacity: 13 is too large; at most 12");
}

TEST_CASE("a setup's own weapons and profiles take the place of ours") {
    const auto weapon_of = [](const Json& extra) { return game_of(field({"n1:scout_car s1:light_tank"}, extra)).weapon(0, 0).power; };
    CHECK(weapon_of(Json::object()) == 1);
    CHECK(weapon_of({{"weapons", {{{"weapon", "machine_gun"}, {"to_hit", {2}}, {"to_damage", {2}}, {"power", 3}}}}}) == 3);
    const auto game = game_of(field(
        {"n1:scout_car s1:light_tank"},
        {{"profiles", {{{"profile", "scout_car"}, {"move_allowance", 9}, {"armour", 0}, {"damage_capacity", 1}, {"weapons", Json::array()}, {"points", 1}}}}}));
    CHECK(game.profile(0).move == 9);
    CHECK(game.weapons(0) == 0);
}

TEST_CASE("the forces are the table of the README") {
    const Json catalog = rules::simple_combat::ruleset().catalog();
    std::string table;
    for (const auto& entry : catalog.at("weapons"))
        table += entry.at("weapon").get<std::string>() + ' ' + entry.at("to_hit").dump() + entry.at("to_damage").dump() + entry.at("power").dump() +
                 (entry.at("twin") == true ? " twin" : "") + (entry.at("indirect") == true ? " indirect" : "") + '\n';
    CHECK(table ==
          "machine_gun [3,4,5,null,null,null][4,5,6,null,null,null]1\n"
          "light_gun [3,3,4,4,5,null][4,4,4,5,5,null]1\n"
          "medium_gun [3,3,4,4,5,5][4,4,4,4,5,5]2\n"
          "heavy_gun [4,4,4,4,5,5][3,3,3,4,4,4]2 twin\n"
          "long_gun [5,4,4,4,4,5][3,3,3,3,4,4]2\n"
          "howitzer [null,null,5,4,4,4][null,null,4,4,4,4]2 indirect\n"
          "rocket [4,4,4,5,null,null][3,3,3,4,null,null]2\n");
    table.clear();
    for (const auto& entry : catalog.at("roster"))
        table += entry.at("profile").get<std::string>() + ' ' + entry.at("move_allowance").dump() + ' ' + entry.at("armour").dump() + ' ' +
                 entry.at("damage_capacity").dump() + ' ' + entry.at("weapons").dump() + ' ' + entry.at("points").dump() + '\n';
    CHECK(table ==
          "scout_car 8 1 2 [\"machine_gun\",\"machine_gun\"] 32\n"
          "light_tank 6 0 3 [\"light_gun\",\"machine_gun\"] 70\n"
          "medium_tank 5 0 4 [\"medium_gun\",\"machine_gun\"] 100\n"
          "dual_heavy_tank 3 -1 5 [\"heavy_gun\",\"heavy_gun\"] 165\n"
          "tank_hunter 5 1 3 [\"long_gun\"] 95\n"
          "howitzer_battery 3 1 2 [\"howitzer\"] 60\n"
          "rocket_team 3 0 2 [\"rocket\"] 45\n");
}
