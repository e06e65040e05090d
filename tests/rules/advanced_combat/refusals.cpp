// What is refused, with which path and sentence.
#include "tests/rules/play.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json plain() { return setup_of("3 swordsmen", "2 chariots"); }

/// The refusal of a setup in which `pointer` was set to `value`.
std::string with(const char* pointer, Json value, Json setup = plain()) {
    setup[Json::json_pointer(pointer)] = std::move(value);
    return refused_setup(setup);
}

std::string refused_army(const char* attacker, const char* defender, Json extra = Json::object()) {
    return refused_setup(setup_of(attacker, defender, std::move(extra)));
}

Json roster(const char* entry) { return {{"roster", Json::array({json(entry)})}}; }

/// A battle in which some kind of choice is open; the refusal of `choice`.
std::string refused_choice(const Json& setup, const std::vector<int>& dice, const char* seat, const char* kind, const char* choice,
                           Json before = Json::array()) {
    before.push_back({{"seat", seat}, {"kind", kind}, {"choice", json(choice)}});
    const Json scenario{{"ruleset", "advanced-combat"}, {"setup", setup}, {"dice", dice}, {"choices", before}};
    const auto run = rules::run_scenario(scenario, rules::shipped_rulesets());
    REQUIRE(!run);
    CHECK(run.error().code == Code::illegal_choice);
    const std::string root = "/choices/" + std::to_string(before.size() - 1) + "/choice";
    REQUIRE(run.error().path.starts_with(root));
    return run.error().path.substr(root.size()) + ": " + run.error().message;
}

}  // namespace

TEST_CASE("a setup with a misspelt, missing or mistyped field is refused by name") {
    CHECK(with("/attacker/army/0/unit", "swordmen") == "/attacker/army/0/unit: no unit \"swordmen\" in the roster; did you mean \"swordsmen\"?");
    CHECK(with("/defender/army/0/unit", "elephants") == "/defender/army/0/unit: no unit \"elephants\" in the roster");
    CHECK(with("/defender/army/0/count", "2") == "/defender/army/0/count: expected an integer, got a string");
    CHECK(with("/defender/army/0/count", 2.5) == "/defender/army/0/count: expected an integer, got a number with a fraction");
    CHECK(with("/defender/army/0/count", 0) == "/defender/army/0/count: 0 is too small; at least 1");
    CHECK(with("/defender/army/0/count", 1001) == "/defender/army/0/count: 1001 is too large; at most 1000");
    CHECK(with("/defender/army/0/cuont", 2) == "/defender/army/0/cuont: unknown field \"cuont\"; did you mean \"count\"?");
    CHECK(with("/defender/army", Json::array()) == "/defender/army: needs at least 1 entry");
    CHECK(with("/defender/technologies", 1001) == "/defender/technologies: 1001 is too large; at most 1000");
    CHECK(with("/settlement", {{"current_era", 5}}) == "/settlement/current_era: 5 is too large; at most 4");
    CHECK(with("/settlement", true) == "/settlement: expected an object, got true or false");
    CHECK(with("/house_rules", {{"cia", "bets"}}) == "/house_rules/cia: \"bets\" is not one of best, worst, same_era, oldest_era; did you mean \"best\"?");
    CHECK(with("/house_rules", {{"retreat", true}}) == "/house_rules/retreat: unknown field \"retreat\"");
    auto lonely = plain();
    lonely.erase("defender");
    CHECK(refused_setup(lonely) == "/defender: \"defender\" is missing");
    CHECK(refused_setup(json("[]")) == ": expected an object, got an array");
}

TEST_CASE("a setup with too many pieces or entries is refused") {
    Json army = Json::array();
    for (int i = 0; i < 11; ++i) army.push_back({{"unit", "swordsmen"}, {"count", 1000}});
    CHECK(with("/attacker/army", army) == "/attacker/army: 11000 pieces are too many; at most 10000");
    for (int i = 11; i < 65; ++i) army.push_back({{"unit", "swordsmen"}, {"count", 1}});
    CHECK(with("/attacker/army", army) == "/attacker/army: has 65 entries; at most 64");
}

TEST_CASE("aircraft, ground units and fleets each have their place") {
    CHECK(refused_army("1 swordsmen, 2 biplanes", "1 swordsmen") ==
          "/attacker/army/1/unit: biplanes are aircraft; they belong in \"aircraft\", not in \"army\"");
    CHECK(refused_army("1 swordsmen", "1 swordsmen / 1 tanks") == "/defender/aircraft/0/unit: tanks are not aircraft; they belong in \"army\"");
    CHECK(refused_army("1 swordsmen, 2 galleys", "1 swordsmen") == "/attacker/army/1/unit: an army is all ships or has none; galleys and swordsmen do not mix");
    CHECK(refused_army("1 galleys", "1 swordsmen") == "/defender/army: fleets only fight fleets; give them to both sides or to neither");
    CHECK(refused_army("1 swordsmen", "1 galleys") == "/defender/army: fleets only fight fleets; give them to both sides or to neither");
    CHECK(with("/attacker/aircraft", json(R"([{"unit":"jets","enhanced":true,"count":1}])")) == "/attacker/aircraft/0/enhanced: unknown field \"enhanced\"");
}

