// More than two in one area.
#include "tests/rules/armies/story.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json three() {
    return json(R"({"nations":[{"seat":"rome","population":2,"armies":1,"advances":["metalworking","military","mathematics"]},
                               {"seat":"egypt","population":3,"armies":1},{"seat":"crete","population":4}],"population_limit":4})");
}

std::string refusal_of(const Json& setup) {
    const auto battle = rules::shipped_rulesets().find("armies")->create(setup);
    REQUIRE(!battle);
    CHECK(battle.error().code == Code::bad_setup);
    return battle.error().path + ": " + battle.error().message;
}

/// That setup with something else in it.
std::string with(const char* pointer, Json value) {
    Json setup = three();
    setup[Json::json_pointer(pointer)] = std::move(value);
    return refusal_of(setup);
}

/// Who lost a token when: "egypt before".
std::vector<std::string> removals(const rules::ScenarioRun& run) {
    std::vector<std::string> out;
    for (const auto& event : run.events) {
        if (event.name != "removed") continue;
        const auto data = parse_json(event.data).value();
        out.push_back(data.at("seat").get<std::string>() + ' ' + data.at("step").get<std::string>());
    }
    return out;
}

}  // namespace

TEST_CASE("three nations: the lowest level first, equals at once, until the area feeds who is left") {
    const auto run = fight(three());
    CHECK(rules::seats_of(*rules::shipped_rulesets().find("armies"), three()).value() == std::vector<std::string>{"rome", "egypt", "crete"});
    CHECK(run.events[0].name == "levels_counted");
    CHECK(
        parse_json(run.events[0].data).value() ==
        json(
            R"({"nations":[{"seat":"rome","level":3,"tokens":3,"owed":0},{"seat":"egypt","level":0,"tokens":4,"owed":1},{"seat":"crete","level":0,"tokens":4,"owed":1}],
                   "order":[["egypt","crete"],["rome"]]})"));
    CHECK(removals(run) == std::vector<std::string>{"egypt before", "crete before", "egypt simultaneous", "crete simultaneous", "rome alternating",
                                                    "egypt simultaneous", "crete simultaneous"});
    const auto ended = parse_json(run.events.back().data).value();
    CHECK(ended.at("winner") == nullptr);
    CHECK(ended.at("reason") == "within_limit");
    CHECK(ended.at("survivors") == json(R"({"rome":2,"egypt":1,"crete":1})"));
}

TEST_CASE("three nations: who alone is left has won, and with nobody left nobody has") {
    Json setup = three();
    setup["population_limit"] = 0;
    const auto ended = parse_json(fight(setup).events.back().data).value();
    CHECK(ended.at("winner") == "rome");
    CHECK(ended.at("reason") == "annihilation");
    const auto equals = json(R"({"nations":[{"seat":"a","population":1},{"seat":"b","population":1},{"seat":"c","population":1}],"population_limit":0})");
    const auto nobody = parse_json(fight(equals).events.back().data).value();
    CHECK(nobody.at("winner") == nullptr);
    CHECK(nobody.at("reason") == "annihilation");
}

TEST_CASE("nations that the area feeds do not fight") {
    Json setup = three();
    setup["population_limit"] = 11;
    const auto run = fight(setup);
    CHECK(run.events.size() == 1);
    CHECK(parse_json(run.events.back().data).value().at("reason") == "no_conflict");
}

TEST_CASE("nations that lose a token at once choose it sealed") {
    Json scenario{{"ruleset", "armies"}, {"setup", three()}};
    scenario["setup"]["nations"][2] = {{"seat", "crete"}, {"population", 3}, {"armies", 1}};
    const auto run = rules::run_scenario(scenario, rules::shipped_rulesets());
    REQUIRE(run);
    CHECK(run->pending.size() == 2);
}

TEST_CASE("a setup with nations is refused by name") {
    CHECK(with("/attacker", json(R"({"population":1})")) == "/attacker: where there are \"nations\" there is no attacker");
    CHECK(with("/defender", json(R"({"population":1})")) == "/defender: where there are \"nations\" there is no defender");
    CHECK(with("/city", Json::object()) == "/city: where there are \"nations\" there is no city");
    CHECK(with("/nations", json(R"([{"seat":"a","population":1}])")) == "/nations: a conflict needs at least 2 nations");
    CHECK(with("/population_limit", nullptr) == "/population_limit: \"population_limit\" is missing");
    CHECK(with("/nations/1/seat", "rome") == "/nations/1/seat: there is a seat \"rome\" already");
    CHECK(with("/nations/1/seat", "Rome") == "/nations/1/seat: a seat's name is made of small letters, digits and _");
    CHECK(with("/nations/1/seat", "city") == "/nations/1/seat: \"city\" is not a seat's name");
    CHECK(with("/nations/1/seat", "nobody") == "/nations/1/seat: \"nobody\" is not a seat's name");
    CHECK(with("/nations/2/population", 0) == "/nations/2: crete needs at least 1 token here, population or army");
    CHECK(with("/nations/2/advances", json(R"(["military","military"])")) == "/nations/2/advances/1: \"military\" is listed twice");
    Json nine = three();
    while (nine["nations"].size() < 9) nine["nations"].push_back({{"seat", "n" + std::to_string(nine["nations"].size())}, {"population", 1}});
    CHECK(refusal_of(nine).starts_with("/nations: "));
    CHECK(refusal_of(json(R"({"population_limit":2})")) == "/attacker: \"attacker\" is missing");
}
