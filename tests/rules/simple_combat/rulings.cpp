// The rulings of rules/simple_combat/README.md, each on a battle small enough to follow by hand. E3 (squares), E6
// and E7 are in movement.cpp and sight.cpp too, E9 in plan.cpp.
#include <functional>
#include <map>

#include "tests/rules/simple_combat/field.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// Two dice so that the north has the initiative.
std::vector<int> north_first(std::vector<int> rest) {
    rest.insert(rest.begin(), {6, 1});
    return rest;
}

Json stay(const std::string& unit) { return move(unit, Json::array()); }

/// The first shot that was fired.
Json shot(const rules::ScenarioRun& run, std::size_t nth_fired = 0, std::size_t nth_shot = 0) {
    return event(run, "fired", nth_fired).at("shots").at(nth_shot);
}

/// A medium tank of the north and a target of the south, `gap` open cells between them.
Json duel(const std::string& target, int gap, Json extra = Json::object()) {
    std::string row = "n1:medium_tank";
    for (int i = 0; i < gap; ++i) row += " .";
    std::string open = ". .";
    for (int i = 0; i < gap; ++i) open += " .";
    return field({row + " s1:" + target, open}, std::move(extra));
}

}  // namespace

TEST_CASE("E1: armour is added to the damage roll") {
    const auto needed = [](const char* target) {
        const auto run = battle(duel(target, 0), north_first({6, 1}), {stay("n1"), stay("s1"), fire("n1", {{0, "s1"}}), fire("s1", {})}, false);
        return shot(run).at("to_damage");
    };
    CHECK(needed("scout_car") == 3);        // AR +1
    CHECK(needed("light_tank") == 4);       // AR 0
    CHECK(needed("dual_heavy_tank") == 5);  // AR -1
}

TEST_CASE("E2: who moved more than half of its allowance has -1, who stood still +1") {
    const Json setup = field({"n1:medium_tank . . . . . s1:scout_car"});
    const auto after = [&](const Json& path) { return shot(battle(setup, north_first({1}), {move("n1", path), stay("s1"), fire("n1", {{0, "s1"}})}, false)); };
    CHECK(after(Json::array()).at("modifiers") == json(R"([{"line":"not_moved","value":1}])"));
    CHECK(after(Json::array()).at("to_hit") == 4);                                                            // range 6: 5
    CHECK(after({{1, 0}, {2, 0}}).at("modifiers") == Json::array());                                          // 2 of 5
    CHECK(after({{1, 0}, {2, 0}}).at("to_hit") == 4);                                                         // range 4: 4
    CHECK(after({{1, 0}, {2, 0}, {3, 0}}).at("modifiers") == json(R"([{"line":"moved_fast","value":-1}])"));  // 3 of 5
    CHECK(after({{1, 0}, {2, 0}, {3, 0}}).at("to_hit") == 5);                                                 // range 3: 4
}

TEST_CASE("E2: exactly half of the allowance is not more than half") {
    const Json setup = field({"n1:light_tank . . . . . s1:scout_car"});
    const auto run = battle(setup, north_first({1}), {move("n1", {{1, 0}, {2, 0}, {3, 0}}), stay("s1"), fire("n1", {{0, "s1"}}), fire("s1", {})}, false);
    CHECK(shot(run).at("modifiers") == Json::array());
}

namespace {

/// A gun that needs these dice against a target without armour, fired by a unit that cannot move; +1 for standing still.
Json gun(int to_hit, int to_damage, Json house_rules) {
    return field({"n1:bunker . s1:light_tank"},
                 {{"weapons", {{{"weapon", "gun"}, {"to_hit", {to_hit + 1, to_hit + 1}}, {"to_damage", {to_damage, to_damage}}, {"power", 1}}}},
                  {"profiles", {{{"profile", "bunker"}, {"move_allowance", 0}, {"armour", 0}, {"damage_capacity", 1}, {"weapons", {"gun"}}, {"points", 10}}}},
                  {"house_rules", std::move(house_rules)}});
}

/// The shot of that gun with these dice; the other side holds its fire.
Json fired(int to_hit, int to_damage, std::vector<int> dice, Json house_rules = Json::object()) {
    const Json setup = gun(to_hit, to_damage, std::move(house_rules));
    return shot(battle(setup, north_first(std::move(dice)), {stay("s1"), fire("n1", {{0, "s1"}}), fire("s1", {})}, false));
}

}  // namespace

TEST_CASE("E2: above 6 is impossible, 1 and below certain; the dice are rolled all the same") {
    CHECK(fired(7, 4, {6}).at("hit") == false);
    CHECK(fired(1, 7, {1, 6}).at("damaged") == false);
    CHECK(fired(0, 1, {1, 1}).at("damaged") == true);
}

TEST_CASE("E2: with the house rule natural a 1 always fails and a 6 always succeeds") {
    const Json natural{{"natural", true}};
    CHECK(fired(7, 7, {6, 6}, natural).at("damaged") == true);
    CHECK(fired(7, 7, {5}, natural).at("hit") == false);
    CHECK(fired(0, 1, {1}, natural).at("hit") == false);
    CHECK(fired(0, 1, {2, 1}, natural).at("damaged") == false);
}

