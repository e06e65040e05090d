// Standing orders: which of them applies, how they are read and what is refused.
#include "rules/standing_orders.hpp"

#include "tests/rules/moment.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

TEST_CASE("the first order that applies wins") {
    const auto moment = a_wave();
    CHECK(moment.under(R"([{"for":"casualties","play":"default"},{"for":"wave","play":{"units":[{"unit":"swordsmen","count":2},{"unit":"chariots","count":1}]}},
                           {"for":"*","play":"default"}])") ==
          R"(1: {"units":[{"count":2,"enhanced":false,"unit":"swordsmen"},{"count":1,"enhanced":false,"unit":"chariots"}]})");
    CHECK(moment.under(R"([{"for":"casualties","play":"default"}])") == "ask");
    CHECK(moment.under("[]") == "ask");
}

TEST_CASE("an order whose choice is not legal now does not apply") {
    CHECK(a_wave().under(R"([{"for":"wave","play":{"units":[{"unit":"swordsmen","count":1}]}},{"for":"*","play":{"prefer":["chariots"]}}])") ==
          R"(1: {"units":[{"count":1,"enhanced":false,"unit":"swordsmen"},{"count":2,"enhanced":false,"unit":"chariots"}]})");
}

TEST_CASE("conditions are about pieces left on either side and about the round, and all of them must hold") {
    const auto moment = a_wave();
    const auto applies = [&](const char* condition) {
        return moment.under(Json::array({{{"for", "*"}, {"if", json(condition)}, {"play", "default"}}}), 0).starts_with("0: ");
    };
    CHECK(applies(R"({"mine":{"at_most":6}})"));
    CHECK(!applies(R"({"mine":{"at_most":5}})"));
    CHECK(applies(R"({"mine":{"at_least":6}})"));
    CHECK(applies(R"({"mine":{"unit":"swordsmen","at_least":4}})"));
    CHECK(applies(R"({"mine":{"unit":"enhanced swordsmen","at_least":2,"at_most":2}})"));
    CHECK(!applies(R"({"mine":{"unit":"enhanced swordsmen","at_least":3}})"));
    CHECK(applies(R"({"mine":{"unit":"pikemen","at_most":0},"theirs":{"unit":"pikemen","at_least":3}})"));
    CHECK(!applies(R"({"mine":{"at_least":1},"theirs":{"at_most":2}})"));
    CHECK(applies(R"({"round":{"at_least":1,"at_most":1}})"));
    CHECK(!applies(R"({"round":{"at_least":2}})"));
}

TEST_CASE("orders that say nonsense are refused where they do") {
    const auto moment = a_wave();
    const auto refused = [&](const char* orders) { return moment.under(orders); };
    CHECK(refused(R"({"for":"wave"})").starts_with("/orders: expected an array"));
    CHECK(refused(R"([{"for":"wave"}])").starts_with("/orders/0"));
    CHECK(refused(R"([{"for":"waves","play":"default"}])") == R"(/orders/0/for: this ruleset asks no "waves"; did you mean "wave"?)");
    CHECK(refused(R"([{"for":"wave","play":"best"}])").starts_with("/orders/0/play: expected"));
    CHECK(refused(R"([{"for":"wave","play":{"prefer":[]}}])").starts_with("/orders/0/play/prefer"));
    CHECK(refused(R"([{"for":"wave","play":{"prefer":["chariot"]}}])") ==
          R"(/orders/0/play/prefer/0: nobody has "chariot" in this battle; did you mean "chariots"?)");
    CHECK(refused(R"([{"for":"wave","play":{"prefer":["chariots","chariots"]}}])").starts_with("/orders/0/play/prefer/1"));
    CHECK(refused(R"([{"for":"wave","play":{"prefer":["chariots"],"units":[]}}])").starts_with("/orders/0/play"));
    CHECK(refused(R"([{"for":"withdraw","play":{"prefer":["chariots"]}}])").starts_with("/orders/0/play/prefer"));
    CHECK(refused(R"([{"for":"wave","play":{"unit":"chariots"}}])").starts_with("/orders/0/play/unit"));
    CHECK(refused(R"([{"for":"*","play":{"withdraw":true}}])").starts_with("/orders/0/play: a choice belongs to one kind"));
    CHECK(refused(R"([{"for":"*","if":{},"play":"default"}])").starts_with("/orders/0/if: say"));
    CHECK(refused(R"([{"for":"*","if":{"mine":{}},"play":"default"}])").starts_with("/orders/0/if/mine: say"));
    CHECK(refused(R"([{"for":"*","if":{"mine":{"at_most":1,"at_least":2}},"play":"default"}])").starts_with("/orders/0/if/mine"));
    CHECK(refused(R"([{"for":"*","if":{"mine":{"at_most":-1}},"play":"default"}])").starts_with("/orders/0/if/mine/at_most"));
    CHECK(refused(R"([{"for":"*","if":{"their":{"at_most":1}},"play":"default"}])").starts_with("/orders/0/if/their"));
    Json many = Json::array();
    for (int i = 0; i <= standing_orders_max; ++i) many.push_back({{"for", "*"}, {"play", "default"}});
    CHECK(moment.under(many, 0).starts_with("/orders: "));
    many.erase(0);
    CHECK(moment.under(many, 0).starts_with("0: "));
}

TEST_CASE("the catalog says what can be ordered") {
    const Json catalog = shipped_rulesets().find("advanced-combat")->catalog().at("standing_orders");
    CHECK(catalog.at("kinds").at(0) == json(R"({"kind":"wave","pieces":"own","first":"steps forward first"})"));
    CHECK(catalog.at("kinds").at(3) == json(R"({"kind":"withdraw"})"));
    CHECK(catalog.at("schema").at("items").at("anyOf").size() == 5);
}
