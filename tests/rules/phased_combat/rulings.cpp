// The rulings C1 to C10 of rules/phased_combat/README.md, each on a battle small enough to follow by hand.
#include "tests/rules/phased_combat/story.hpp"

using namespace muster;
using namespace muster::test;

namespace {

using Lines = std::vector<std::string>;

const Json at_sea{{"ruleset", "fleet-combat"}};
const Json listed{{"policy", "listed"}};

/// The combat values that a seat's dice have in its first roll.
std::vector<int> values(const rules::ScenarioRun& run, std::size_t roll = 0) {
    std::vector<int> out;
    const Json groups = event(run, "rolled", roll).at("groups");
    for (const auto& group : groups) out.push_back(group.at("combat_value"));
    return out;
}

std::size_t dice_in(const rules::ScenarioRun& run, std::size_t roll, std::size_t group = 0) {
    return event(run, "rolled", roll).at("groups")[group].at("dice").size();
}

Json script(std::vector<Json> choices) { return {{"choices", std::move(choices)}}; }

}  // namespace

TEST_CASE("C1: air, artillery, cavalry, infantry, then retreat or the next round without the air") {
    const auto run = fight(setup_of("3 swordsmen, 1 chariots, 1 catapults / 1 biplanes", "9 swordsmen"), {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}, listed);
    CHECK(phased_story(run) == Lines{"round 1", "air", "attacker hits 0 null", "artillery", "attacker hits 0 null", "cavalry", "attacker hits 0 null",
                                     "infantry", "attacker hits 0 null", "defender hits 0 null", R"(attacker chooses retreat {"retreat":false})", "round 2",
                                     "artillery"});
    CHECK(run.needs_dice);
}

TEST_CASE("C1: a phase in which nobody has such units is left out") {
    CHECK(phased_story(fight(setup_of("1 swordsmen", "1 chariots"))) == Lines{"round 1", "cavalry"});
    CHECK(phased_story(fight(setup_of("1 swordsmen", "1 swordsmen"))) == Lines{"round 1", "infantry"});
}

TEST_CASE("C1: the battle ends the moment a side has no units, before those fire who have not") {
    const auto run = fight(setup_of("1 catapults", "1 swordsmen"), {2});
    CHECK(phased_story(run) == Lines{"round 1", "artillery", R"(attacker must hit_class {"class":"infantry"})", "attacker hits 1 infantry",
                                     "defender must casualties 1 swordsmen", "defender loses 1 swordsmen, keeps 0",
                                     R"(ended attacker annihilation {"attacker":1,"defender":0})"});
    CHECK(run.dice_left == 0);
}

TEST_CASE("C1: at sea the phases are air and fleet") {
    const auto run = fight(setup_of("1 galleys / 1 biplanes", "1 galleys"), {6, 6, 6}, {{"ruleset", "fleet-combat"}, {"policy", "listed"}});
    CHECK(phased_story(run) == Lines{"round 1", "air", "attacker hits 0 null", "fleet", "attacker hits 0 null", "defender hits 0 null",
                                     R"(attacker chooses retreat {"retreat":false})", "round 2", "fleet"});
}

TEST_CASE("C2: artillery hits on 1, cavalry on 2, infantry on 3, fleets on 2, aircraft on 1 + strength, modifiers on top") {
    const auto first = [](const char* army) { return values(fight(setup_of(army, "9 swordsmen"), std::vector<int>(40, 6)))[0]; };
    CHECK(first("1 trebuchets") == 1);
    CHECK(first("1 cannons") == 2);
    CHECK(first("1 howitzers+") == 4);
    CHECK(first("1 knights") == 2);
    CHECK(first("1 tanks+") == 4);
    CHECK(first("1 riflemen") == 3);
    CHECK(first("1 mechanized_infantry") == 5);
    CHECK(first("1 swordsmen / 1 stealth_aircraft") == 5);
    CHECK(values(fight(setup_of("1 galleys, 1 galleons+", "1 galleys"), std::vector<int>(40, 6), at_sea)) == std::vector{2, 5});
}

