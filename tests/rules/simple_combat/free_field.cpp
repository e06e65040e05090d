// What is refused on a free field, and the rulings that hold there (E20, E21).
#include "rules/simple_combat/movement.hpp"
#include "rules/simple_combat/range.hpp"
#include "rules/simple_combat/ruleset.hpp"
#include "rules/simple_combat/sight.hpp"
#include "rules/simple_combat/turn.hpp"
#include "tests/rules/simple_combat/field.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::simple_combat;

namespace {

/// A tank on either side of a wall.
Json walled() {
    return json(R"({"grid":"free","width":20,"height":10,"turn_limit":1,"polygons":[[[80,20],[90,20],[90,80],[80,80]]],
        "north":{"units":[{"id":"n1","profile":"medium_tank","at":[50,50]},{"id":"n2","profile":"scout_car","at":[30,50]}]},
        "south":{"units":[{"id":"s1","profile":"medium_tank","at":[120,50]}]}})");
}

std::string refused_with(const char* pointer, Json value) {
    Json setup = walled();
    setup[Json::json_pointer(pointer)] = std::move(value);
    const auto battle = ruleset().create(setup);
    REQUIRE(!battle);
    CHECK(battle.error().code == Code::bad_setup);
    return battle.error().path + ": " + battle.error().message;
}

std::string refused_move(const Json& setup, const Json& choice) {
    return refused_choice(setup, {6, 1}, {{{"seat", "north"}, {"kind", "move"}, {"choice", choice}}});
}

Sight sight(const Json& setup) {
    const Game game = game_of(setup);
    Sights sights;
    sights.look(game, start_state(game));
    return sights.between(game, 0, game.first_of(south));
}

}  // namespace

TEST_CASE("E20: polygons that make no sense are refused with path and reason") {
    CHECK(refused_with("/polygons/0/1", {201, 20}) == "/polygons/0/1: [201,20] is outside the field: x is 0 to 200, y is 0 to 100, in tenths");
    CHECK(refused_with("/polygons/0", json("[[80,20],[90,80],[90,20],[80,80]]")) ==
          "/polygons/0: the edges of a polygon cannot cross, touch or fold back; list its corners in order around it");
    CHECK(refused_with("/polygons/1", json("[[90,80],[99,80],[99,99]]")) == "/polygons/1: it touches polygon 0; join them to one, or leave a gap between them");
    CHECK(refused_with("/polygons/1", json("[[82,30],[88,30],[88,40]]")) == "/polygons/1: it touches polygon 0; join them to one, or leave a gap between them");
    CHECK(refused_with("/polygons/0", json("[[80,20],[90,20]]")) == "/polygons/0: needs at least 3 entries");
    Json many = Json::array();
    for (int i = 0; i < 13; ++i) many.push_back({i, i * i});
    CHECK(refused_with("/polygons/0", many) == "/polygons/0: has 13 entries; at most 12");
    Json polygons = Json::array();
    for (int i = 0; i < 17; ++i) polygons.push_back({{i * 4, 0}, {i * 4 + 2, 0}, {i * 4, 2}});
    CHECK(refused_with("/polygons", polygons) == "/polygons: has 17 entries; at most 16");
    polygons.erase(polygons.begin());
    Json most = walled();
    most["polygons"] = polygons;
    CHECK(ruleset().create(most));
    CHECK(refused_with("/impassable", json("[[1,1]]")) == "/impassable: a free field has no cells; what is impassable there is given as polygons");
    Json cells = field({"n1:medium_tank . s1:light_tank"});
    cells["polygons"] = json("[[[0,0],[1,0],[1,1]]]");
    CHECK(ruleset().create(cells).error().message == "only a free field has polygons; on hexes and squares list impassable cells");
}

TEST_CASE("E20: a base stands on the field with all of it, on nothing impassable and on nobody") {
    CHECK(refused_with("/south/units/0/at", {4, 50}) ==
          "/south/units/0/at: [4,50] is too near the edge or outside the field: a unit's base is 1 DU wide, so x is 5 to 195, y is 5 to 95, in tenths");
    CHECK(refused_with("/south/units/0/at", {94, 50}) == "/south/units/0/at: at [94,50] its base would be on something impassable");
    CHECK(refused_with("/south/units/0/at", {59, 59}) == "/south/units/0/at: at [59,59] it would stand on \"n1\"; bases are 1 DU wide and cannot overlap");
    for (const Json& at : {Json{5, 95}, Json{95, 50}, Json{60, 50}, Json{50, 60}}) {
        Json setup = walled();
        setup["south"]["units"][0]["at"] = at;
        CHECK(ruleset().create(setup));
    }
}

