// simple-combat at the terminal: its map, its questions, what is typed, its events in words.
#include "clients/cli/narration.hpp"

#include <doctest/doctest.h>

#include "clients/cli/prompt.hpp"
#include "rules/scenario.hpp"
#include "rules/systems.hpp"

using namespace muster;
using namespace muster::cli;

namespace {

Json json(std::string_view text) { return parse_json(text).value(); }

std::string text_of(const std::vector<Line>& lines) {
    std::string out;
    for (const auto& line : lines) out += line.text + "\n";
    return out;
}

Json setup(const char* grid) {
    return json(std::string(R"({"grid":")") + grid + R"(","width":5,"height":3,"turn_limit":1,"impassable":[[2,1]],
        "north":{"units":[{"id":"n1","profile":"rocket_team","at":[0,0]},{"id":"n2","profile":"scout_car","at":[1,0]}]},
        "south":{"units":[{"id":"s1","profile":"scout_car","at":[3,2]},{"id":"s2","profile":"medium_tank","at":[0,2]}]}})");
}

/// What is open after these dice and choices.
rules::ScenarioRun played(const char* grid, std::vector<int> dice, const Json& choices) {
    auto run =
        rules::run_scenario({{"ruleset", "simple-combat"}, {"setup", setup(grid)}, {"dice", std::move(dice)}, {"choices", choices}}, rules::shipped_rulesets());
    REQUIRE_MESSAGE(run, run.error().message);
    return std::move(*run);
}

Json request_of(const rules::ScenarioRun& run) {
    const auto& ask = run.pending.at(0);
    return {{"decision", 1}, {"seat", "north"}, {"kind", ask.kind}, {"options", *ask.options}, {"default", *ask.preset}};
}

/// A battle on the field as it stands in this setup.
Narrator on(const Json& setup) {
    Narrator out;
    out.begin("simple-combat", setup);
    return out;
}

Json stays(std::vector<std::string> units) {
    Json out = Json::array();
    for (const auto& unit : units)
        out.push_back({{"seat", unit.front() == 'n' ? "north" : "south"}, {"kind", "move"}, {"choice", {{"unit", unit}, {"path", Json::array()}}}});
    return out;
}

Json move_request(const char* grid = "hex") { return request_of(played(grid, {6, 1}, Json::array())); }
Json fire_request() { return request_of(played("hex", {6, 1}, stays({"n1", "s1", "n2", "s2"}))); }

const Telling simple("simple-combat");

std::string answer(const Json& request, std::string_view line) {
    const auto choice = read_choice(request, simple, line);
    return choice ? choice->dump() : "! " + choice.error();
}

}  // namespace

TEST_CASE("the map of hexes has its odd rows shoved by half a cell, of squares it has not") {
    CHECK(text_of(on(setup("hex")).armies()) ==
          "   r  q from     (q goes up by one per cell)\n"
          "   0    0  n1  n2  .   .   .\n"
          "   1    0    .   .   ##  .   .\n"
          "   2   -1  .   s2  .   .   s1\n");
    CHECK(text_of(on(setup("square")).armies()) ==
          "   y  x from\n"
          "   0    0  n1  n2  .   .   .\n"
          "   1    0  .   .   ##  .   .\n"
          "   2    0  s2  .   .   s1  .\n");
}

TEST_CASE("a field without cells is drawn in squares of 1 DU, and any point of it is typed") {
    const Json free = json(R"({"grid":"free","width":5,"height":3,"turn_limit":1,"polygons":[[[20,10],[30,10],[30,20],[20,20]]],
        "north":{"units":[{"id":"n1","profile":"rocket_team","at":[5,5]}]},"south":{"units":[{"id":"s1","profile":"scout_car","at":[38,22]}]}})");
    CHECK(text_of(on(free).armies(json("[[44,8,12]]"))) ==
          "   y  x from     (in tenths; 10 to each mark)\n"
          "   0    0  n1  .   .   .   +\n"
          "  10    0  .   .   ##  .   .\n"
          "  20    0  .   .   .   s1  .\n");
    const auto run =
        rules::run_scenario({{"ruleset", "simple-combat"}, {"setup", free}, {"dice", {6, 1}}, {"choices", Json::array()}}, rules::shipped_rulesets());
    const auto request = request_of(run.value());
    CHECK(text_of(question(request, simple)) ==
          "\n"
          "Move a unit, or leave one in place.\n"
          "    n1  at 5,5  moves 30 tenths of a DU\n"
          "    Default: n1 stays in place\n");
    CHECK(answer(request, "n1 stay") == R"({"path":[],"unit":"n1"})");
    CHECK(answer(request, "n1 17,8") == R"({"to":[17,8],"unit":"n1"})");
    CHECK(answer(request, "n1 17,8 17,20") == R"({"path":[[17,8],[17,20]],"unit":"n1"})");
    CHECK(answer(request, "n1 17,8 there") == "! \"there\" is not a point; type it in tenths, like 55,30");
    CHECK(answer(request, "n1") == "! type it like n1 55,30 or n1 stay, or with each point where it turns: n1 55,30 70,30");
    Narrator field = on(free);
    CHECK(text_of(field.tell(json(R"({"event":"moved","data":{"unit":"n1","path":[[17,8]],"cost":13,"tenths":true}})"))) ==
          "  n1 moves to 17,8 (13 tenths of a DU).\n");
    CHECK(on(json(R"({"grid":"free","width":3,"height":2,"polygons":[[[9223372036854775807,0],[0,-9223372036854775807],[5]],7]})")).armies().size() == 3);
}

