// Standing orders: what they make of each ruleset's decisions.
#include "tests/rules/armies/story.hpp"
#include "tests/rules/moment.hpp"
#include "tests/rules/simple_combat/field.hpp"
#include "tests/rules/theatre/story.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

TEST_CASE("advanced-combat: what is preferred steps forward first; enhanced units may be named apart") {
    const auto moment = a_wave();
    CHECK(moment.under(R"([{"for":"wave","play":{"prefer":["enhanced swordsmen","chariots"]}}])") ==
          R"(0: {"units":[{"count":2,"enhanced":true,"unit":"swordsmen"},{"count":1,"enhanced":false,"unit":"chariots"}]})");
    CHECK(moment.under(R"([{"for":"wave","play":{"prefer":["swordsmen"]}}])") ==
          R"(0: {"units":[{"count":2,"enhanced":false,"unit":"swordsmen"},{"count":1,"enhanced":true,"unit":"swordsmen"}]})");
    CHECK(moment.under(R"([{"for":"wave","play":{"prefer":["pikemen"]}}])") == "ask");  // the enemy's
}

TEST_CASE("advanced-combat: what is preferred dies first, among units of one era") {
    const Moment moment("advanced-combat", setup_of("3 swordsmen", "1 swordsmen, 1 chariots, 1 catapults"), "casualties", {5, 4, 1, 1, 1, 1});
    CHECK(moment.under(R"([{"for":"casualties","play":{"prefer":["catapults","swordsmen"]}}])", 1) ==
          R"(0: {"units":[{"count":1,"enhanced":false,"supported":0,"unit":"swordsmen"},{"count":1,"enhanced":false,"supported":0,"unit":"catapults"}]})");
    CHECK(moment.under(R"([{"for":"casualties","play":{"prefer":["chariots"]}}])", 1).find("chariots") != std::string::npos);
}

TEST_CASE("advanced-combat: the strongest aircraft fly beside what is preferred") {
    const Moment moment("advanced-combat", setup_of("1 riflemen, 1 tanks / 1 biplanes, 1 jets", "2 riflemen"), "air_support");
    CHECK(moment.under(R"([{"for":"air_support","play":{"prefer":["tanks"]}}])") ==
          R"(0: {"class":"cavalry","pairs":[{"aircraft":"jets","count":1,"enhanced":false,"unit":"tanks"}]})");
    CHECK(moment.under(R"([{"for":"air_support","play":{"prefer":["riflemen","tanks"]}}])").find(R"("class":"infantry")") != std::string::npos);
}

TEST_CASE("advanced-combat: the attacker leaves when few are left") {
    const Json setup = setup_of("1 swordsmen", "2 swordsmen", {{"house_rules", {{"withdraw", true}}}});
    const Moment moment("advanced-combat", setup, "withdraw", {1, 1});
    CHECK(moment.under(R"([{"for":"withdraw","if":{"mine":{"at_most":1},"theirs":{"at_least":2}},"play":{"withdraw":true}}])") == R"(0: {"withdraw":true})");
    CHECK(moment.under(R"([{"for":"withdraw","if":{"mine":{"at_most":0}},"play":{"withdraw":true}}])") == "ask");
    CHECK(moment.under(R"([{"for":"*","play":{"prefer":["swordsmen"]}}])") == "ask");
}

TEST_CASE("phased-combat: what is preferred dies first, and of the enemy's its class is hit first") {
    const Json setup = setup_of("3 knights, 1 riflemen", "1 knights, 1 dragoons, 3 riflemen");
    const Moment state("phased-combat", setup, "hit_class", {1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6});
    CHECK(state.under(R"([{"for":"hit_class","play":{"prefer":["riflemen","knights"]}}])") == R"(0: {"class":"infantry"})");
    CHECK(state.under(R"([{"for":"hit_class","play":{"prefer":["cannons"]}}])").starts_with("/orders/0/play/prefer/0: nobody has"));
    const Moment toll("phased-combat", setup_of("3 knights", "1 knights, 1 dragoons"), "casualties", {1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 6});
    CHECK(toll.under(R"([{"for":"casualties","play":{"prefer":["dragoons"]}}])", 1) == R"(0: {"units":[{"count":1,"enhanced":false,"unit":"dragoons"}]})");
    CHECK(toll.under(R"([{"for":"casualties","play":{"prefer":["knights"]}}])", 1) == R"(0: {"units":[{"count":1,"enhanced":false,"unit":"knights"}]})");
}

TEST_CASE("phased-combat: the attacker retreats to the region that it named, if it may go there") {
    const Json setup = setup_of("1 knights", "3 knights", {{"retreat_regions", {{{"name", "Gaul"}, {"control", "attacker"}}}}});
    const Moment moment("phased-combat", setup, "retreat", {6, 6, 6, 6, 6, 6, 6, 6});
    CHECK(moment.under(R"([{"for":"retreat","if":{"mine":{"at_most":1}},"play":{"retreat":true,"region":"Gaul"}}])") ==
          R"(0: {"region":"Gaul","retreat":true})");
    CHECK(moment.under(R"([{"for":"retreat","play":{"retreat":true,"region":"Spain"}},{"for":"retreat","play":"default"}])") == R"(1: {"retreat":false})");
}

