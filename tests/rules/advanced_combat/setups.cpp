// Setups that are accepted, and the catalog.
#include "rules/advanced_combat/ruleset.hpp"
#include "rules/civilization/roster.hpp"
#include "tests/rules/play.hpp"

using namespace muster;
using namespace muster::test;

TEST_CASE("entries of one type are one type, at the place of the first; spearmen are swordsmen") {
    const auto run = play(setup_of("1 swordsmen, 1 chariots, 2 spearmen, 1 swordsmen+ / 1 jets, 1 biplanes, 1 jets", "5 catapults"), {1});
    CHECK(
        event(run, "wave_formed").at("units") ==
        json(
            R"([{"unit":"swordsmen","enhanced":false,"count":3},{"unit":"chariots","enhanced":false,"count":1},{"unit":"swordsmen","enhanced":true,"count":1}])"));
    REQUIRE(run.pending.size() == 1);
    CHECK(run.pending[0].options == json(R"({"classes":["infantry","cavalry"],
        "aircraft":[{"unit":"jets","strength":3,"count":2},{"unit":"biplanes","strength":1,"count":1}],
        "taking_part":[{"class":"infantry","aircraft":3},{"class":"cavalry","aircraft":1}],
        "units":[{"class":"infantry","unit":"swordsmen","enhanced":false,"count":3},{"class":"cavalry","unit":"chariots","enhanced":false,"count":1},
                 {"class":"infantry","unit":"swordsmen","enhanced":true,"count":1}]})"));
}

TEST_CASE("a setup may bring its own units and put others in their place") {
    const Json own = json(R"({"roster":[{"unit":"hoplites","name":"Hoplites","class":"infantry","era":1,"modifier":3},
        {"unit":"knights","class":"artillery","era":4,"enhanced_modifier":2},{"unit":"zeppelins","class":"aircraft","strength":5}]})");
    const auto run = play(setup_of("1 hoplites, 1 knights+ / 1 zeppelins", "2 tanks", own), {1, 1, 1, 1, 1},
                          {{"choices", {{{"seat", "attacker"}, {"kind", "air_support"}, {"choice", {{"class", "artillery"}}}}}}});
    CHECK(
        texts(run, "totalled")[0] ==
        R"({"lines":[{"line":"base","value":5},{"line":"aircraft","value":5},{"line":"unit_modifiers","value":5},{"line":"cia","value":4}],"seat":"attacker","total":19})");
}

TEST_CASE("a setup's own unit may even be called by an old name") {
    const Json own = json(R"({"roster":[{"unit":"spearmen","class":"infantry","era":2}]})");
    CHECK(play(setup_of("2 spearmen", "2 swordsmen", own)).needs_dice);
    CHECK(event(play(setup_of("2 spearmen", "2 swordsmen", own)), "wave_formed").at("units")[0].at("unit") == "spearmen");
}

TEST_CASE("the standard roster reads back as the setup's own") {
    const auto standard = rules::civilization::Roster::standard();
    CHECK(standard.units().size() == 21);
    const auto again = standard.extended(standard.entries(), "/roster");
    REQUIRE(again);
    CHECK(to_json_value(again->entries()) == to_json_value(standard.entries()));
}

TEST_CASE("the catalog names the author and the licence, and its example is a battle") {
    const auto& ruleset = rules::advanced_combat::ruleset();
    const Json catalog = ruleset.catalog();
    CHECK(catalog.at("credits").get<std::string>().find("Jeremy Kraybill, CC BY-SA 1.0") != std::string::npos);
    CHECK(ruleset.create(catalog.at("example")));
    CHECK(rules::shipped_rulesets().find(ruleset.id(), ruleset.version()) == &ruleset);
    for (const auto* kind : {"wave", "air_support", "casualties", "withdraw"}) CHECK(catalog.at("choice_schemas").contains(kind));
    // Each house rule of the setup is explained, with the default it has.
    const Json& schema = catalog.at("setup_schema").at("properties").at("house_rules").at("properties");
    CHECK(schema.size() == catalog.at("house_rules").size());
    for (const auto& rule : catalog.at("house_rules")) CHECK(schema.at(rule.at("id").get<std::string>()).at("default") == rule.at("default"));
}

TEST_CASE("the largest setup is played") {
    Json army = Json::array();
    for (const auto* unit : {"swordsmen", "knights", "cannons", "tanks", "riflemen", "howitzers", "pikemen", "chariots", "catapults", "machine_gunners"})
        army.push_back({{"unit", unit}, {"count", 1000}});
    Json smaller = army;
    smaller[0]["count"] = 1;
    const Json setup{{"attacker", {{"army", army}}}, {"defender", {{"army", smaller}}}, {"settlement", {{"current_era", 4}}}};
    const auto run = play(setup, std::vector<int>(18'002, 3), {{"policy", "best"}});
    CHECK(run.needs_dice);
    CHECK(texts(run, "phase_started").size() == 2);
}
