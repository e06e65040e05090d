// The setups of phased-combat and fleet-combat.
#include <set>

#include "tests/rules/phased_combat/story.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json with(const char* key, const char* value) { return setup_of("1 swordsmen", "1 swordsmen", {{key, json(value)}}); }

}  // namespace

TEST_CASE("the example of each catalog is a battle") {
    for (const auto* id : {"phased-combat", "fleet-combat"}) {
        const auto* ruleset = rules::shipped_rulesets().find(id);
        REQUIRE(ruleset);
        const Json catalog = ruleset->catalog();
        CHECK(ruleset->create(catalog.at("example")));
        CHECK(ruleset->version() == 1);
        CHECK(catalog.at("seats") == json(R"(["attacker","defender"])"));
        CHECK(catalog.at("house_rules").size() == 4);
        CHECK(catalog.at("choice_schemas").contains("hit_class") == (std::string_view(id) == "phased-combat"));
    }
}

TEST_CASE("the catalogs have the units that may fight") {
    const auto classes = [](const char* id) {
        std::set<std::string> out;
        for (const auto& entry : rules::shipped_rulesets().find(id)->catalog().at("roster")) out.insert(entry.at("class"));
        return out;
    };
    CHECK(classes("phased-combat") == std::set<std::string>{"infantry", "cavalry", "artillery", "aircraft"});
    CHECK(classes("fleet-combat") == std::set<std::string>{"fleet", "aircraft"});
}

TEST_CASE("ships and land units have a ruleset each") {
    CHECK(refused_setup(setup_of("1 galleys", "1 swordsmen"), "phased-combat") == "/attacker/army/0/unit: galleys are ships; fleets fight under fleet-combat");
    CHECK(refused_setup(setup_of("1 galleys", "2 swordsmen"), "fleet-combat") ==
          "/defender/army/0/unit: swordsmen are not ships; land units fight under phased-combat");
    CHECK(refused_setup(setup_of("1 swordsmen, 1 galleys", "1 swordsmen"), "phased-combat").starts_with("/attacker/army/1/unit: "));
}

TEST_CASE("a setup is read strictly") {
    const auto refused = [](const Json& setup) { return refused_setup(setup, "phased-combat"); };
    CHECK(refused(setup_of("1 swordmen", "1 swordsmen")) == R"(/attacker/army/0/unit: no unit "swordmen" in the roster; did you mean "swordsmen"?)");
    CHECK(refused(with("settlment", "true")) == R"(/settlment: unknown field "settlment"; did you mean "settlement"?)");
    CHECK(refused(with("settlement", R"({"current_era":1})")).starts_with("/settlement: "));
    CHECK(refused(with("house_rules", R"({"air_era":"modrn"})")).starts_with("/house_rules/air_era: "));
    CHECK(refused(with("retreat_regions", R"([{"name":"Gaul","control":"enemy"}])")).starts_with("/retreat_regions/0/control: "));
    CHECK(refused(with("retreat_regions", R"([{"control":"other"}])")) == R"(/retreat_regions/0/name: "name" is missing)");
    CHECK(refused(with("retreat_regions", R"([{"name":"Gaul","control":"other"},{"name":"Gaul","control":"neutral"}])")) ==
          R"(/retreat_regions/1/name: "Gaul" is in the list of regions twice)");
    Json technologies = setup_of("1 swordsmen / tech 3", "1 swordsmen");
    CHECK(refused(technologies).starts_with("/attacker/technologies: "));
    CHECK(refused({{"attacker", {{"army", Json::array()}}}, {"defender", {{"army", Json::array()}}}}) == "/attacker/army: needs at least 1 entry");
}

TEST_CASE("own units and older names are understood, and enhanced ones are a type of their own") {
    const auto run =
        fight(setup_of("2 spearmen+, 1 spearmen, 1 spearmen+", "1 hoplites", {{"roster", {{{"unit", "hoplites"}, {"class", "infantry"}, {"era", 2}}}}}),
              {6, 6, 6, 6, 6, 6});
    CHECK(event(run, "rolled").at("groups") ==
          json(R"j([{"label":"swordsmen (enhanced)","dice":[6,6,6],"combat_value":4,"hits":0},{"label":"swordsmen","dice":[6],"combat_value":3,"hits":0}])j"));
}