TEST_CASE("fleet-combat: ships die in the order of the list, and nobody names a class") {
    const Moment moment("fleet-combat", setup_of("3 galleons", "2 galleys, 1 galleons"), "casualties", {1, 1, 6, 6, 6, 6, 6, 6, 6, 6});
    CHECK(moment.under(R"([{"for":"casualties","play":{"prefer":["galleons"]}}])", 1) == R"(0: {"units":[{"count":1,"enhanced":false,"unit":"galleons"}]})");
    CHECK(moment.under(R"([{"for":"casualties","play":{"prefer":["galleys"]}}])", 1) == R"(0: {"units":[{"count":2,"enhanced":false,"unit":"galleys"}]})");
    CHECK(moment.under(R"([{"for":"hit_class","play":"default"}])").starts_with("/orders/0/for: this ruleset asks no"));
}

TEST_CASE("armies: the token that is preferred goes first") {
    const Moment moment("armies", conflict("3p 2a", "5p", 2), "remove");
    CHECK(moment.under(R"([{"for":"remove","play":{"prefer":["army"]}}])") == R"(0: {"token":"army"})");
    CHECK(moment.under(
              R"([{"for":"remove","if":{"mine":{"unit":"army","at_least":3}},"play":{"prefer":["army"]}},{"for":"remove","play":{"token":"population"}}])") ==
          R"(1: {"token":"population"})");
    CHECK(moment.under(R"([{"for":"*","if":{"round":{"at_least":2}},"play":"default"}])") == "/orders/0/if/round: this ruleset has no rounds");
}

TEST_CASE("armies: of three nations what the enemies have is what both have together") {
    const Json setup = json(R"({"population_limit":9,"nations":[{"seat":"rome","population":3,"armies":5,"advances":["metalworking","military"]},
        {"seat":"egypt","population":5,"armies":4},{"seat":"crete","population":6,"armies":3}]})");
    const Moment moment("armies", setup, "remove");
    CHECK(moment.under(R"([{"for":"remove","if":{"theirs":{"at_least":12}},"play":{"prefer":["army"]}}])", 1) == R"(0: {"token":"army"})");
    CHECK(moment.under(R"([{"for":"remove","if":{"theirs":{"at_most":11}},"play":{"prefer":["army"]}}])", 1) == "ask");
    CHECK(moment.under(R"([{"for":"remove","if":{"theirs":{"unit":"army","at_least":6}},"play":{"prefer":["population"]}}])", 1) ==
          R"(0: {"token":"population"})");
}

TEST_CASE("theatre: of its losses in conflicts a nation gives first what is preferred; all others are its enemies") {
    const Json setup =
        dale("a:2 b:9 c:9", {nation("north", {{"population", {{"a", 4}}}, {"armies", {{"a", 2}}}}),
                             nation("south", {{"population", {{"a", 3}, {"c", 1}}}, {"armies", {{"a", 1}}}}), nation("east", {{"population", {{"b", 4}}}})});
    const Moment moment("theatre", setup, "losses");
    CHECK(moment.under(R"([{"for":"losses","if":{"theirs":{"at_least":9}},"play":{"prefer":["army"]}}])") == R"(0: {"armies":{"a":2}})");
    CHECK(moment.under(R"([{"for":"losses","play":{"prefer":["population"]}}])") == R"(0: {"armies":{"a":0}})");
    CHECK(moment.under(R"([{"for":"losses","if":{"theirs":{"at_most":5}},"play":{"prefer":["army"]}}])") == "ask");
    CHECK(moment.under(R"([{"for":"losses","if":{"round":{"at_least":2}},"play":{"prefer":["army"]}}])") == "ask");
}

TEST_CASE("dice: a yes or a no may be given beforehand, by each of those who are asked") {
    const Moment moment("dice", json(R"({"seats":["red","green","blue"],"ask_first":true})"), "agree");
    for (const Seat seat : {1, 2}) CHECK(moment.under(json(R"([{"for":"agree","play":{"agree":false}}])"), seat) == R"(0: {"agree":false})");
}

TEST_CASE("simple-combat: who can fire at what is preferred does so with all weapons that reach it") {
    const Json setup = field({"n1:scout_car n2:medium_tank . .", ". . . .", "s1:light_tank s2:scout_car . s3:light_tank"});
    const Moment moment("simple-combat", setup, "fire", {6, 1});
    CHECK(moment.under(R"([{"for":"fire","play":{"prefer":["s3","scout_car"]}}])") ==
          R"(0: {"shots":[{"target":"s3","weapon":0},{"target":"s3","weapon":1}],"unit":"n2"})");
    CHECK(moment.under(R"([{"for":"fire","play":{"prefer":["scout_car"]}}])") ==
          R"(0: {"shots":[{"target":"s2","weapon":0},{"target":"s2","weapon":1}],"unit":"n1"})");
    CHECK(moment.under(R"([{"for":"fire","play":{"prefer":["n1"]}}])") == "ask");
    CHECK(moment.under(R"([{"for":"fire","if":{"theirs":{"unit":"s3","at_most":0}},"play":"default"},{"for":"fire","play":{"unit":"n2"}}])") ==
          R"(1: {"shots":[],"unit":"n2"})");
}