TEST_CASE("C2: aircraft of a setup's own may have a bonus, as any unit") {
    const auto value = [](int modifier, bool settlement) {
        const Json extra{{"roster", {{{"unit", "jets"}, {"class", "aircraft"}, {"strength", 2}, {"modifier", modifier}}}}, {"settlement", settlement}};
        const auto run = fight(setup_of("1 swordsmen / 1 jets", "9 swordsmen", extra), std::vector<int>(40, 6));
        CHECK(dice_in(run, 0) == 2);  // the strength alone
        return values(run)[0];
    };
    CHECK(value(0, false) == 3);
    CHECK(value(1, false) == 4);
    CHECK(value(1, true) == 3);
    CHECK(value(-9, false) == 1);
}

TEST_CASE("C2: a settlement takes one from all attackers but artillery, the Great Wall two and one from artillery, never below 1") {
    const auto with = [](Json extra) {
        const Json setup = setup_of("1 cannons, 1 knights, 1 riflemen / 1 jets", "9 catapults", std::move(extra));
        const auto run = fight(setup, std::vector<int>(60, 6), listed);
        std::vector<int> out;
        for (std::size_t i = 0; i < 5; ++i)
            if (event(run, "rolled", i).at("seat") == "attacker") out.push_back(values(run, i)[0]);
        return out;
    };
    CHECK(with(Json::object()) == std::vector{4, 2, 2, 3});
    CHECK(with({{"settlement", true}}) == std::vector{3, 2, 1, 2});
    CHECK(with({{"settlement", true}, {"great_wall", true}}) == std::vector{2, 1, 1, 1});
    CHECK(with({{"great_wall", true}}) == std::vector{4, 2, 2, 3});  // in the open field the wall is elsewhere
    CHECK(with({{"settlement", true}, {"great_wall", true}, {"house_rules", {{"air_penalty", false}}}}) == std::vector{4, 1, 1, 1});
}

TEST_CASE("C2: with a combat value of six and more each die hits") {
    const auto run = fight(setup_of("1 heroes", "9 swordsmen", {{"roster", {{{"unit", "heroes"}, {"class", "infantry"}, {"era", 2}, {"modifier", 9}}}}}),
                           {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}, listed);
    CHECK(event(run, "rolled").at("groups") == json(R"([{"label":"heroes","dice":[6,6],"combat_value":12,"hits":2}])"));
    CHECK(event(run, "hits_dealt").at("hits") == 2);
}

TEST_CASE("C2: a low modifier does not take a combat value below 1") {
    const auto run =
        fight(setup_of("1 cowards", "1 swordsmen", {{"roster", {{{"unit", "cowards"}, {"class", "cavalry"}, {"era", 1}, {"modifier", -9}}}}}), {1});
    CHECK(values(run) == std::vector{1});
    CHECK(event(run, "hits_dealt").at("hits") == 1);
}

TEST_CASE("C3: an aircraft rolls as many dice as its strength, and takes as many hits; or four by a house rule") {
    const Json setup = setup_of("1 swordsmen / 2 jets", "1 swordsmen / 1 jets");
    const auto run = fight(setup, {1, 1, 1, 6, 6, 6, 6, 6, 6});
    CHECK(dice_in(run, 0) == 6);
    CHECK(dice_in(run, 1) == 3);
    CHECK(texts(run, "casualties_taken")[0] == R"({"kept":0,"lost":[{"count":1,"enhanced":false,"unit":"jets"}],"seat":"defender"})");
    Json modern = setup;
    modern["house_rules"] = {{"air_era", "modern"}};
    const auto four = fight(modern, {1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 6, 6});
    CHECK(dice_in(four, 0) == 8);
    CHECK(dice_in(four, 1) == 4);
    CHECK(values(four) == std::vector{4});  // the strength still makes the combat value
    CHECK(texts(four, "casualties_taken")[0] == R"({"kept":3,"lost":[],"seat":"defender"})");
}

TEST_CASE("C4: the attacker rolls first, and both fight at full strength") {
    const auto run = fight(setup_of("1 swordsmen", "1 swordsmen"), {1, 1});
    CHECK(event(run, "rolled", 0).at("seat") == "attacker");
    CHECK(event(run, "rolled", 1).at("seat") == "defender");
    CHECK(run.outcome->reason == "mutual_destruction");
    CHECK(!run.outcome->winner);
}