TEST_CASE("roster entries are checked") {
    const auto entry = [](const char* text) { return refused_army("1 swordsmen", "1 swordsmen", roster(text)); };
    CHECK(entry(R"({"unit":"Hoplites","class":"infantry","era":1})") == "/roster/0/unit: a unit's id can only have lowercase letters a-z, digits and _");
    CHECK(entry(R"({"unit":"hoplites","class":"infantry"})") == "/roster/0/era: needs an era from 1 (ancient) to 4 (modern)");
    CHECK(entry(R"({"unit":"hoplites","class":"infantry","era":5})") == "/roster/0/era: 5 is too large; at most 4");
    CHECK(entry(R"({"unit":"hoplites","class":"infantry","era":1,"modifier":11})") == "/roster/0/modifier: 11 is too large; at most 10");
    CHECK(entry(R"({"unit":"hoplites","class":"infantry","era":1,"strength":1})") ==
          "/roster/0/strength: only aircraft have a strength; other units have an era");
    CHECK(entry(R"({"unit":"zeppelins","class":"aircraft"})") == "/roster/0/strength: aircraft need a strength from 1 to 10");
    CHECK(entry(R"({"unit":"zeppelins","class":"aircraft","strength":1,"era":3})") == "/roster/0/era: aircraft have a strength, not an era");
    CHECK(entry(R"({"unit":"zeppelins","class":"aircraft","strength":1,"modifier":0})") == "/roster/0/modifier: aircraft have a strength, not a modifier");
    CHECK(entry(R"({"unit":"zeppelins","class":"airship","strength":1})") ==
          "/roster/0/class: \"airship\" is not one of infantry, cavalry, artillery, fleet, aircraft");
    auto twice = roster(R"({"unit":"hoplites","class":"infantry","era":1})");
    twice["roster"].push_back(twice["roster"][0]);
    CHECK(refused_army("1 hoplites", "1 swordsmen", twice) == "/roster/1/unit: \"hoplites\" is in the roster twice");
}

TEST_CASE("wave choices are checked") {
    const Json setup = setup_of("3 swordsmen, 2 knights, 1 knights+", "2 chariots");
    const auto wave = [&](const char* choice) { return refused_choice(setup, {}, "attacker", "wave", choice); };
    CHECK(wave(R"(5)") == ": expected an object, got a number");
    CHECK(wave(R"({})") == "/units: \"units\" is missing");
    CHECK(wave(R"({"units":[]})") == "/units: needs at least 1 entry");
    CHECK(wave(R"({"units":[{"unit":"swordsmen","count":1}]})") == "/units: the counts add up to 1; the wave must have 2");
    CHECK(wave(R"({"units":[{"unit":"swordsmen","count":3}]})") == "/units: the counts add up to 3; the wave must have 2");
    CHECK(wave(R"({"units":[{"unit":"swordsmen","count":4}]})") == "/units/0/count: 4 are too many; there are 3 swordsmen");
    CHECK(wave(R"({"units":[{"unit":"knights","enhanced":true,"count":2}]})") == "/units/0/count: 2 are too many; there are 1 enhanced knights");
    CHECK(wave(R"({"units":[{"unit":"swordsmen","count":0}]})") == "/units/0/count: 0 is too small; at least 1");
    CHECK(wave(R"({"units":[{"unit":"knigths","count":2}]})") == "/units/0/unit: there is no \"knigths\" to choose; did you mean \"knights\"?");
    CHECK(wave(R"({"units":[{"unit":"chariots","count":2}]})") == "/units/0/unit: there is no \"chariots\" to choose");
    CHECK(wave(R"({"units":[{"unit":"swordsmen","enhanced":true,"count":2}]})") == "/units/0/enhanced: swordsmen are here only as plain units");
    CHECK(wave(R"({"units":[{"unit":"swordsmen","count":1},{"unit":"swordsmen","count":1}]})") == "/units/1/unit: swordsmen are named twice");
    CHECK(wave(R"({"units":[{"unit":"spearmen","count":1},{"unit":"swordsmen","count":1}]})") == "/units/1/unit: swordsmen are named twice");
    CHECK(wave(R"({"units":[{"unit":"swordsmen","count":2,"supported":1}]})") == "/units/0/supported: unknown field \"supported\"");
}