TEST_CASE("E3: ranges are hex distances, on squares the straight line rounded up; bands end at 6") {
    // 0: out of range, and nobody is asked.
    const auto range = [](const std::vector<std::string>& rows, const char* grid) {
        const auto run = battle(field(rows, {{"grid", grid}}), {6, 1}, {stay("n1"), stay("s1")}, false);
        return run.pending.empty() ? 0 : run.pending[0].options.at("units")[0].at("weapons")[0].at("targets")[0].at("range").get<int>();
    };
    const std::vector<std::string> rows{"n1:tank_hunter . . .", ". . . .", ". . . s1:light_tank"};
    CHECK(range(rows, "hex") == 4);     // from [0,0] to [2,2]
    CHECK(range(rows, "square") == 4);  // the root of 13
    const std::string far = "n1:tank_hunter . . . . . s1:light_tank";
    CHECK(range({far}, "hex") == 6);
    CHECK(range({"n1:tank_hunter . . . . . . s1:light_tank"}, "hex") == 0);
    CHECK(range({far}, "square") == 6);
    CHECK(range({"n1:tank_hunter . . . . . .", ". . . . . . s1:light_tank"}, "square") == 0);  // the root of 37
}

TEST_CASE("E4: a die each, +1 for more units, ties are rolled again; the side with the initiative acts first, then in turn") {
    const auto run = battle(field({"n1:scout_car . . . . . . . s1:scout_car", "n2:scout_car . . . . . . . ."}), {3, 4, 2, 3, 4, 5, 2, 1});
    CHECK(texts(run, "initiative_rolled") ==
          std::vector<std::string>{R"({"bonus":"north","first":null,"north":4,"south":4})", R"({"bonus":"north","first":null,"north":3,"south":3})",
                                   R"({"bonus":"north","first":null,"north":5,"south":5})", R"({"bonus":"north","first":"north","north":3,"south":1})"});
}

TEST_CASE("E4: the side with units left goes on alone, in moves and in fire") {
    const auto run = battle(field({"n1:scout_car . . . . . . . s1:scout_car", "n2:scout_car n3:scout_car . . . . . . ."}), {1, 5});
    std::string order;
    for (const auto& each : run.events)
        if (each.name == "moved" || each.name == "fired") order += json(each.data).at("unit").get<std::string>() + ' ';
    CHECK(order == "s1 n1 n2 n3 s1 n1 n2 n3 ");
    CHECK(texts(run, "initiative_rolled")[0] == R"({"bonus":"north","first":"south","north":2,"south":5})");
}

TEST_CASE("E5: shots are resolved in the order of the declaration, and one at a destroyed unit is lost") {
    const Json setup = field(
        {". .", "n1:scout_car s1:crate", "s2:crate ."},
        {{"profiles", {{{"profile", "crate"}, {"move_allowance", 0}, {"armour", 0}, {"damage_capacity", 1}, {"weapons", Json::array()}, {"points", 1}}}}});
    const auto run = battle(setup, {6, 1, 6, 6}, {stay("n1"), stay("s1"), fire("n1", {{1, "s1"}, {0, "s1"}})}, false);
    CHECK(
        texts(run, "fired")[0] ==
        R"({"shots":[{"damage_roll":6,"damaged":true,"destroyed":true,"hit":true,"modifiers":[{"line":"not_moved","value":1}],"name":"machine_gun","power":1,)"
        R"("range":1,"roll":6,"target":"s1","to_damage":4,"to_hit":2,"weapon":1},{"lost":true,"name":"machine_gun","target":"s1","weapon":0}],"unit":"n1"})");
    CHECK(event(run, "turn_ended").at("south_units") == 1);
}

TEST_CASE("E5: with the house rule redirect such a shot turns to another target where it is worth most") {
    const auto box = [](const char* id, int points) {
        return Json{{"profile", id}, {"move_allowance", 0}, {"armour", 0}, {"damage_capacity", 1}, {"weapons", Json::array()}, {"points", points}};
    };
    const Json setup =
        field({". .", "n1:scout_car s1:crate", "s2:crate s3:safe"}, {{"profiles", {box("crate", 1), box("safe", 9)}}, {"house_rules", {{"redirect", true}}}});
    const auto run = battle(setup, {6, 1, 6, 6, 6, 1}, {stay("n1"), stay("s1"), stay("s2"), fire("n1", {{0, "s1"}, {1, "s1"}})}, false);
    const Json turned = shot(run, 0, 1);
    CHECK(turned.at("target") == "s3");
    CHECK(turned.at("redirected_from") == "s1");
    CHECK(turned.at("damaged") == false);
}

TEST_CASE("E5: a destroyed unit is removed at once and does not fire later") {
    const auto run = battle(field({"n1:tank_hunter . . s1:scout_car s2:scout_car"}), {1, 3, 5, 5},
                            {stay("s1"), stay("n1"), stay("s2"), fire("s2", {}), fire("n1", {{0, "s1"}})}, false);
    CHECK(shot(run, 1).at("destroyed") == true);
    CHECK(texts(run, "fired").size() == 2);  // s1 does not fire
    CHECK(event(run, "turn_ended").at("south_units") == 1);
}