TEST_CASE("C5: both state a class at once, sealed, of those that the enemy has") {
    const auto run = fight(setup_of("1 swordsmen, 1 trebuchets", "1 swordsmen, 1 catapults, 1 chariots"), {1, 6, 1});
    REQUIRE(run.pending.size() == 2);
    CHECK(run.pending[0].options == json(R"({"classes":["infantry","cavalry","artillery"],"hits":1})"));
    CHECK(run.pending[1].options == json(R"({"classes":["infantry","artillery"],"hits":1})"));
    for (const auto& ask : run.pending) CHECK(ask.kind == "hit_class");
}

TEST_CASE("C5: a class that nothing can kill may be named; the hits then go elsewhere") {
    const auto run =
        fight(setup_of("1 swordsmen", "1 riflemen, 1 chariots"), {6, 1, 6, 6, 6}, script({said("attacker", "hit_class", {{"class", "infantry"}})}));
    CHECK(phased_story(run) == Lines{"round 1", "cavalry", "defender hits 0 null", "infantry", R"(attacker chooses hit_class {"class":"infantry"})",
                                     "attacker hits 1 infantry", "defender hits 0 null", "defender must casualties 1 chariots",
                                     "defender loses 1 chariots, keeps 0"});
}

TEST_CASE("C5: without hits, in the air and at sea no class is stated") {
    CHECK(texts(fight(setup_of("1 swordsmen", "1 swordsmen, 1 chariots"), {6, 6, 6}), "chosen").empty());
    const auto air = fight(setup_of("1 swordsmen / 1 biplanes", "1 swordsmen, 1 knights"), {1});
    CHECK(phased_story(air) ==
          Lines{"round 1", "air", "attacker hits 1 null", "defender must casualties 1 swordsmen", "defender loses 1 swordsmen, keeps 0", "cavalry"});
    const auto sea = fight(setup_of("1 galleys", "1 galleys, 1 galleons"), {1, 6, 6, 6}, at_sea);
    CHECK(phased_story(sea) ==
          Lines{"round 1", "fleet", "attacker hits 1 null", "defender hits 0 null", "defender must casualties 1 galleys", "defender loses 1 galleys, keeps 0"});
}

TEST_CASE("C6: hits kill as long as they can, in any way; what is left is kept and joins the next") {
    const Json setup = setup_of("2 trebuchets", "1 dragoons, 2 knights");
    const auto asked = fight(setup, {1, 1, 1, 1});
    REQUIRE(asked.pending.size() == 1);
    CHECK(asked.pending[0].options ==
          json(R"({"hits":4,"class":"cavalry","kept":0,"first":"cavalry","candidates":[{"unit":"dragoons","enhanced":false,"class":"cavalry","era":3,"count":1},
                                                                     {"unit":"knights","enhanced":false,"class":"cavalry","era":2,"count":2}]})"));
    CHECK(phased_story(fight(setup, {1, 1, 1, 1}, script({loses("defender", "2 knights")}))).back() == "cavalry");
    const auto run =
        fight(setup, {1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 1}, script({loses("defender", "1 dragoons"), said("attacker", "retreat", {{"retreat", false}})}));
    CHECK(phased_story(run) == Lines{"round 1", "artillery", R"(attacker must hit_class {"class":"cavalry"})", "attacker hits 4 cavalry",
                                     "defender chooses casualties 1 dragoons", "defender loses 1 dragoons, keeps 1", "cavalry", "defender hits 0 null",
                                     R"(attacker chooses retreat {"retreat":false})", "round 2", "artillery", R"(attacker must hit_class {"class":"cavalry"})",
                                     "attacker hits 1 cavalry", "defender must casualties 1 knights", "defender loses 1 knights, keeps 0", "cavalry"});
    CHECK(run.dice_left == 0);
}