TEST_CASE("air support choices are checked") {
    const Json setup = setup_of("2 tanks, 1 tanks+, 1 howitzers / 2 jets, 2 biplanes", "4 tanks");
    const auto air = [&](const char* choice) { return refused_choice(setup, {}, "attacker", "air_support", choice); };
    CHECK(air(R"({})") == "/class: \"class\" is missing");
    CHECK(air(R"({"class":"calvary"})") == "/class: there is no \"calvary\" in the wave, only cavalry, artillery; did you mean \"cavalry\"?");
    CHECK(air(R"({"class":"infantry"})") == "/class: there is no \"infantry\" in the wave, only cavalry, artillery");
    CHECK(air(R"({"class":"cavalry","pairs":[]})") == "/pairs: needs at least 1 entry");
    CHECK(air(R"({"class":"cavalry","pairs":[{"aircraft":"jets","unit":"tanks","count":2}]})") ==
          "/pairs: the counts add up to 2; exactly 3 aircraft take part");
    CHECK(air(R"({"class":"cavalry","pairs":[{"aircraft":"jets","unit":"tanks","count":3}]})") == "/pairs/0/count: 3 are too many; 2 jets are left");
    CHECK(air(R"({"class":"cavalry","pairs":[{"aircraft":"jets","unit":"tanks","count":2},{"aircraft":"biplanes","unit":"tanks","count":1}]})") ==
          "/pairs/1/count: 1 are too many; 0 tanks are left without an aircraft");
    CHECK(air(R"({"class":"cavalry","pairs":[{"aircraft":"jets","unit":"tanks","count":1},{"aircraft":"jets","unit":"tanks","count":1}]})") ==
          "/pairs/1/aircraft: these jets and tanks are named twice");
    CHECK(air(R"({"class":"cavalry","pairs":[{"aircraft":"jets","unit":"howitzers","count":1}]})") == "/pairs/0/unit: howitzers are not cavalry");
    CHECK(air(R"({"class":"cavalry","pairs":[{"aircraft":"monoplanes","unit":"tanks","count":1}]})") ==
          "/pairs/0/aircraft: there is no \"monoplanes\" among your aircraft");
}

TEST_CASE("casualty choices are checked") {
    const Json setup = setup_of("3 swordsmen, 2 chariots, 1 knights / 1 jets", "6 swordsmen");
    const Json before = json(R"([{"seat":"attacker","kind":"air_support","choice":{"class":"infantry"}}])");
    // The defender's 15: three of era 1 must go.
    const auto loss = [&](const char* choice) {
        return refused_choice(setup, {1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 2, 2, 2}, "attacker", "casualties", choice, before);
    };
    CHECK(loss(R"({"units":[{"unit":"swordsmen","count":2}]})") == "/units: exactly 3 of era 1 must be lost, not 2");
    CHECK(loss(R"({"units":[{"unit":"swordsmen","count":4}]})") == "/units/0/count: 4 are too many; 3 swordsmen are in the wave");
    CHECK(loss(R"({"units":[{"unit":"swordsmen","count":3},{"unit":"knights","count":1}]})") == "/units/1/unit: there is no \"knights\" to choose");
    CHECK(loss(R"({"units":[{"unit":"swordsmen","count":3,"supported":2}]})") == "/units/0/supported: at most 1 of them can be supported ones");
    CHECK(loss(R"({"units":[{"unit":"swordsmen","count":3,"supported":0}]})") == "/units/0/supported: at least 1 of them must be supported ones");
    CHECK(loss(R"({"units":[{"unit":"swordsmen","count":1},{"unit":"chariots","count":2,"supported":1}]})") ==
          "/units/1/supported: at most 0 of them can be supported ones");
    CHECK(loss(R"({"units":[{"unit":"swordsmen","count":1},{"unit":"swordsmen","count":2}]})") == "/units/1/unit: swordsmen are named twice");

    auto per_unit = setup;
    per_unit["house_rules"] = {{"air_loss", "per_unit"}};
    CHECK(refused_choice(per_unit, {1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 2, 2, 2}, "attacker", "casualties",
                         R"({"units":[{"unit":"swordsmen","count":3,"supported":1}]})",
                         before) == "/units/0/supported: with the house rule air_loss per_unit nobody chooses between supported and unsupported units");
}

TEST_CASE("withdraw choices are checked") {
    const Json setup = setup_of("1 swordsmen", "1 swordsmen", {{"house_rules", {{"withdraw", true}}}});
    CHECK(refused_choice(setup, {1, 1}, "attacker", "withdraw", R"({"withdraw":1})") == "/withdraw: expected true or false, got a number");
    CHECK(refused_choice(setup, {1, 1}, "attacker", "withdraw", "{}") == "/withdraw: \"withdraw\" is missing");
}