TEST_CASE("twin: both of a pair fired, each has -1 to hit; one alone has not") {
    const Json setup = field({"n1:dual_heavy_tank . s1:medium_tank s2:medium_tank"});
    const auto modifiers = [&](const std::vector<std::pair<int, std::string>>& shots, std::vector<int> dice) {
        Json out = Json::array();
        const auto run = battle(setup, north_first(std::move(dice)), {stay("n1"), stay("s1"), stay("s2"), fire("n1", shots)}, false);
        for (const auto& each : event(run, "fired").at("shots")) out.push_back(each.at("to_hit"));
        return out;
    };
    CHECK(modifiers({{1, "s1"}}, {1}) == json("[3]"));  // 4, stood still
    CHECK(modifiers({{1, "s1"}, {0, "s2"}}, {1, 1}) == json("[4,4]"));
    const auto options = battle(setup, {6, 1}, {stay("n1"), stay("s1"), stay("s2")}, false).pending[0].options;
    CHECK(options.at("units")[0].at("weapons")[0].at("twin") == 1);
}

TEST_CASE("twin: of three such weapons the first two are the pair") {
    const Json setup = field({"n1:fort . s1:medium_tank"}, {{"profiles",
                                                             {{{"profile", "fort"},
                                                               {"move_allowance", 0},
                                                               {"armour", 0},
                                                               {"damage_capacity", 5},
                                                               {"weapons", {"heavy_gun", "heavy_gun", "heavy_gun"}},
                                                               {"points", 9}}}}});
    const auto run = battle(setup, {6, 1, 1, 1, 1}, {stay("s1"), fire("n1", {{0, "s1"}, {1, "s1"}, {2, "s1"}})}, false);
    CHECK(shot(run, 0, 0).at("to_hit") == 4);
    CHECK(shot(run, 0, 1).at("to_hit") == 4);
    CHECK(shot(run, 0, 2).at("to_hit") == 3);
}

TEST_CASE("indirect: a howitzer needs no line of sight, but cannot fire at what is near") {
    const Json hidden = field({"n1:howitzer_battery # . s1:medium_tank s2:howitzer_battery n2:scout_car"});
    const std::vector<Json> stays{stay("s1"), stay("n1"), stay("s2")};
    const auto then = [&](const Json& shots) {
        auto choices = stays;
        choices.push_back(shots);
        return choices;
    };
    CHECK(refused_choice(hidden, {1, 6}, then(fire("s1", {{0, "n1"}}))) == "/shots/0/target: \"s1\" does not see \"n1\"");
    CHECK(refused_choice(hidden, {1, 6}, then(fire("s2", {{0, "n2"}}))) == "/shots/0/target: \"n2\" is only 1 away; the howitzer cannot fire at that range");
    auto choices = then(fire("s1", {}));
    choices.push_back(fire("n1", {{0, "s1"}}));
    CHECK(shot(battle(hidden, {1, 6, 1}, choices, false), 1).at("range") == 3);
}

TEST_CASE("units_block_los: a target opens when the unit before it is destroyed") {
    const Json setup = field({"n1:rocket_team s1:scout_car s2:scout_car .", "n2:rocket_team . . ."}, {{"house_rules", {{"units_block_los", true}}}});
    const std::vector<Json> stays{stay("n1"), stay("s1"), stay("n2"), stay("s2")};
    auto choices = stays;
    choices.insert(choices.end(), {fire("n2", {{0, "s1"}}), fire("s2", {})});
    const auto run = battle(setup, {6, 1, 6, 6}, choices, false);
    CHECK(event(run, "fired").at("shots")[0].at("destroyed") == true);
    CHECK(run.pending[0].options.at("units")[0].at("weapons")[0].at("targets")[0].at("target") == "s2");
    choices = stays;
    choices.push_back(fire("n1", {{0, "s2"}}));
    CHECK(refused_choice(setup, {6, 1}, choices) == "/shots/0/target: \"n1\" does not see \"s2\"");
}

TEST_CASE("E8: a side without units has lost at once") {
    const auto run = battle(field({"n1:tank_hunter . . s1:scout_car"}, {{"turn_limit", 9}}), north_first({6, 6}));
    CHECK(final_line(run) == R"({"outcome":{"winner":"north","reason":"annihilation","survivors":{"north":1,"south":0}}})");
    CHECK(texts(run, "turn_ended").empty());
}

namespace {

/// Two crates that cannot fight, worth so much, after one turn.
std::string after_one_turn(int norths, int souths) {
    const auto box = [](const char* id, int points) {
        return Json{{"profile", id}, {"move_allowance", 0}, {"armour", 0}, {"damage_capacity", 3}, {"weapons", Json::array()}, {"points", points}};
    };
    const auto run = battle(field({"n1:one s1:two"}, {{"profiles", {box("one", norths), box("two", souths)}}}), {6, 1});
    return run.outcome->winner ? std::to_string(*run.outcome->winner) : "nobody";
}

}  // namespace

TEST_CASE("E8: after the last turn the larger sum of points wins, less than 5 % apart is a draw") {
    CHECK(after_one_turn(100, 100) == "nobody");
    CHECK(after_one_turn(100, 96) == "nobody");
    CHECK(after_one_turn(100, 95) == "0");  // 5 % is enough
    CHECK(after_one_turn(95, 100) == "1");
    CHECK(after_one_turn(951, 1000) == "nobody");
}

TEST_CASE("E8: points count in the share of the damage capacity that is left") {
    // 100 points with 2 of 4 left are 50.
    const auto hurt = battle(field({"n1:medium_tank . . . . s1:tank_hunter"}), {1, 6, 6, 6, 1},
                             {stay("s1"), stay("n1"), fire("s1", {{0, "n1"}}), fire("n1", {{0, "s1"}})}, false);
    CHECK(texts(hurt, "turn_ended")[0] == R"({"north_points":50,"north_units":1,"south_points":95,"south_units":1,"turn":1})");
    CHECK(hurt.outcome->winner == 1);
    CHECK(hurt.outcome->reason == "turn_limit");
}