TEST_CASE("E21: moves that are none are refused with the leg at fault") {
    const auto path = [](const char* points) { return Json{{"unit", "n1"}, {"path", json(points)}}; };
    const auto to = [](const char* unit, int x, int y) { return Json{{"unit", unit}, {"to", {x, y}}}; };
    CHECK(refused_move(walled(), path("[[50,40],[84,40]]")) == "/path/1: there is something impassable in the way to [84,40]");
    CHECK(refused_move(walled(), path("[[50,4]]")) == "/path/0: [50,4] is outside the field");
    CHECK(refused_move(walled(), path("[[50,76],[75,76]]")) == "/path/1: the path costs 5.1 DU; \"n1\" can spend 5 DU");
    CHECK(refused_move(walled(), path("[[50,60],[50,50]]")) == "/path/1: the path comes to [50,50] twice");
    CHECK(refused_move(walled(), path("[[39,50]]")) == "/path/0: at [39,50] it would stand on \"n2\"");
    CHECK(refused_move(walled(), to("n1", 101, 50)) == "/to: \"n1\" cannot get to [101,50]");
    CHECK(refused_move(walled(), to("n1", 37, 50)) == "/to: \"n1\" cannot get to [37,50]");
    Json close = walled();
    close["south"]["units"][0]["at"] = {65, 50};
    CHECK(refused_move(close, path("[[70,50]]")) == "/path/0: the enemy's \"s1\" is in the way to [70,50]");
    CHECK(refused_move(close, path("[[50,41],[70,41]]")) == "/path/1: the enemy's \"s1\" is in the way to [70,41]");
}

TEST_CASE("E21: a move costs the length of its legs, rounded up to a tenth at the end; friends are in nobody's way") {
    const auto moved = [](const Json& choice) {
        const auto run = battle(walled(), {6, 1}, {{{"seat", "north"}, {"kind", "move"}, {"choice", choice}}}, false);
        for (const auto& event : run.events)
            if (event.name == "moved") return Json::parse(event.data);
        return Json();
    };
    CHECK(moved({{"unit", "n1"}, {"path", {{51, 51}, {52, 52}, {53, 53}}}}) ==
          json(R"({"cost":5,"path":[[51,51],[52,52],[53,53]],"tenths":true,"unit":"n1"})"));
    CHECK(moved({{"unit", "n1"}, {"to", {20, 50}}}) == json(R"({"cost":30,"path":[[20,50]],"tenths":true,"unit":"n1"})"));  // through n2
    CHECK(moved({{"unit", "n2"}, {"to", {85, 15}}}).at("cost") == 68);                                                      // above the wall, close to it
    CHECK(moved({{"unit", "n2"}, {"to", {95, 17}}}).at("path") == json("[[75,15],[95,15],[95,17]]"));                       // around its corners
    CHECK(moved({{"unit", "n1"}}) == json(R"({"cost":0,"path":[],"tenths":true,"unit":"n1"})"));
}

TEST_CASE("E20: ranges and sight on a free field, to the middle or the edge of a base") {
    Json setup = walled();
    CHECK(!sight(setup).clear);
    setup["south"]["units"][0]["at"] = {100, 10};
    CHECK(sight(setup).range == 0);  // 6.41 DU
    setup["house_rules"]["sight"] = "edge";
    CHECK(sight(setup).range == 6);  // 5.71
    CHECK(!sight(setup).clear);
    setup["polygons"] = json("[[[80,20],[90,20],[90,80],[80,80]],[[60,0],[61,0],[61,45],[60,45]]]");
    setup["south"]["units"][0]["at"] = {70, 50};
    setup["polygons"][0] = json("[[180,20],[190,20],[190,80],[180,80]]");
    CHECK(sight(setup).clear);       // the line is below the second
    CHECK(sight(setup).range == 2);  // 1.5
    setup["house_rules"]["sight"] = "centre";
    CHECK(sight(setup).range == 2);
    setup["south"]["units"][0]["at"] = {71, 50};
    CHECK(sight(setup).range == 3);
    setup["house_rules"]["fire_scale"] = 2;
    CHECK(sight(setup).range == 2);
    // A wall that hides the middle, but not a quarter of the base.
    setup["house_rules"] = json("{}");
    setup["polygons"][1] = json("[[60,40],[61,40],[61,51],[60,51]]");
    CHECK(!sight(setup).clear);
    setup["house_rules"]["sight"] = "edge";
    CHECK(sight(setup).clear);
    setup["polygons"][1] = json("[[60,40],[61,40],[61,60],[60,60]]");
    CHECK(!sight(setup).clear);
    // Whose base is in between.
    setup["polygons"].erase(1);
    setup["north"]["units"][1]["at"] = {60, 50};
    CHECK(sight(setup).clear);
    setup["house_rules"]["units_block_los"] = true;
    CHECK(!sight(setup).clear);
}

TEST_CASE("E19 on a free field: area fire comes to bases at most half a DU from the target's, across and down each") {
    const Board board(10, 10, {});
    const auto touches = [&](Place place) { return board.touch(Board::point({50, 50}), Board::point(place)); };
    for (const Place near : {Place{60, 50}, {65, 50}, {50, 35}, {65, 65}, {38, 64}}) CHECK(touches(near));
    for (const Place far : {Place{66, 50}, {50, 34}, {66, 65}, {30, 50}, {50, 50}}) CHECK(!touches(far));
}
