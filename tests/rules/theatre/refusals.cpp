// What theatre refuses, with which path and sentence.
#include "rules/theatre/ruleset.hpp"
#include "tests/rules/theatre/story.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json two(Json north = Json::object(), Json extra = Json::object()) {
    north["population"] = north.value("population", Json{{"a", 4}});
    Json setup = dale("a*:3 b:2 c:4 d:2 sea", {nation("north", north), nation("south", {{"population", {{"c", 3}}}, {"armies", {{"c", 1}}}, {"treasury", 4}})});
    setup["water"] = json(R"([["b","d"],["d","sea"]])");
    setup.update(extra);
    return setup;
}

std::string without(const char* pointer) {
    Json setup = two();
    const Json::json_pointer at(pointer);
    setup.at(at.parent_pointer()).erase(at.back());
    return refused_campaign(setup);
}

std::string with(const char* pointer, const char* value) {
    Json setup = two();
    setup[Json::json_pointer(pointer)] = json(value);
    return refused_campaign(setup);
}

}  // namespace

TEST_CASE("a setup of theatre is refused by name and place") {
    CHECK(with("/areas/1/area", R"("a")") == "/setup/areas/1/area: there are two areas \"a\"");
    CHECK(with("/areas/1/area", R"("A b")") == "/setup/areas/1/area: \"A b\" is no word of small letters, digits and _");
    CHECK(without("/areas/1/limit") == "/setup/areas/1/limit: \"limit\" is missing; only open sea has none");
    CHECK(with("/areas/4/limit", "3") == "/setup/areas/4: open sea has no limit, city site, flood plain or volcano");
    CHECK(with("/areas/0/limit", "10") == "/setup/areas/0/limit: 10 is too large; at most 9");
    CHECK(with("/land/0", R"(["a","a"])") == "/setup/land/0: an area has no border with itself");
    CHECK(with("/land/0", R"(["c","b"])") == "/setup/land/1: this border is listed twice");
    CHECK(with("/land/0", R"(["a","sea"])") == "/setup/land/0: open sea has no land border");
    CHECK(with("/land/0", R"(["a","bb"])") == "/setup/land/0/1: no area \"bb\"; did you mean \"b\"?");
    CHECK(with("/nations/0/seat", R"("barbarians")") == "/setup/nations/0/seat: \"barbarians\" means something else; choose another name");
    CHECK(with("/nations/0/seat", R"("south")") == "/setup/nations/1/seat: there are two nations \"south\"");
    CHECK(with("/nations/0/advances", R"(["law","law"])") == "/setup/nations/0/advances/1: \"law\" is listed twice");
    CHECK(with("/nations/0/population", "{}") == "/setup/nations/0: a nation needs a unit: population, an army or a city");
    CHECK(with("/nations/0/population", R"({"sea":1})") == "/setup/nations/0/population/sea: \"sea\" is open sea");
    CHECK(with("/nations/0/ships", R"({"a":1})") == "/setup/nations/0/ships/a: \"a\" is no coast");
    CHECK(with("/nations/0/armies", R"({"a":3,"b":2})") == "/setup/nations/0/armies: 5 armies are more than the 4 pieces of each nation");
    CHECK(with("/nations/0/treasury", "52") ==
          "/setup/nations/0/population: 56 tokens on the board and in the treasury are more than the 55 pieces of each nation");
    CHECK(with("/nations/0/cities", R"(["a"])") == "/setup/nations/0/cities: beside the city in \"a\" only its owner's armies may stand");
    CHECK(with("/nations/0/cities", R"(["c"])") == "/setup/nations/0/cities: beside the city in \"c\" only its owner's armies may stand");
    CHECK(with("/nations/0/cities", R"(["b","b"])") == "/setup/nations/0/cities/1: there are two cities in \"b\"");
    CHECK(with("/calamities", R"({"listed":[{"turn":1,"seat":"nort","calamity":"flood"}]})") ==
          "/setup/calamities/listed/0/seat: no nation \"nort\"; did you mean \"north\"?");
    CHECK(with("/calamities", R"({"listed":[{"turn":1,"seat":"north","calamity":"flood"},{"turn":1,"seat":"south","calamity":"flood"}]})") ==
          "/setup/calamities/listed/1/calamity: a calamity strikes once a turn");
    CHECK(
        with(
            "/calamities",
            R"({"listed":[{"turn":1,"seat":"north","calamity":"flood"},{"turn":1,"seat":"north","calamity":"famine"},{"turn":1,"seat":"north","calamity":"epidemic"}]})") ==
        "/setup/calamities/listed/2/seat: a nation is struck twice a turn at most");
}

