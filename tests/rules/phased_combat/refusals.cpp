// What phased-combat and fleet-combat refuse, where, and why.
#include "tests/rules/phased_combat/story.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// The refusal of a choice for what is open after these dice, from the choice's root.
std::string refused_choice(const Json& setup, std::vector<int> dice, const char* seat, const char* kind, const char* choice, std::vector<Json> before = {}) {
    before.push_back(said(seat, kind, json(choice)));
    const auto number = before.size() - 1;
    const auto text = refused({{"ruleset", "phased-combat"}, {"setup", setup}, {"dice", std::move(dice)}, {"choices", std::move(before)}});
    const auto root = "/choices/" + std::to_string(number) + "/choice";
    REQUIRE(text.starts_with(root));
    return text.substr(root.size());
}

std::string refused_class(const char* choice) {
    return refused_choice(setup_of("1 catapults", "1 swordsmen, 1 chariots"), {1}, "attacker", "hit_class", choice);
}

/// Four hits on cavalry: a dragoon takes three, a knight two; there is a rifleman too.
std::string refused_losses(const char* choice) {
    return refused_choice(setup_of("2 trebuchets", "1 dragoons, 2 knights, 1 swordsmen"), {1, 1, 1, 1}, "defender", "casualties", choice,
                          {said("attacker", "hit_class", {{"class", "cavalry"}})});
}

/// Two hits from the air on a biplane, a swordsman and a chariot.
std::string refused_in_the_air(const char* choice) {
    return refused_choice(setup_of("1 swordsmen / 2 jets", "1 swordsmen, 1 chariots / 1 biplanes"), {1, 1, 6, 6, 6, 6, 6}, "defender", "casualties", choice);
}

std::string refused_retreat(const char* choice, const char* regions = R"([{"name":"Gaul","control":"neutral"},{"name":"Spain","control":"neutral"}])") {
    return refused_choice(setup_of("1 swordsmen", "1 swordsmen", {{"retreat_regions", json(regions)}}), {6, 6}, "attacker", "retreat", choice);
}

}  // namespace

TEST_CASE("a class must be one that the enemy has") {
    CHECK(refused_class(R"({"class":"artillery"})") == R"(/class: the enemy has no "artillery", only infantry, cavalry)");
    CHECK(refused_class(R"({"class":"infantri"})") == R"(/class: the enemy has no "infantri", only infantry, cavalry; did you mean "infantry"?)");
    CHECK(refused_class(R"({"classes":"infantry"})").starts_with("/classes: "));
    CHECK(refused_class("{}") == R"(/class: "class" is missing)");
}

TEST_CASE("casualties: whole units that are there, no more hits than there are, and none that could still kill") {
    CHECK(refused_losses(R"({"units":[{"unit":"tanks","count":1}]})").starts_with(R"(/units/0/unit: there is no "tanks" to choose)"));
    CHECK(refused_losses(R"({"units":[{"unit":"knight","count":1}]})") == R"(/units/0/unit: there is no "knight" to choose; did you mean "knights"?)");
    CHECK(refused_losses(R"({"units":[{"unit":"knights","enhanced":true,"count":1}]})") == "/units/0/enhanced: knights are here only as plain units");
    CHECK(refused_losses(R"({"units":[{"unit":"knights","count":3}]})") == "/units/0/count: 3 are too many; there are 2 knights");
    CHECK(refused_losses(R"({"units":[{"unit":"knights","count":1},{"unit":"knights","count":1}]})") == "/units/1/unit: knights are named twice");
    CHECK(refused_losses(R"({"units":[{"unit":"knights","count":2},{"unit":"dragoons","count":1}]})") == "/units: these take 7 hits; there are 4");
    CHECK(refused_losses(R"({"units":[{"unit":"knights","count":1}]})") == "/units: 2 hits are left over and can still kill knights");
    CHECK(refused_losses(R"({"units":[{"unit":"dragoons","count":1}]})") == "/units: 1 hit is left over and can still kill swordsmen");
    CHECK(refused_losses(R"({"units":[{"unit":"knights","count":1},{"unit":"swordsmen","count":1}]})") ==
          "/units: cavalry take the hits first; 2 hits can still kill knights");
    CHECK(refused_losses(R"({"units":[]})").starts_with("/units: "));
    CHECK(refused_losses(R"({"units":[{"unit":"dragoons","count":1,"supported":0}]})").starts_with("/units/0/supported: "));
}

TEST_CASE("casualties in the air: aircraft first") {
    CHECK(refused_in_the_air(R"({"units":[{"unit":"swordsmen","count":1},{"unit":"chariots","count":1}]})") ==
          "/units: aircraft take the hits first; 2 hits can still kill biplanes");
    CHECK(refused_in_the_air(R"({"units":[{"unit":"biplanes","count":1}]})") == "/units: 1 hit is left over and can still kill swordsmen");
    // A jet and a biplane live: after the biplane's end two hits are left, and no ground unit is in reach.
    const Json setup = setup_of("1 swordsmen / 1 jets", "3 swordsmen / 2 biplanes, 1 jets, 1 monoplanes");
    CHECK(refused_choice(setup, {1, 1, 1, 6, 6, 6, 6, 6, 6, 6}, "defender", "casualties",
                         R"({"units":[{"unit":"biplanes","count":2},{"unit":"swordsmen","count":1}]})") == "/units: while aircraft live nothing else is hit");
}

TEST_CASE("a retreat goes where it may") {
    CHECK(refused_retreat(R"({"retreat":true})") == "/region: say where to: Gaul, Spain");
    CHECK(refused_retreat(R"({"retreat":true,"region":"Gaull"})") == R"(/region: no retreat to "Gaull", only to Gaul, Spain; did you mean "Gaul"?)");
    CHECK(refused_retreat(R"({"retreat":false,"region":"Gaul"})") == "/region: leave the region out when staying");
    CHECK(refused_retreat(R"({"retreat":true,"region":"Gaul"})", "[]") == "/region: there is no region to retreat to; the army would be destroyed");
    CHECK(refused_retreat(R"({})") == R"(/retreat: "retreat" is missing)");
    CHECK(refused_retreat(R"({"retreat":1})").starts_with("/retreat: "));
}
