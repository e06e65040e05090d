// What resolved setups look like (Ruleset::resolve), and that there is room in them for all that a battle can use.
#include "tests/rules/play.hpp"

using namespace muster;
using namespace muster::test;

namespace {

const rules::Ruleset& ruleset(std::string_view id) { return *rules::shipped_rulesets().find(id); }

Json resolved(std::string_view id, const Json& setup) {
    const auto out = ruleset(id).resolve(setup);
    REQUIRE_MESSAGE(out, out.error().path << ": " << out.error().message);
    return *out;
}

std::string refused(std::string_view id, const Json& setup) {
    const auto out = ruleset(id).resolve(setup);
    REQUIRE(!out);
    return out.error().path + ": " + out.error().message;
}

}  // namespace

TEST_CASE("advanced-combat in full: older names, the roster in the order of first use, the era of the settlement, house rules") {
    const Json setup = json(R"({"attacker":{"army":[{"unit":"spearmen","count":2},{"unit":"hoplites","count":1,"enhanced":true},{"unit":"swordsmen","count":1}],
                                            "aircraft":[{"unit":"jets","count":1}]},
                                "defender":{"army":[{"unit":"hoplites","count":3}]},
                                "settlement":{},
                                "roster":[{"unit":"tanks","class":"cavalry","era":4},{"unit":"hoplites","class":"infantry","era":2},
                                          {"unit":"jets","class":"aircraft","strength":4}],
                                "house_rules":{"cia":"worst"}})");
    CHECK(resolved("advanced-combat", setup) == json(R"({
        "attacker":{"army":[{"unit":"swordsmen","enhanced":false,"count":2},{"unit":"hoplites","enhanced":true,"count":1},
                            {"unit":"swordsmen","enhanced":false,"count":1}],
                    "aircraft":[{"unit":"jets","count":1}],"technologies":0},
        "defender":{"army":[{"unit":"hoplites","enhanced":false,"count":3}],"technologies":0},
        "settlement":{"current_era":2,"great_wall":false},
        "roster":[{"unit":"swordsmen","name":"Swordsmen","class":"infantry","era":1,"modifier":0,"enhanced_modifier":1},
                  {"unit":"hoplites","name":"hoplites","class":"infantry","era":2,"modifier":0,"enhanced_modifier":0},
                  {"unit":"jets","name":"Jets","class":"aircraft","strength":4}],
        "house_rules":{"science_rounding":"total","cia":"worst","standoff":"repulse","air_loss":"paired","withdraw":false,"support_first":false,"air_defends":false}})"));
}

TEST_CASE("spearmen of a setup's own stay spearmen") {
    const Json own = json(R"({"roster":[{"unit":"spearmen","class":"infantry","era":2}]})");
    const Json full = resolved("advanced-combat", setup_of("1 spearmen", "1 swordsmen", own));
    CHECK(full.at("/attacker/army/0/unit"_json_pointer) == "spearmen");
    CHECK(full.at("/roster/0/era"_json_pointer) == 2);
    CHECK(full.at("/roster/1/unit"_json_pointer) == "swordsmen");
}

TEST_CASE("phased-combat and fleet-combat in full") {
    const Json land = resolved("phased-combat", json(R"({"attacker":{"army":[{"unit":"spearmen","count":1}]},"defender":{"army":[{"unit":"tanks","count":1}]},
                                                         "retreat_regions":[{"name":"Gaul","control":"neutral"}]})"));
    CHECK(land == json(R"({
        "attacker":{"army":[{"unit":"swordsmen","enhanced":false,"count":1}]},
        "defender":{"army":[{"unit":"tanks","enhanced":false,"count":1}]},
        "settlement":false,"great_wall":false,
        "retreat_regions":[{"name":"Gaul","control":"neutral","undefended_city":false}],
        "roster":[{"unit":"swordsmen","name":"Swordsmen","class":"infantry","era":1,"modifier":0,"enhanced_modifier":1},
                  {"unit":"tanks","name":"Tanks","class":"cavalry","era":4,"modifier":0,"enhanced_modifier":2}],
        "house_rules":{"air_penalty":true,"air_era":"strength","air_leftover":"kept","air_alone":false}})"));
    const Json sea = resolved("fleet-combat", setup_of("1 galleys", "1 galleons"));
    CHECK(sea.at("/roster/1"_json_pointer) == json(R"({"unit":"galleons","name":"Galleons","class":"fleet","era":2,"modifier":2,"enhanced_modifier":1})"));
}

TEST_CASE("armies in full: before a city the limit is 0") {
    CHECK(resolved("armies", json(R"({"attacker":{"armies":8},"defender":{},"city":{}})")) ==
          json(R"({"attacker":{"population":0,"armies":8,"advances":[],"extra_advantage":0},
                   "defender":{"population":0,"armies":0,"advances":[],"extra_advantage":0},
                   "population_limit":0,"city":{"engineering":[]}})"));
}