TEST_CASE("E9: by default nobody moves, and a unit without a target holds its fire") {
    const auto run = battle(field({"n1:scout_car . . . . . . . s1:scout_car"}, {{"turn_limit", 2}}), {6, 1, 1, 6});
    for (const auto& text : texts(run, "moved")) CHECK(json(text).at("cost") == 0);
    for (const auto& text : texts(run, "fired")) CHECK(json(text).at("shots").empty());
    CHECK(run.outcome->reason == "turn_limit");
}

TEST_CASE("a decision with one choice is not asked: the last unit cannot move, or has no target") {
    const Json setup = field({"n1:scout_car # . . . . . s1:scout_car"});
    const auto run = battle(setup, {6, 1}, {stay("s1")}, false);
    CHECK(texts(run, "chosen") == std::vector<std::string>{R"({"choice":{"path":[],"unit":"n1"},"forced":true,"kind":"move","seat":"north"})",
                                                           R"({"choice":{"path":[],"unit":"s1"},"decision":1,"kind":"move","seat":"south"})",
                                                           R"({"choice":{"shots":[],"unit":"n1"},"forced":true,"kind":"fire","seat":"north"})",
                                                           R"({"choice":{"shots":[],"unit":"s1"},"forced":true,"kind":"fire","seat":"south"})"});
    CHECK(run.outcome->reason == "turn_limit");
}

TEST_CASE("E14: where destruction decides there is no last turn, and nobody has won after a hundred") {
    // The north has more points, and neither reaches the other.
    Json setup = field({"n1:dual_heavy_tank # s1:scout_car"}, {{"turn_limit", 2}, {"house_rules", {{"decides", "destruction"}}}});
    std::vector<int> dice;
    for (int turn = 0; turn < 100; ++turn) dice.insert(dice.end(), {6, 1});
    const auto run = battle(setup, dice);
    CHECK(texts(run, "turn_ended").size() == 100);
    CHECK(event(run, "battle_ended").at("winner") == nullptr);
    CHECK(event(run, "battle_ended").at("reason") == "undecided");
    setup["house_rules"]["decides"] = "points";
    const auto by_points = battle(setup, {6, 1, 6, 1});
    CHECK(texts(by_points, "turn_ended").size() == 2);
    CHECK(event(by_points, "battle_ended").at("winner") == "north");
}

TEST_CASE("E14: where destruction decides, who destroys the other has won") {
    const auto run = battle(duel("scout_car", 0, {{"house_rules", {{"decides", "destruction"}}}}), north_first({6, 6}),
                            {stay("n1"), stay("s1"), fire("n1", {{0, "s1"}})}, false);
    CHECK(event(run, "battle_ended").at("winner") == "north");
    CHECK(event(run, "battle_ended").at("reason") == "annihilation");
}

namespace {

const Json unmeasured{{"house_rules", {{"premeasure", false}}}};

}  // namespace

TEST_CASE("E15: where nobody may measure first, the options name weapons and enemies, and tell no ranges and no targets") {
    const Json setup = field({"n1:medium_tank . # s1:scout_car . . . . s2:scout_car"}, unmeasured);
    const auto run = battle(setup, north_first({}), {stay("n1"), stay("s1"), stay("s2")}, false);
    CHECK(json(run.pending[0].options.dump()) == json(R"({"turn":1,"enemies":["s1","s2"],"faces":[],"units":[{"unit":"n1","weapons":[
        {"weapon":0,"name":"medium_gun","power":2,"targets":[]},{"weapon":1,"name":"machine_gun","power":1,"targets":[]}]}]})"));
    const auto measured = battle(field({"n1:medium_tank . . s1:scout_car . . . . s2:scout_car"}), north_first({}), {stay("n1"), stay("s1"), stay("s2")}, false);
    const Json told = json(measured.pending[0].options.dump());
    CHECK(!told.contains("enemies"));
    CHECK(told.at("units").at(0).at("weapons").at(0).at("targets").size() == 1);
}

TEST_CASE("E15: a shot that is too far, too near or unseen misses and is not rolled; one that reaches is rolled as ever") {
    const auto shots_of = [](const Json& setup, std::vector<int> dice, const std::vector<Json>& choices) {
        return event(battle(setup, north_first(std::move(dice)), choices, false), "fired").at("shots");
    };
    CHECK(shots_of(duel("scout_car", 6, unmeasured), {}, {stay("n1"), stay("s1"), fire("n1", {{0, "s1"}, {1, "s1"}})}) ==
          json(R"([{"weapon":0,"name":"medium_gun","target":"s1","range":7,"why_not":"too_far","hit":false},
                   {"weapon":1,"name":"machine_gun","target":"s1","range":7,"why_not":"too_far","hit":false}])"));
    const Json near = field({"n1:howitzer_battery s1:scout_car", ". ."}, unmeasured);
    CHECK(shots_of(near, {}, {stay("n1"), stay("s1"), fire("n1", {{0, "s1"}})})[0].at("why_not") == "too_near");
    const Json rock = field({"n1:medium_tank # s1:scout_car", ". . ."}, unmeasured);
    CHECK(shots_of(rock, {}, {stay("n1"), stay("s1"), fire("n1", {{0, "s1"}})})[0].at("why_not") == "unseen");
    const auto reached = shots_of(duel("scout_car", 3, unmeasured), {6, 1}, {stay("n1"), stay("s1"), fire("n1", {{0, "s1"}, {1, "s1"}})});
    CHECK(reached[0].at("roll") == 6);
    CHECK(reached[0].at("damage_roll") == 1);
    CHECK(reached[1].at("why_not") == "too_far");
}