TEST_CASE("terrain is a letter on the map, and told below it; units and marks stand before it") {
    Json wooded = setup("hex");
    wooded["terrain"] = json(R"([{"terrain":"woods","cost":2,"cells":[[2,0],[0,0],[3,0]]},{"terrain":"water","name":"Shallow water","cells":[[4,0]]}])");
    CHECK(text_of(on(wooded).armies(json("[[3,0,2]]"))) ==
          "   r  q from     (q goes up by one per cell)\n"
          "   0    0  n1  n2  W   +   A\n"
          "   1    0    .   .   ##  .   .\n"
          "   2   -1  .   s2  .   .   s1\n"
          "   W woods, A Shallow water\n");
}

TEST_CASE("the sides have their colours on the map") {
    const auto line = on(setup("hex")).armies().at(1);
    CHECK(line.spans.at(0) == Span{11, 2, Tone::attention});
    CHECK(on(setup("hex")).armies().at(3).spans.at(1).tone == Tone::chat);
}

TEST_CASE("the map follows moves and losses, and marks cells") {
    Narrator field = on(setup("hex"));
    field.tell(json(R"({"event":"moved","data":{"unit":"n1","path":[[0,1],[1,1]],"cost":2}})"));
    field.tell(json(
        R"({"event":"fired","data":{"unit":"n2","shots":[{"target":"s1","damaged":true,"power":2,"destroyed":true},{"target":"s2","damaged":true,"power":1,"destroyed":false}]}})"));
    CHECK(text_of(field.armies(json("[[2,0,1],[3,0,2]]"))) ==
          "   r  q from     (q goes up by one per cell)\n"
          "   0    0  .   n2  +   +   .\n"
          "   1    0    .   n1  ##  .   .\n"
          "   2   -1  .   s2  .   .   .\n");
    CHECK(text_of(field.roll()) ==
          "    n1  rocket team at 1,1\n"
          "    n2  scout car at 1,0\n"
          "    s1  scout car, destroyed\n"
          "    s2  medium tank at 0,2, 1 damage\n");
}

TEST_CASE("a setup without a field has no map, and one from nowhere harms nobody") {
    Narrator narrator;
    narrator.begin("advanced-combat", json(R"({"attacker":{"army":[]}})"));
    CHECK(narrator.armies().empty());
    CHECK(on(json(R"({"north":{"units":[{"id":7,"at":"here"},3]},"width":-5,"height":"tall","impassable":{"a":[1]}})")).armies(json("[1,[2]]")).size() > 1);
}

TEST_CASE("a move is asked with the units and typed as a cell; the rules find the cheapest way") {
    const auto request = move_request();
    CHECK(text_of(question(request, simple)) ==
          "\n"
          "Move a unit, or leave one in place.\n"
          "    n1  at 0,0  moves 3  6 cells to go to\n"
          "    n2  at 1,0  moves 8  10 cells to go to\n"
          "    Default: n1 stays in place\n");
    CHECK(answer(request, "") == "\"default\"");
    CHECK(answer(request, "n2 stay") == R"({"path":[],"unit":"n2"})");
    CHECK(answer(request, "n2 3,1") == R"({"to":[3,1],"unit":"n2"})");
    CHECK(answer(request, "n1 2,0") == R"({"to":[2,0],"unit":"n1"})");
    CHECK(answer(request, "n1 4,0") == "! n1 cannot go to 4,0; n1 alone shows where it can");
    CHECK(answer(request, "n1 1,0") == "! n1 cannot go to 1,0; n1 alone shows where it can");
    CHECK(answer(request, "nl 1,0") == "! \"nl\" is not a unit that can still act; did you mean \"n1\"?");
    CHECK(answer(request, "n1 there") == "! \"there\" is not a cell; type it like 5,3");
    CHECK(answer(request, "n1 1 0") == "! type it like n1 5,3 or n1 stay");
}