TEST_CASE("simple-combat in full: profiles in the order of first use, and their weapons") {
    CHECK(resolved("simple-combat", json(R"({"north":{"units":[{"id":"a","profile":"scout_car","at":[0,0]}]},
                                             "south":{"units":[{"id":"b","profile":"ark","at":[3,3]},{"id":"c","profile":"scout_car","at":[4,3]}]},
                                             "profiles":[{"profile":"ark","move_allowance":1,"armour":0,"damage_capacity":9,
                                                          "weapons":["machine_gun","bow"],"points":5},
                                                         {"profile":"raft","move_allowance":1,"armour":0,"damage_capacity":9,"weapons":[],"points":5}],
                                             "weapons":[{"weapon":"bow","to_hit":[5],"to_damage":[6],"power":1}]})")) == json(R"({
        "grid":"hex","width":21,"height":21,"turn_limit":15,
        "north":{"units":[{"id":"a","profile":"scout_car","at":[0,0]}]},
        "south":{"units":[{"id":"b","profile":"ark","at":[3,3]},{"id":"c","profile":"scout_car","at":[4,3]}]},
        "profiles":[{"profile":"scout_car","name":"Scout car","move_allowance":8,"armour":1,"damage_capacity":2,
                     "weapons":["machine_gun","machine_gun"],"points":32},
                    {"profile":"ark","name":"ark","move_allowance":1,"armour":0,"damage_capacity":9,"weapons":["machine_gun","bow"],"points":5}],
        "weapons":[{"weapon":"machine_gun","name":"Machine gun","to_hit":[3,4,5,null,null,null],"to_damage":[4,5,6,null,null,null],"power":1,
                    "twin":false,"indirect":false,"area":false,"one_shot":false,"reload":0},
                   {"weapon":"bow","name":"bow","to_hit":[5],"to_damage":[6],"power":1,"twin":false,"indirect":false,"area":false,"one_shot":false,"reload":0}],
        "house_rules":{"natural":false,"redirect":false,"units_block_los":false,"sight":"centre","fire_scale":1,"decides":"points",
                       "premeasure":true,"burning":false}})"));
}

TEST_CASE("as many kinds of units as two sides can bring fit into a resolved setup, and no more into any") {
    Json setup{{"roster", Json::array()}};
    const auto add = [&](const char* seat, const char* list, Json unit) {
        unit["unit"] = "u" + std::to_string(setup["roster"].size());
        setup[seat][list].push_back({{"unit", unit["unit"]}, {"count", 1}});
        setup["roster"].push_back(std::move(unit));
    };
    for (int i = 0; i < 64; ++i)
        for (const char* seat : {"attacker", "defender"}) {
            add(seat, "army", {{"class", "infantry"}, {"era", 1}});
            add(seat, "aircraft", {{"class", "aircraft"}, {"strength", 1}});
        }
    for (const char* id : {"advanced-combat", "phased-combat"}) {
        const Json full = resolved(id, setup);
        CHECK(full.at("roster").size() == 256);
        CHECK(ruleset(id).create(full));
        Json more = full;
        more["roster"].push_back({{"unit", "more"}, {"class", "infantry"}, {"era", 1}});
        CHECK(refused(id, more) == "/roster: has 257 entries; at most 256");
    }
}

TEST_CASE("as many profiles as there can be units, each with weapons of its own, fit into a resolved setup, and no more into any") {
    Json setup{{"width", 60}, {"height", 2}, {"profiles", Json::array()}, {"weapons", Json::array()}};
    for (int i = 0; i < 100; ++i) {
        const std::string id = 'p' + std::to_string(i);
        Json profile{{"profile", id}, {"move_allowance", 1}, {"armour", 0}, {"damage_capacity", 1}, {"weapons", Json::array()}, {"points", 1}};
        for (int k = 0; k < 4; ++k) {
            const std::string weapon = 'w' + std::to_string(setup["weapons"].size());
            setup["weapons"].push_back({{"weapon", weapon}, {"to_hit", {4}}, {"to_damage", {4}}, {"power", 1}});
            profile["weapons"].push_back(weapon);
        }
        setup["profiles"].push_back(std::move(profile));
        setup[i < 50 ? "north" : "south"]["units"].push_back({{"id", id}, {"profile", id}, {"at", {i % 50, i / 50}}});
    }
    const Json full = resolved("simple-combat", setup);
    CHECK(full.at("profiles").size() == 100);
    CHECK(full.at("weapons").size() == 400);
    CHECK(ruleset("simple-combat").create(full));
    Json more = full;
    more["profiles"].push_back(more["profiles"][0]);
    CHECK(refused("simple-combat", more) == "/profiles: has 101 entries; at most 100");
    more = full;
    more["weapons"].push_back(more["weapons"][0]);
    CHECK(refused("simple-combat", more) == "/weapons: has 401 entries; at most 400");
}