TEST_CASE("E15: a pair of which one cannot reach has been fired all the same") {
    // A heavy gun at what is near and its twin at what is too far.
    const Json setup = field({"n1:dual_heavy_tank s1:scout_car . . . . . . s2:scout_car", ". . . . . . . . ."}, unmeasured);
    const auto run = battle(setup, north_first({1}), {stay("n1"), stay("s1"), stay("s2"), fire("n1", {{0, "s1"}, {1, "s2"}})}, false);
    CHECK(shot(run).at("modifiers") == json(R"([{"line":"not_moved","value":1},{"line":"twin","value":-1}])"));
    CHECK(shot(run, 0, 1).at("why_not") == "too_far");
}

TEST_CASE("E15: the default measures nothing: the first unit fires all at what is nearest to the eye") {
    const Json setup = field({"s2:scout_car . . . . . . . n1:medium_tank . . . . . . . . s1:scout_car"}, unmeasured);
    const auto run = battle(setup, north_first({}), {stay("n1"), stay("s2"), stay("s1")}, false);
    CHECK(run.pending[0].preset == json(R"({"unit":"n1","shots":[{"weapon":0,"target":"s2"},{"weapon":1,"target":"s2"}]})"));
}

TEST_CASE("E15: an enemy must be named and alive, and may be anywhere") {
    const Json setup = field({"n1:medium_tank # s1:scout_car", ". . ."}, unmeasured);
    CHECK(refused_choice(setup, {6, 1}, {stay("n1"), stay("s1"), fire("n1", {{0, "s7"}})}) == "/shots/0/target: there is no unit \"s7\"; did you mean \"s1\"?");
    CHECK(refused_choice(setup, {6, 1}, {stay("n1"), stay("s1"), fire("n1", {{0, "n1"}})}) == "/shots/0/target: \"n1\" is your own unit");
}

namespace {

/// Two medium tanks next to each other: each needs 2 to hit after standing still, and 4 to damage; what burns rolls after both have fired.
rules::ScenarioRun burning(std::vector<int> dice, Json rules = {{"burning", true}}) {
    const Json setup = duel("medium_tank", 0, {{"turn_limit", 1}, {"house_rules", std::move(rules)}});
    return battle(setup, north_first(std::move(dice)), {stay("n1"), stay("s1"), fire("n1", {{0, "s1"}}), fire("s1", {})}, false);
}

}  // namespace

TEST_CASE("E16: at the end of the turn a unit damaged in it burns: on 5 or 6 it loses 1 more") {
    const auto burnt = burning({6, 4, 5});
    CHECK(texts(burnt, "turn_effect") ==
          std::vector<std::string>{R"({"damaged":true,"destroyed":false,"effect":"burning","needed":5,"power":1,"roll":5,"unit":"s1"})"});
    CHECK(event(burnt, "turn_ended").at("south_points") == 25);
    const auto out = burning({6, 4, 4});
    CHECK(texts(out, "turn_effect") == std::vector<std::string>{R"({"damaged":false,"effect":"burning","needed":5,"roll":4,"unit":"s1"})"});
    CHECK(event(out, "turn_ended").at("south_points") == 50);
}

TEST_CASE("E16: what is not damaged does not burn, and without the rule nothing does") {
    CHECK(texts(burning({6, 1}), "turn_effect").empty());
    CHECK(texts(burning({6, 4}, Json::object()), "turn_effect").empty());
}

TEST_CASE("E16: a unit that burns to the end is removed, and the battle ends at once") {
    const Json setup = duel("scout_car", 0, {{"turn_limit", 1}, {"house_rules", {{"burning", true}}}});
    const auto run = battle(setup, north_first({6, 5, 6}), {stay("n1"), stay("s1"), fire("n1", {{1, "s1"}}), fire("s1", {})}, false);
    CHECK(event(run, "turn_effect").at("destroyed") == true);
    CHECK(event(run, "battle_ended").at("reason") == "annihilation");
    CHECK(texts(run, "turn_ended").empty());
}

namespace {

/// Woods on these cells.
Json woods(const Json& cells, Json more = Json::object()) {
    more["terrain"] = "woods";
    more["cells"] = cells;
    return {{"terrain", {std::move(more)}}};
}

/// By cell, what it takes to get there.
std::map<std::string, int> costs(const rules::ScenarioRun& run) {
    std::map<std::string, int> out;
    for (const auto& cell : json(run.pending[0].options.dump()).at("units").at(0).at("cells")) out[Json{cell[0], cell[1]}.dump()] = cell[2];
    return out;
}

}  // namespace