TEST_CASE("orders that cannot be carried out are refused with a path") {
    const auto build = [](const char* what) { return refused_campaign(two(), {choice("north", "build", what)}); };
    CHECK(build(R"({"areas":[{"area":"c","build_armies":1}]})") == "/choices/0/choice/areas/0/area: you have nothing in \"c\"");
    CHECK(build(R"({"areas":[{"area":"a","build_ships":1,"levy":2}]})") == "/choices/0/choice/areas/0/build_ships: ships are built at a coast");
    CHECK(build(R"({"areas":[{"area":"a","keep_armies":1}]})") == "/choices/0/choice/areas/0/keep_armies: only 0 armies are there");
    CHECK(build(R"({"areas":[{"area":"a","build_armies":1}]})") == "/choices/0/choice/areas: that takes 2 tokens from a treasury of 0");
    CHECK(build(R"({"areas":[{"area":"a","build_armies":1,"levy":3}]})") == "/choices/0/choice/areas/0/levy: it costs only 2");
    CHECK(build(R"({"areas":[{"area":"a"},{"area":"a"}]})") == "/choices/0/choice/areas/1/area: \"a\" has a line already");

    const Json nothing = choice("north", "build", R"({"areas":[]})");
    const Json neither = choice("south", "build", R"({"areas":[{"area":"c","keep_armies":1}]})");
    const auto move = [&](const char* what) {
        return refused_campaign(two({{"population", {{"b", 4}}}, {"ships", {{"b", 1}}}}),
                                {nothing, neither, choice("south", "move", R"({})"), choice("north", "move", what)});
    };
    CHECK(move(R"({"marches":[{"from":"b","to":"d","population":1}]})") == "/choices/3/choice/marches/0/to: \"d\" is out of reach from \"b\"");
    CHECK(move(R"({"marches":[{"from":"b","to":"a","population":4},{"from":"b","to":"c","population":3}]})") ==
          "/choices/3/choice/marches/1/population: no more population can leave \"b\"");
    CHECK(move(R"({"voyages":[{"ship":"b","route":["d"]}]})") == "/choices/3/choice/voyages/0/ship: no ship is left in \"b\"");
}

TEST_CASE("voyages keep to the water, and cargo to its ship") {
    const Json setup = two({{"population", {{"b", 4}}}, {"ships", {{"b", 1}}}, {"treasury", 3}});
    const Json keep = choice("north", "build", R"({"areas":[{"area":"b","keep_ships":1}]})");
    const Json neither = choice("south", "build", R"({"areas":[{"area":"c","keep_armies":1}]})");
    const auto sail = [&](const char* what) {
        return refused_campaign(setup, {keep, neither, choice("south", "move", R"({})"), choice("north", "move", what)});
    };
    CHECK(sail(R"({"voyages":[{"ship":"b","route":["d","sea"]}]})") == "/choices/3/choice/voyages/0/route/1: no ship of yours can enter \"sea\" from there");
    CHECK(sail(R"({"voyages":[{"ship":"b","route":["d","b","d","b","d"]}]})") == "/choices/3/choice/voyages/0/route: a ship sails 4 steps");
    CHECK(sail(R"({"voyages":[{"ship":"b","route":["d"],"cargo":[{"on":0,"off":1,"population":6}]}]})") ==
          "/choices/3/choice/voyages/0/cargo: a ship carries 5 tokens");
    CHECK(sail(R"({"voyages":[{"ship":"b","route":["d"],"cargo":[{"on":1,"off":1,"population":1}]}]})") ==
          "/choices/3/choice/voyages/0/cargo/0/off: tokens land after they have embarked");
    CHECK(sail(R"({"voyages":[{"ship":"b","route":["d"],"cargo":[{"off":2,"population":1}]}]})") ==
          "/choices/3/choice/voyages/0/cargo/0/off: the route has no place 2");
}

TEST_CASE("the catalog of theatre has an example that is a battle, and schemas of all that is decided") {
    const auto& ruleset = rules::theatre::ruleset();
    const Json catalog = ruleset.catalog();
    CHECK(ruleset.create(catalog.at("example")));
    for (const auto& preset : catalog.at("presets")) CHECK(ruleset.create(preset.at("setup")));
    CHECK(catalog.at("choice_schemas").size() == 13);
    CHECK(ruleset.event_kinds().size() == 21);
    CHECK(catalog.at("seats").empty());
}
