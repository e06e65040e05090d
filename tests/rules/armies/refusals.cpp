// What is refused, with which path and sentence; and what a setup may leave out.
#include "tests/rules/armies/story.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string refused_setup_of(const Json& setup) {
    const auto battle = rules::shipped_rulesets().find("armies")->create(setup);
    REQUIRE(!battle);
    CHECK(battle.error().code == Code::bad_setup);
    return battle.error().path + ": " + battle.error().message;
}

std::string with(const char* pointer, Json value) {
    Json setup = conflict("3p 1a metalworking", "2p", 1, {{"city", {{"engineering", {"attacker"}}}}});
    setup[Json::json_pointer(pointer)] = std::move(value);
    return refused_setup_of(setup);
}

}  // namespace

TEST_CASE("a setup of armies with a misspelt, missing or mistyped field is refused by name") {
    CHECK(with("/attacker/armys", 1) == "/attacker/armys: unknown field \"armys\"; did you mean \"armies\"?");
    CHECK(with("/attacker/advances/0", "metalworkin") ==
          "/attacker/advances/0: \"metalworkin\" is not one of metalworking, military, mathematics; did you mean \"metalworking\"?");
    CHECK(with("/attacker/advances", json(R"(["military","metalworking","military"])")) == "/attacker/advances/2: \"military\" is listed twice");
    CHECK(with("/defender/population", 1001) == "/defender/population: 1001 is too large; at most 1000");
    CHECK(with("/defender/population", -1) == "/defender/population: -1 is too small; at least 0");
    CHECK(with("/defender/armies", 1.5) == "/defender/armies: expected an integer, got a number with a fraction");
    CHECK(with("/defender/extra_advantage", 101) == "/defender/extra_advantage: 101 is too large; at most 100");
    CHECK(with("/population_limit", -1) == "/population_limit: -1 is too small; at least 0");
    CHECK(with("/city/engineering/0", "atacker") == "/city/engineering/0: \"atacker\" is not one of attacker, defender; did you mean \"attacker\"?");
    CHECK(with("/city/engineering", json(R"(["attacker","attacker"])")) == "/city/engineering/1: \"attacker\" is listed twice");
    CHECK(with("/city", true) == "/city: expected an object, got true or false");
    CHECK(with("/house_rules", Json::object()) == "/house_rules: unknown field \"house_rules\"");
}

TEST_CASE("a side without tokens is refused, unless it has a city") {
    CHECK(refused_setup_of(conflict("", "2p", 1)) == "/attacker: the attacker needs at least 1 token here, population or army");
    CHECK(refused_setup_of(conflict("1p", "0p", 1)) == "/defender: the defender needs at least 1 token here, population or army");
    CHECK(refused_setup_of(conflict("", "", 1, {{"city", Json::object()}})) == "/attacker: the attacker needs at least 1 token here, population or army");
    CHECK(story(fight(conflict("1p", "", 1, {{"city", Json::object()}}))) == "the city stands | defender repelled 0:0");
}

TEST_CASE("the population limit may be left out before a city only") {
    Json setup = conflict("1p", "2p", 1);
    setup.erase("population_limit");
    CHECK(refused_setup_of(setup) == "/population_limit: \"population_limit\" is missing; it can only be left out before a city");
    setup["city"] = nullptr;
    CHECK(refused_setup_of(setup) == "/population_limit: \"population_limit\" is missing; it can only be left out before a city");
    setup["city"] = Json::object();
    CHECK(story(fight(setup)) == "A alternating | defender annihilation 0:2");
}

TEST_CASE("choices of a token are checked") {
    const auto refused_choice = [](const char* choice) {
        Json scenario{{"ruleset", "armies"}, {"setup", conflict("1p 1a", "2p +1", 0)}};
        scenario["choices"].push_back({{"seat", "attacker"}, {"kind", "remove"}, {"choice", json(choice)}});
        return refused(scenario);
    };
    CHECK(refused_choice(R"({"token":"armies"})") == "/choices/0/choice/token: \"armies\" is not one of population, army");
    CHECK(refused_choice(R"({"token":"amry"})") == "/choices/0/choice/token: \"amry\" is not one of population, army; did you mean \"army\"?");
    CHECK(refused_choice(R"({"token":"army","count":1})") == "/choices/0/choice/count: unknown field \"count\"");
    CHECK(refused_choice("{}") == "/choices/0/choice/token: \"token\" is missing");
}

TEST_CASE("the largest conflict is fought to its end") {
    const auto run = fight(conflict("1000p 1000a military", "1000p 1000a", 0));
    REQUIRE(run.outcome);
    CHECK(run.outcome->survivors == json(R"({"attacker":1,"defender":0})"));
    CHECK(texts(run, "removed").size() == 3999);
}

TEST_CASE("the catalog of armies has an example that is a battle") {
    const auto& ruleset = *rules::shipped_rulesets().find("armies");
    const Json catalog = ruleset.catalog();
    CHECK(ruleset.create(catalog.at("example")));
    CHECK(catalog.at("house_rules").empty());
    CHECK(catalog.at("choice_schemas").contains("remove"));
}