TEST_CASE("E17: a cell costs what its terrain says, and a way around may be cheaper") {
    const Json setup = field({"n1:dual_heavy_tank . . . s1:scout_car", ". . . . ."}, woods(Json::array({{1, 0}, {2, 0}}), {{"cost", 3}}));
    const auto run = battle(setup, {6, 1}, {}, false);
    const auto reached = costs(run);
    CHECK(reached.at("[1,0]") == 3);
    CHECK(reached.at("[0,1]") == 1);
    CHECK(reached.at("[2,1]") == 3);
    CHECK(!reached.contains("[2,0]"));  // 3 of 3 are spent on the first
    CHECK(json(run.pending[0].options.dump()).at("slow") == json("[[1,0,3]]"));
    const auto moved = battle(setup, north_first({}), {move("n1", {{1, 0}})}, false);
    CHECK(event(moved, "moved").at("cost") == 3);
    CHECK(refused_choice(setup, {6, 1}, {move("n1", {{0, 1}, {1, 0}})}) == "/path/1: the path costs 4; \"n1\" can spend 3");
}

TEST_CASE("E17: what was spent counts, not how many cells were entered") {
    const Json setup = field({"n1:medium_tank . . . . s1:scout_car"}, woods(Json::array({{1, 0}}), {{"cost", 3}}));
    const auto run = battle(setup, north_first({1}), {move("n1", {{1, 0}}), stay("s1"), fire("n1", {{0, "s1"}})}, false);
    CHECK(shot(run).at("modifiers") == json(R"([{"line":"moved_fast","value":-1}])"));  // 3 of 5
}

TEST_CASE("E17: terrain changes the rolls at a unit in it, and says so") {
    const auto at = [](const Json& cells) {
        const Json setup = field({"n1:medium_tank . . s1:light_tank"}, woods(cells, {{"to_hit", -2}, {"to_damage", -1}}));
        return shot(battle(setup, north_first({6, 6}), {stay("n1"), stay("s1"), fire("n1", {{0, "s1"}}), fire("s1", {})}, false));
    };
    const Json covered = at(Json::array({{3, 0}}));
    CHECK(covered.at("to_hit") == 5);  // 4 at range 3, one less for who stands still, two more for cover
    CHECK(covered.at("modifiers") == json(R"([{"line":"not_moved","value":1},{"line":"cover","value":-2}])"));
    CHECK(covered.at("to_damage") == 5);
    CHECK(covered.at("damage_modifiers") == json(R"([{"line":"cover","value":-1}])"));
    const Json open = at(Json::array({{0, 0}, {1, 0}, {2, 0}}));  // where the shooter stands, and what lies between
    CHECK(open.at("to_hit") == 3);
    CHECK(!open.contains("damage_modifiers"));
}

TEST_CASE("E17: nobody sees through what blocks sight, though into it and out of it") {
    const auto targets = [](const Json& cells) {
        const Json setup = field({"n1:medium_tank . s1:light_tank s2:light_tank"}, woods(cells, {{"blocks_sight", true}}));
        const auto run = battle(setup, north_first({}), {stay("n1"), stay("s1"), stay("s2")}, false);
        std::vector<std::string> out;
        for (const auto& target : json(run.pending[0].options.dump()).at("units").at(0).at("weapons").at(0).at("targets")) out.push_back(target.at("target"));
        return out;
    };
    CHECK(targets(Json::array({{0, 0}, {2, 0}})) == std::vector<std::string>{"s1"});
    CHECK(targets(Json::array({{3, 0}})) == std::vector<std::string>{"s1", "s2"});
}

TEST_CASE("E17: the default fires where cover is least, and who moves looks for cover") {
    const Json setup = field({"s2:light_tank . . n1:medium_tank . . s1:light_tank"}, woods(Json::array({{0, 0}}), {{"to_hit", -2}}));
    const auto run = battle(setup, north_first({}), {stay("n1"), stay("s2"), stay("s1")}, false);
    CHECK(run.pending[0].preset.at("shots").at(0).at("target") == "s1");
}

namespace {

/// The gun of the profile `gunner`; it hits and damages with 4+ at ranges 1 to 4.
Json gun(Json special, int capacity = 4) {
    special["weapon"] = "gun";
    special["to_hit"] = {4, 4, 4, 4};
    special["to_damage"] = {4, 4, 4, 4};
    if (!special.contains("power")) special["power"] = 1;
    return {{"weapons", {special}},
            {"profiles", {{{"profile", "gunner"}, {"move_allowance", 1}, {"armour", 0}, {"damage_capacity", capacity}, {"weapons", {"gun"}}, {"points", 10}}}}};
}

Json merged(Json one, const Json& other) {
    one.update(other);
    return one;
}

}  // namespace

TEST_CASE("E18: a weapon's special against some armour or in some terrain is added to the rolls, and told") {
    const auto fired = [](const Json& special, const char* target, const Json& terrain) {
        const Json setup = field({std::string("n1:gunner . s1:") + target}, merged(gun({{"against", {special}}}), terrain));
        const auto run = battle(setup, north_first({6, 1}), {stay("n1"), stay("s1"), fire("n1", {{0, "s1"}})}, false);
        return shot(run);
    };
    const Json none = Json::object();
    const Json at_good{{"armour_to", -1}, {"to_hit", -1}, {"to_damage", 2}};
    const Json heavy = fired(at_good, "dual_heavy_tank", none);  // AR -1
    CHECK(heavy.at("to_hit") == 4);
    CHECK(heavy.at("modifiers") == json(R"([{"line":"not_moved","value":1},{"line":"special","value":-1}])"));
    CHECK(heavy.at("to_damage") == 3);
    CHECK(heavy.at("damage_modifiers") == json(R"([{"line":"special","value":2}])"));
    CHECK(fired(at_good, "light_tank", none).at("to_hit") == 3);  // AR 0
    const Json in_woods{{"terrain", "woods"}, {"to_damage", 1}};
    CHECK(fired(in_woods, "light_tank", woods(Json::array({{2, 0}}))).at("to_damage") == 3);
    CHECK(fired(in_woods, "light_tank", woods(Json::array({{1, 0}}))).at("to_damage") == 4);
    CHECK(fired({{"terrain", "woods"}, {"armour_from", 1}, {"to_damage", 1}}, "light_tank", woods(Json::array({{2, 0}}))).at("to_damage") == 4);
}