TEST_CASE("C6: the stated class takes the hits first, kept ones too, and what it leaves goes on") {
    // Two hits kill no rifleman: the chariots take one. The other waits until, with two more, it is one of the riflemen's.
    const auto run = fight(setup_of("2 trebuchets, 1 swordsmen", "3 riflemen, 1 chariots"), {1, 1, 6, 6, 1, 6, 6, 6, 6, 6, 6, 6, 6, 6, 1, 6, 6, 6},
                           script({said("attacker", "hit_class", {{"class", "infantry"}}), said("attacker", "retreat", {{"retreat", false}})}));
    CHECK(phased_story(run) == Lines{"round 1", "artillery", R"(attacker chooses hit_class {"class":"infantry"})", "attacker hits 2 infantry",
                                     "defender must casualties 1 chariots", "defender loses 1 chariots, keeps 1", "infantry",
                                     R"(attacker must hit_class {"class":"infantry"})", "attacker hits 1 infantry", "defender hits 0 null",
                                     "defender loses nothing, keeps 2", R"(attacker chooses retreat {"retreat":false})", "round 2", "artillery",
                                     R"(attacker must hit_class {"class":"infantry"})", "attacker hits 1 infantry", "defender must casualties 1 riflemen",
                                     "defender loses 1 riflemen, keeps 0", "infantry"});
    CHECK(run.dice_left == 0);
}

TEST_CASE("C6: both choose their casualties at once") {
    const auto run = fight(setup_of("1 trebuchets, 1 trebuchets+, 1 swordsmen", "2 trebuchets, 1 trebuchets+"), {1, 1, 6, 6, 1, 1, 6, 6, 6, 6},
                           script({said("defender", "hit_class", {{"class", "artillery"}})}));
    REQUIRE(run.pending.size() == 2);
    CHECK(run.pending[0].kind == "casualties");
    CHECK(run.pending[1].kind == "casualties");
}

TEST_CASE("C7: hits from the air go to aircraft first, then wherever the owner likes") {
    const auto run = fight(setup_of("1 swordsmen / 2 jets", "1 swordsmen, 1 chariots / 1 biplanes"), {1, 1, 6, 6, 6, 6, 6});
    REQUIRE(run.pending.size() == 1);
    CHECK(run.pending[0].options ==
          json(R"({"hits":2,"class":null,"kept":0,"first":"aircraft","candidates":[{"unit":"swordsmen","enhanced":false,"class":"infantry","era":1,"count":1},
                                                                {"unit":"chariots","enhanced":false,"class":"cavalry","era":1,"count":1},
                                                                {"unit":"biplanes","enhanced":false,"class":"aircraft","era":1,"count":1}]})"));
    const auto lost = fight(setup_of("1 swordsmen / 2 jets", "1 swordsmen, 1 chariots / 1 biplanes"), {1, 1, 6, 6, 6, 6, 6},
                            script({loses("defender", "1 chariots, 1 biplanes")}));
    CHECK(phased_story(lost).back() == "infantry");
}

TEST_CASE("C7: hits that an aircraft outlives are kept, and strike the ground at the end of the next phase") {
    const auto run = fight(setup_of("1 swordsmen / 1 jets", "1 swordsmen, 1 knights / 1 jets"), {1, 1, 6, 6, 6, 6, 6, 6, 6, 6},
                           {{"choices", {loses("defender", "1 swordsmen")}}});
    CHECK(phased_story(run) == Lines{"round 1", "air", "attacker hits 2 null", "defender hits 0 null", "defender loses nothing, keeps 2", "cavalry",
                                     "defender hits 0 null", "defender chooses casualties 1 swordsmen", "defender loses 1 swordsmen, keeps 1", "infantry",
                                     "attacker hits 0 null"});
}

TEST_CASE("C7: by a house rule hits that an aircraft outlives are lost") {
    const Json lost{{"house_rules", {{"air_leftover", "lost"}}}};
    const auto run = fight(setup_of("1 swordsmen / 1 jets", "1 swordsmen, 1 knights / 1 jets", lost), {1, 1, 6, 6, 6, 6, 6, 6, 6, 6});
    CHECK(phased_story(run) == Lines{"round 1", "air", "attacker hits 2 null", "defender hits 0 null", "defender loses nothing, keeps 0", "cavalry",
                                     "defender hits 0 null", "infantry", "attacker hits 0 null", "defender hits 0 null"});
    // Not where the aircraft die, or where there were none: then they carry over as ever.
    const auto dead = fight(setup_of("1 swordsmen / 2 jets", "1 knights / 1 biplanes", lost), {1, 1, 6, 6, 6, 6, 6});
    CHECK(phased_story(dead)[5] == "defender loses 1 biplanes, keeps 1");
    const auto none = fight(setup_of("1 swordsmen / 1 jets", "1 knights", lost), {1, 6, 6});
    CHECK(phased_story(none)[3] == "defender loses nothing, keeps 1");
}