TEST_CASE("whatever cell is typed, there is a way to it at the cost that was shown") {
    for (const char* grid : {"hex", "square"}) {
        const auto battle = rules::shipped_rulesets().find("simple-combat")->create(setup(grid)).value();
        std::vector<rules::Event> events;
        battle->begin(events);
        battle->apply(rules::Rolled{0, {6, 1}}, events);
        const auto request = move_request(grid);
        for (const auto& unit : request.at("options").at("units"))
            for (const auto& cell : unit.at("cells")) {
                const auto typed = unit.at("unit").get<std::string>() + ' ' + cell[0].dump() + ',' + cell[1].dump();
                CAPTURE(typed);
                const auto choice = read_choice(request, simple, typed);
                REQUIRE(choice);
                const auto checked = battle->check(0, *choice);
                REQUIRE(checked);
                CHECK((**checked).at("path").size() == cell[2].get<std::size_t>());
            }
    }
}

TEST_CASE("a unit's id alone asks where it can go") {
    const auto command = read_command(move_request(), simple, "n2");
    CHECK(command.kind == Command::Kind::reach);
    CHECK(command.text == "n2");
    CHECK(read_command(move_request(), simple, "n").kind == Command::Kind::no);
    CHECK(read_command(Json(), simple, "n2").kind == Command::Kind::answer);
}

TEST_CASE("fire is asked with the targets and what the dice must reach, and typed as weapon>target") {
    const auto request = fire_request();
    CHECK(text_of(question(request, simple)) ==
          "\n"
          "Fire with a unit, or let one hold its fire.\n"
          "    n1  0 rocket: s2 (range 2, hit 3+, damage 3+)\n"
          "    n2  0 machine gun: s2 (range 2, hit 3+, damage 5+)\n"
          "    n2  1 machine gun: s2 (range 2, hit 3+, damage 5+)\n"
          "    Default: n1 0>s2\n");
    CHECK(answer(request, "n1 0>s2") == R"({"shots":[{"target":"s2","weapon":0}],"unit":"n1"})");
    CHECK(answer(request, "n2 s2") == R"({"shots":[{"target":"s2","weapon":0},{"target":"s2","weapon":1}],"unit":"n2"})");
    CHECK(answer(request, "n2 1>s2 0>s2") == R"({"shots":[{"target":"s2","weapon":1},{"target":"s2","weapon":0}],"unit":"n2"})");
    CHECK(answer(request, "n2 hold") == R"({"shots":[],"unit":"n2"})");
    CHECK(answer(request, "n1 3>s2") == "! n1 has no target for weapon \"3\"");
    CHECK(answer(request, "n1 0>s9") == "! n1 cannot fire weapon 0 at \"s9\"");
    CHECK(answer(request, "n1 s9") == "! n1 cannot fire at \"s9\"");
    CHECK(answer(request, "n1 0>s2 x") == "! \"x\" is not a shot; type it like 0>s2");
    CHECK(answer(request, "n1") == "! type it like n1 0>s2 1>s3, n1 s2 or n1 hold");
}

TEST_CASE("a battle on a field is told in words") {
    const auto run = rules::run_scenario({{"ruleset", "simple-combat"},
                                          {"setup", setup("hex")},
                                          {"dice", {3, 3, 6, 1, 5, 6, 1, 6, 6, 1, 1}},
                                          {"policy", "default"},
                                          {"choices", {{{"seat", "north"}, {"kind", "move"}, {"choice", {{"unit", "n2"}, {"path", {{2, 0}, {3, 0}}}}}}}}},
                                         rules::shipped_rulesets());
    REQUIRE(run);
    Narrator narrator;
    narrator.begin("simple-combat", setup("hex"));
    std::string told;
    for (const auto& event : run->events) told += text_of(narrator.tell({{"event", event.name}, {"data", json(event.data)}}));
    CHECK(told ==
          "\n"
          "Turn 1: north 2 units, south 2 units\n"
          "  Initiative: north 3, south 3. A tie: rolled again.\n"
          "  Initiative: north 6, south 1. North goes first.\n"
          "  n2 moves to 3,0 (2 steps).\n"
          "  s1 stays in place.\n"
          "  n1 stays in place.\n"
          "  s2 stays in place.\n"
          "  n2 fires machine gun at s1, range 2: rolls 5 to hit (4+), 6 to damage (4+): 1 damage.\n"
          "  n2 fires machine gun at s1, range 2: rolls 1 to hit (4+): missed.\n"
          "  s2 fires medium gun at n1, range 2: rolls 6 to hit (2+, not moved +1), 6 to damage (4+): 2 damage, destroyed.\n"
          "  s2 fires machine gun at n1: target already destroyed.\n"
          "  s1 fires machine gun at n2, range 2: rolls 1 to hit (3+, not moved +1): missed.\n"
          "  s1 fires machine gun at n2, range 2: rolls 1 to hit (3+, not moved +1): missed.\n"
          "  Turn 1 is over: north 32 points, south 116.\n"
          "\n"
          "South wins: the last turn is over.\n"
          "  Survivors: north 1, south 2.\n");
}