TEST_CASE("E19: a hit of area fire comes to every unit beside the target, friends too, each with a die of its own") {
    const Json setup = field({"n1:gunner . s1:light_tank n2:scout_car", ". . s2:dual_heavy_tank ."}, gun({{"area", true}, {"power", 2}}));
    const std::vector<Json> declared{stay("n1"), stay("s1"), stay("n2"), stay("s2"), fire("n1", {{0, "s1"}})};
    const auto run = battle(setup, north_first({3, 4, 3, 4}), declared, false);
    CHECK(json(texts(run, "blast").at(0)) == json(R"({"unit":"n1","weapon":0,"name":"gun","target":"s1","hits":[
        {"unit":"n2","to_damage":3,"roll":3,"damaged":true,"power":2,"destroyed":true},{"unit":"s2","to_damage":5,"roll":4,"damaged":false}]})"));
    CHECK(shot(run).at("damaged") == true);
    // A miss comes to nobody; a hit that does not damage its target does.
    CHECK(texts(battle(setup, north_first({2}), declared, false), "blast").empty());
    CHECK(texts(battle(setup, north_first({3, 1, 1, 1}), declared, false), "blast").size() == 1);
}

TEST_CASE("E19: whoever destroys itself with the last enemy has not won") {
    const Json setup = field({"n1:gunner s1:scout_car", ". ."}, gun({{"area", true}, {"power", 4}}));
    const auto run = battle(setup, north_first({6, 6, 6}), {stay("n1"), stay("s1"), fire("n1", {{0, "s1"}})}, false);
    CHECK(event(run, "battle_ended").at("winner") == nullptr);
    CHECK(event(run, "battle_ended").at("reason") == "mutual_destruction");
    // It does not fire later, and the others go on.
    const Json more = field({"n1:gunner s1:scout_car . n2:scout_car . s2:scout_car", ". . . . . ."}, gun({{"area", true}, {"power", 4}}));
    const auto on = battle(more, north_first({6, 1, 6}), {stay("n1"), stay("s1"), stay("n2"), stay("s2"), fire("n1", {{0, "s1"}}), fire("s1", {})}, false);
    CHECK(json(texts(on, "blast").at(0)).at("hits").at(0).at("destroyed") == true);
    CHECK(on.pending.at(0).preset.at("unit") == "n2");
}

TEST_CASE("E19: a unit that its own blast destroys aims at nobody anew, whatever else may be in the way of lines") {
    Json setup = gun({{"area", true}, {"power", 4}});
    Json pistol = setup.at("weapons").at(0);
    pistol.update({{"weapon", "pistol"}, {"area", false}});
    setup["weapons"].push_back(pistol);
    setup["profiles"][0]["weapons"] = {"gun", "pistol", "pistol"};
    for (const bool block : {false, true}) {
        CAPTURE(block);
        setup["house_rules"] = {{"redirect", true}, {"units_block_los", block}};
        const Json close = field({"n1:gunner s1:scout_car . . n2:scout_car", ". s2:dual_heavy_tank . . ."}, setup);
        // The blast's die for the unit itself destroys it, or not; a shot that was aimed at somebody who lives goes there all the same.
        const auto shots = [&](std::vector<int> dice) {
            const auto run = battle(close, north_first(std::move(dice)),
                                    {stay("n1"), stay("s1"), stay("n2"), stay("s2"), fire("n1", {{0, "s1"}, {1, "s1"}, {2, "s2"}})}, false);
            return event(run, "fired").at("shots");
        };
        const Json gone = shots({6, 6, 6, 1, 1});
        CHECK(gone.at(1).at("lost") == true);
        CHECK(gone.at(2).at("target") == "s2");
        CHECK(!gone.at(2).contains("lost"));
        const Json there = shots({6, 6, 1, 1, 1, 1});
        CHECK(there.at(1).at("target") == "s2");
        CHECK(there.at(1).at("redirected_from") == "s1");
    }
}

TEST_CASE("E19: the default does not throw a blast at its own") {
    const auto fires = [](const char* beside) {
        const Json setup = field({std::string("n1:gunner . s1:scout_car ") + beside, ". . . ."}, gun({{"area", true}, {"power", 2}}));
        const std::string id = std::string(beside).substr(0, 2);
        std::vector<Json> stays{stay("n1"), stay("s1")};
        stays.push_back(stay(id));
        const Json usual = battle(setup, north_first({}), stays, false).pending[0].preset;
        return usual.at("unit") == "n1" && !usual.at("shots").empty();
    };
    CHECK(fires("s2:scout_car"));
    CHECK(!fires("n2:rocket_team"));
}