TEST_CASE("C8: a side with aircraft only has lost against ground units") {
    const auto run = fight(setup_of("1 swordsmen / 1 biplanes", "1 swordsmen / 1 jets"), {6, 6, 6, 6, 1, 6});
    CHECK(phased_story(run).back() == R"(ended attacker annihilation {"attacker":2,"defender":1})");
}

TEST_CASE("C8: two sides with aircraft only: nobody wins; aircraft hold the field against nothing") {
    const auto both = fight(setup_of("1 swordsmen / 1 biplanes", "1 swordsmen / 1 biplanes"), {6, 6, 1, 1});
    CHECK(phased_story(both).back() == R"(ended null mutual_destruction {"attacker":1,"defender":1})");
    const auto one = fight(setup_of("1 swordsmen", "1 swordsmen / 1 biplanes"), {6, 1, 1});
    CHECK(phased_story(one).back() == R"(ended defender annihilation {"attacker":0,"defender":1})");
}

TEST_CASE("C8: by a house rule a side may come with aircraft alone; they attack, and can't hold ground") {
    const auto setup = [](const char* army, const char* planes, bool alone) {
        Json out = setup_of("1 swordsmen / 1 biplanes", army, {{"house_rules", {{"air_alone", alone}}}});
        out["attacker"]["army"] = Json::array();
        if (planes) out["defender"] = {{"army", Json::array()}, {"aircraft", {{{"unit", planes}, {"count", 1}}}}};
        return out;
    };
    CHECK(refused_setup(setup("1 swordsmen", nullptr, false), "phased-combat") == "/attacker/army: needs at least 1 entry");
    Json nothing = setup("1 swordsmen", nullptr, true);
    nothing["attacker"].erase("aircraft");
    CHECK(refused_setup(nothing, "phased-combat") == "/attacker/army: needs at least 1 entry");
    CHECK(phased_story(fight(setup("2 swordsmen", nullptr, true), {2})) == Lines{"round 1", "air", "attacker hits 1 null",
                                                                                 "defender must casualties 1 swordsmen", "defender loses 1 swordsmen, keeps 0",
                                                                                 R"(ended defender annihilation {"attacker":1,"defender":1})"});
    CHECK(phased_story(fight(setup("1 swordsmen", nullptr, true), {2})).back() == R"(ended attacker annihilation {"attacker":1,"defender":0})");
    CHECK(phased_story(fight(setup("1 swordsmen", "biplanes", true), {6, 6})).back() == R"(ended null mutual_destruction {"attacker":1,"defender":1})");
    Json sea = setup("1 galleys", nullptr, true);
    CHECK(phased_story(fight(sea, {6}, at_sea)).back() == R"(ended defender annihilation {"attacker":1,"defender":1})");
}

namespace {

/// The options of the attacker's retreat from an idle round, with these regions.
Json retreats(const char* regions) {
    const auto run = fight(setup_of("1 swordsmen", "1 swordsmen", {{"retreat_regions", json(regions)}}), {6, 6});
    REQUIRE(run.pending.size() == 1);
    CHECK(run.pending[0].seat == 0);
    CHECK(run.pending[0].kind == "retreat");
    CHECK(run.pending[0].preset == json(R"({"retreat":false})"));
    return run.pending[0].options;
}

}  // namespace

TEST_CASE("C9: a retreat goes to a region of one's own if there is one, else to a neutral one without an undefended city") {
    CHECK(retreats(R"([{"name":"Gaul","control":"attacker"},{"name":"Spain","control":"neutral"},{"name":"Crete","control":"attacker"}])") ==
          json(R"({"regions":["Gaul","Crete"],"destroyed":false})"));
    CHECK(retreats(R"([{"name":"Spain","control":"neutral"},{"name":"Rome","control":"other"},{"name":"Crete","control":"neutral","undefended_city":true}])") ==
          json(R"({"regions":["Spain"],"destroyed":false})"));
    CHECK(retreats(R"([{"name":"Gaul","control":"attacker","undefended_city":true}])") == json(R"({"regions":["Gaul"],"destroyed":false})"));
    CHECK(retreats(R"([{"name":"Rome","control":"other"},{"name":"Crete","control":"neutral","undefended_city":true}])") ==
          json(R"({"regions":[],"destroyed":true})"));
}

