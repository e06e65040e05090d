// D6: cities.
#include "tests/rules/armies/story.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json siege(std::string_view attacker, std::string_view defender, Json engineering = Json::array()) {
    Json setup = conflict(attacker, defender, 3, {{"city", {{"engineering", std::move(engineering)}}}});
    setup.erase("population_limit");
    return setup;
}

Json assault(int attackers, Json engineering) { return event(fight(siege(std::to_string(attackers) + "p", "", std::move(engineering))), "city_assaulted"); }

}  // namespace

TEST_CASE("D6: with fewer tokens than needed the attackers are lost and the city stands") {
    const auto run = fight(siege("4p 2a", ""));
    CHECK(story(run) == "the city stands | defender repelled 0:0");
    CHECK(run.events[0].data == R"({"attackers":6,"falls":false,"needed":7,"placed":0})");
}

TEST_CASE("D6: a city that falls becomes population, which fights on with limit 0") {
    const auto run = fight(siege("7p", ""));
    CHECK(story(run) ==
          "the city falls, D alternating, A alternating, D alternating, A alternating, D alternating, A alternating, D alternating, "
          "A alternating, D alternating, A alternating, D alternating | attacker annihilation 2:0");
    CHECK(event(run, "city_assaulted") == json(R"({"attackers":7,"needed":7,"falls":true,"placed":6})"));
}

TEST_CASE("D6: engineering changes what is needed and what is placed") {
    const auto numbers = [](Json engineering) {
        const Json data = assault(9, std::move(engineering));
        return std::to_string(data.at("needed").get<int>()) + "/" + std::to_string(data.at("placed").get<int>());
    };
    CHECK(numbers(Json::array()) == "7/6");
    CHECK(numbers({"attacker"}) == "6/5");
    CHECK(numbers({"defender"}) == "8/7");
    CHECK(numbers({"attacker", "defender"}) == "7/6");
    CHECK(assault(6, {"attacker"}).at("falls") == true);
    CHECK(assault(5, {"attacker"}).at("falls") == false);
    CHECK(assault(7, {"defender"}).at("falls") == false);
}

TEST_CASE("D6: tokens before the city are fought first, down to the last, and the assault is made with what is left") {
    Json setup = siege("9p +1", "2p");
    setup["population_limit"] = 30;  // does not count before a city
    const auto run = fight(setup);
    CHECK(story(run).starts_with("D alternating, A alternating, D alternating, the city falls, "));
    CHECK(event(run, "city_assaulted").at("attackers") == 8);
    CHECK(story(fight(siege("8p +1", "3p"))).starts_with("D alternating, A alternating, D alternating, A alternating, D alternating, the city stands"));
    CHECK(story(fight(siege("2p", "3p"))) == "A alternating, D alternating, A alternating | defender annihilation 0:2");
}

TEST_CASE("D6: the advantage is counted anew for the city's tokens") {
    // The attacker's army tokens are gone before the assault, and with them what military and mathematics gave.
    const Json army{{"seat", "attacker"}, {"kind", "remove"}, {"choice", {{"token", "army"}}}};
    const auto run = fight(siege("8p 1a military mathematics", "2p"), {army});
    CHECK(event(run, "advantage_counted", 0).at("levels") == json(R"({"attacker":2,"defender":0})"));
    CHECK(event(run, "advantage_counted", 1).at("levels") == json(R"({"attacker":2,"defender":0})"));
    const auto other = fight(siege("8p 1a military mathematics", "3p"), {army});
    CHECK(event(other, "advantage_counted", 1).at("levels") == json(R"({"attacker":0,"defender":0})"));
}

TEST_CASE("D6: when both are gone before the city, it stands and the defender has won") {
    CHECK(story(fight(siege("1p", "1p"))) == "A simultaneous, D simultaneous | defender annihilation 0:0");
}

TEST_CASE("what everybody sees: tokens, the limit that counts, and whether the city stands") {
    const auto battle = rules::shipped_rulesets().find("armies")->create(siege("8p 1a", "1p 1a")).value();
    std::vector<rules::Event> events;
    battle->begin(events);
    CHECK(battle->view(rules::Viewer::spectator()) ==
          json(R"({"attacker":{"population":8,"armies":1},"defender":{"population":1,"armies":1},"population_limit":0,"city":true})"));
}