TEST_CASE("E19: what fires once is spent, and told in options and events") {
    const Json setup = field({"n1:gunner . . s1:gunner"}, merged(gun({{"one_shot", true}}), {{"turn_limit", 2}}));
    const std::vector<Json> first{stay("n1"), stay("s1"), fire("n1", {{0, "s1"}}), fire("s1", {})};
    auto again = first;
    again.insert(again.end(), {stay("n1"), stay("s1")});
    const auto run = battle(setup, north_first({1, 6, 1}), again, false);
    CHECK(shot(run).at("spent") == true);
    const auto& events = run.events;  // the north has no choice any more
    CHECK(std::ranges::any_of(events, [](const auto& each) { return each.name == "chosen" && each.data.contains(R"("forced":true)"); }));
    Json two = field({"n1:gunner n2:scout_car . . s1:gunner"}, merged(gun({{"one_shot", true}}), {{"turn_limit", 2}}));
    const std::vector<Json> both{stay("n1"), stay("s1"), stay("n2"), fire("n1", {{0, "s1"}}), fire("s1", {}), fire("n2", {}),
                                 stay("n1"), stay("s1"), stay("n2")};
    const auto asked = battle(two, north_first({1, 6, 1}), both, false);
    CHECK(json(asked.pending[0].options.dump()).at("units").at(0) == json(R"({"unit":"n1","weapons":[],"unready":[{"weapon":0,"name":"gun"}]})"));
    auto refused = both;
    refused.push_back(fire("n1", {{0, "s1"}}));
    CHECK(refused_choice(two, north_first({1, 6, 1}), refused) == "/shots/0/weapon: the gun has fired; it fires once in a battle");
}

TEST_CASE("E19: what is slow to reload fires again so many turns later") {
    const Json setup = field({"n1:gunner n2:scout_car . . s1:gunner"}, merged(gun({{"reload", 1}}), {{"turn_limit", 4}}));
    std::vector<Json> choices;
    const auto turn = [&](bool fires) {
        for (const auto& each : {stay("n1"), stay("s1"), stay("n2"), fires ? fire("n1", {{0, "s1"}}) : fire("n1", {})}) choices.push_back(each);
    };
    const auto rest = [&] { choices.insert(choices.end(), {fire("s1", {}), fire("n2", {})}); };
    turn(true);
    const auto first = battle(setup, north_first({1}), choices, false);
    CHECK(shot(first).at("ready") == 3);
    rest();
    const auto before = choices;
    turn(true);
    CHECK(refused_choice(setup, north_first({1, 6, 1}), choices) == "/shots/0/weapon: the gun is being reloaded; it can fire again in turn 3");
    choices = before;
    turn(false);
    rest();
    turn(true);
    CHECK(texts(battle(setup, north_first({1, 6, 1, 6, 1, 1}), choices, false), "fired").size() == 7);
}

namespace {

const Json to_the_end{{"house_rules", {{"decides", "to_the_end"}}}};

/// Two gunners three cells apart, with this gun. Each turn the north has the initiative and both fire, if they can; `hits`: the turns in which the
/// north's shot does damage. So many turns.
rules::ScenarioRun long_battle(const Json& special, int turns, int every, const std::function<bool(int)>& hits) {
    constexpr int capacity = 12;
    std::vector<int> dice;
    int done = 0;
    for (int turn = 1; turn <= turns; ++turn) {
        dice.insert(dice.end(), {6, 1});
        if ((turn - 1) % every != 0) continue;
        if (hits(turn)) dice.insert(dice.end(), {6, 6});
        else dice.push_back(1);
        done += hits(turn);
        if (done < capacity) dice.push_back(1);
    }
    return battle(field({"n1:gunner . . s1:gunner"}, merged(gun(special, capacity), to_the_end)), dice);
}

}  // namespace

TEST_CASE("E14: to the end there is no turn after which it is over, only a hundred in a row without damage") {
    const auto run = long_battle(Json::object(), 397, 1, [](int turn) { return turn % 99 == 0 && turn <= 297; });
    CHECK(texts(run, "turn_ended").size() == 397);
    CHECK(event(run, "battle_ended").at("winner") == nullptr);
    CHECK(event(run, "battle_ended").at("reason") == "stalemate");
    const auto won = long_battle(Json::object(), 12, 1, [](int) { return true; });
    CHECK(event(won, "battle_ended").at("winner") == "north");
    CHECK(event(won, "battle_ended").at("reason") == "annihilation");
}

TEST_CASE("E14: where nobody reaches the other, a battle to the end is over after a hundred turns") {
    std::vector<int> dice;
    for (int turn = 0; turn < 100; ++turn) dice.insert(dice.end(), {6, 1});
    const auto run = battle(field({"n1:dual_heavy_tank # s1:scout_car"}, to_the_end), dice);
    CHECK(texts(run, "turn_ended").size() == 100);
    CHECK(event(run, "battle_ended").at("reason") == "stalemate");
}

TEST_CASE("E14, E19: what is reloaded in a battle to the end is ready in time, however late that is") {
    const auto run = long_battle({{"reload", 20}}, 463, 21, [](int turn) { return turn % 2 != 0 && turn < 400; });
    std::vector<int> ready;
    for (const auto& each : texts(run, "fired"))
        if (const Json data = json(each); data.at("unit") == "n1" && !data.at("shots").empty()) ready.push_back(data.at("shots").at(0).at("ready"));
    REQUIRE(ready.size() == 23);
    for (std::size_t i = 0; i < ready.size(); ++i) CHECK(ready[i] == 22 + 21 * static_cast<int>(i));
}