TEST_CASE("C9: who retreats has lost the battle, not the army") {
    const auto run = fight(setup_of("2 swordsmen / 1 jets", "1 swordsmen", {{"retreat_regions", {{{"name", "Gaul"}, {"control", "neutral"}}}}}),
                           {6, 6, 6, 6, 6, 6}, script({said("attacker", "retreat", {{"retreat", true}, {"region", "Gaul"}})}));
    CHECK(phased_story(run)[phased_story(run).size() - 2] == "retreated Gaul");
    CHECK(phased_story(run).back() == R"(ended defender retreat {"attacker":3,"defender":1})");
}

TEST_CASE("C9: with nowhere to go the retreating army is destroyed") {
    const auto run = fight(setup_of("2 swordsmen", "1 swordsmen"), {6, 6, 6}, script({said("attacker", "retreat", {{"retreat", true}})}));
    CHECK(phased_story(run)[phased_story(run).size() - 2] == "retreated null");
    CHECK(phased_story(run).back() == R"(ended defender destroyed_in_retreat {"attacker":0,"defender":1})");
}

TEST_CASE("C10: `listed` states the class with the largest capacity; of equals infantry, then cavalry") {
    const auto stated = [](const char* enemy) {
        return event(fight(setup_of("1 catapults", enemy), {1, 6, 6, 6, 6, 6, 6, 6}, listed), "chosen").at("choice").at("class");
    };
    CHECK(stated("2 swordsmen, 1 dragoons") == "cavalry");
    CHECK(stated("3 swordsmen, 1 dragoons, 1 pikemen") == "infantry");
    CHECK(stated("3 chariots, 3 swordsmen") == "infantry");
    CHECK(stated("1 trebuchets, 2 chariots") == "cavalry");
}

TEST_CASE("C10: `listed` loses the oldest era first, then the last listed; after the stated class infantry, cavalry, artillery") {
    const auto lost = [](const char* enemy, int hits) {
        std::vector<int> dice(60, 6);
        for (int i = 0; i < hits; ++i) dice[static_cast<std::size_t>(i)] = 1;
        return event(fight(setup_of("9 catapults", enemy), dice, listed), "casualties_taken").at("lost").dump();
    };
    CHECK(lost("1 pikemen, 2 swordsmen, 2 swordsmen+", 3) ==
          R"([{"count":1,"enhanced":false,"unit":"swordsmen"},{"count":2,"enhanced":true,"unit":"swordsmen"}])");
    // The cavalry is largest; one hit is left for the infantry, not for the chariots' artillery.
    CHECK(lost("1 dragoons, 1 swordsmen, 1 swordsmen+", 4) ==
          R"([{"count":1,"enhanced":false,"unit":"dragoons"},{"count":1,"enhanced":true,"unit":"swordsmen"}])");
}

TEST_CASE("`best` keeps the better combat value and what has yet to fire, and hits where it costs the enemy most") {
    const auto run =
        fight(setup_of("2 cannons, 1 mechanized_infantry", "1 howitzers+, 1 machine_gunners, 1 tanks+"), {1, 1, 1, 1, 6, 6, 1, 1, 1, 1}, {{"policy", "best"}});
    // Artillery has fired: the howitzers' dice count 4 x 2, those of the tanks 4 x 3, of the machine gunners 3 x 3.
    CHECK(texts(run, "chosen")[0] == R"({"choice":{"class":"cavalry"},"decision":1,"kind":"hit_class","seat":"attacker"})");
    CHECK(event(run, "chosen", 1).at("choice") == json(R"({"class":"infantry"})"));
    const auto sea =
        fight(setup_of("2 galleons", "2 galleys, 2 galleys+, 1 galleons"), {1, 1, 1, 6, 6, 6, 6, 6, 6, 6}, {{"ruleset", "fleet-combat"}, {"policy", "best"}});
    CHECK(event(sea, "casualties_taken").at("lost").dump() ==
          R"([{"count":2,"enhanced":false,"unit":"galleys"},{"count":1,"enhanced":true,"unit":"galleys"}])");
}
