// The rulings A1 to A18 of rules/advanced_combat/README.md, each on a battle small enough to follow by hand.
#include "tests/rules/play.hpp"

using namespace muster;
using namespace muster::test;

namespace {
const Json listed{{"policy", "listed"}};
}

TEST_CASE("A1: with equal numbers both put everything forward and nobody decides") {
    const auto run = play(setup_of("1 swordsmen, 1 knights", "2 pikemen"), {1, 1, 1, 1});
    CHECK(texts(run, "chosen").empty());
    CHECK(texts(run, "wave_formed")[0] ==
          R"({"seat":"attacker","units":[{"count":1,"enhanced":false,"unit":"swordsmen"},{"count":1,"enhanced":false,"unit":"knights"}]})");
    CHECK(texts(run, "wave_formed")[1] == R"({"seat":"defender","units":[{"count":2,"enhanced":false,"unit":"pikemen"}]})");
}

TEST_CASE("A1: who picks the wave is asked anew in each phase") {
    auto run = play(setup_of("2 swordsmen, 1 chariots", "1 swordsmen, 1 chariots"));
    REQUIRE(run.pending.size() == 1);
    CHECK(run.pending[0].seat == 0);
    CHECK(run.pending[0].kind == "wave");
    // Both of the attacker's wave die, nobody of the defender's: now the defender has more.
    run = play(setup_of("2 swordsmen, 1 chariots", "1 swordsmen, 1 catapults"), {1, 1, 5, 5},
               {{"choices", {{{"seat", "attacker"}, {"kind", "wave"}, {"choice", {{"units", {{{"unit", "swordsmen"}, {"count", 2}}}}}}}}}});
    REQUIRE(run.pending.size() == 1);
    CHECK(run.pending[0].seat == 1);
    CHECK(run.pending[0].options ==
          json(R"({"size":1,"available":[{"unit":"swordsmen","enhanced":false,"count":1},{"unit":"catapults","enhanced":false,"count":1}]})"));
}

TEST_CASE("A2: bonuses count the waves, the settlement counts the defender's whole living army") {
    const auto run = play(setup_of("2 swordsmen+ / tech 4", "5 swordsmen / tech 2", {{"settlement", {{"current_era", 1}}}}), {5, 5, 1, 1, 5, 1}, listed);
    CHECK(
        texts(run, "totalled")[0] ==
        R"({"lines":[{"line":"base","value":10},{"line":"unit_modifiers","value":2},{"line":"science","value":2},{"line":"settlement","value":-5}],"seat":"attacker","total":9})");
    // One defender died: four are left, and count.
    CHECK(line(run, 2, "settlement") == -4);
}

TEST_CASE("A3: sixes count as fives, and a unit's die counts as often as its era") {
    const auto run = play(setup_of("1 tanks / 1 jets", "1 tanks"), {6, 6, 2});
    CHECK(texts(run, "totalled")[0] == R"({"lines":[{"line":"base","value":20},{"line":"aircraft","value":15}],"seat":"attacker","total":35})");
    CHECK(total(run, 1) == 8);
    CHECK(event(run, "rolled").at("groups") == json(R"([{"label":"tanks","dice":[6]},{"label":"jets","dice":[6]}])"));
}

TEST_CASE("A4: modifiers are added once per unit, enhanced ones on top") {
    const auto run = play(setup_of("2 howitzers, 1 howitzers+", "3 tanks+"), {1, 1, 1, 1, 1, 1});
    CHECK(line(run, 0, "unit_modifiers") == 1 + 1 + 3);
    CHECK(line(run, 1, "unit_modifiers") == 6);
    CHECK(event(run, "rolled").at("groups")[1].at("label") == "howitzers (enhanced)");
}

TEST_CASE("A5: the side that leads has the scientific bonus, per unit and two technologies") {
    const auto setup = setup_of("3 swordsmen / tech 1", "3 swordsmen / 2 biplanes / tech 4");
    CHECK(line(play(setup, {1, 1, 1, 1, 1, 1, 1, 1}), 0, "science") == 0);
    CHECK(line(play(setup, {1, 1, 1, 1, 1, 1, 1, 1}), 1, "science") == 4);  // 3 units x 3 / 2; aircraft do not count
    auto pair = setup;
    pair["house_rules"] = {{"science_rounding", "pair"}};
    CHECK(line(play(pair, {1, 1, 1, 1, 1, 1, 1, 1}), 1, "science") == 3);
}

TEST_CASE("A6: cavalry over infantry, infantry over artillery, artillery over cavalry, by the era of one's own piece") {
    const auto run = play(setup_of("1 tanks, 1 pikemen, 1 catapults", "1 swordsmen, 1 cannons, 1 knights"), {1, 1, 1, 1, 1, 1});
    CHECK(line(run, 0, "cia") == 4 + 2 + 1);
    CHECK(line(run, 1, "cia") == 1 + 3 + 2);
    CHECK(line(play(setup_of("3 chariots", "2 swordsmen, 1 chariots"), {1, 1, 1, 1, 1, 1}), 0, "cia") == 2);  // one to one
}

TEST_CASE("A6: which pieces are matched is a house rule") {
    const auto cia = [](const char* rule) {
        const auto run = play(setup_of("1 tanks, 2 chariots", "2 swordsmen, 1 swordsmen+", {{"house_rules", {{"cia", rule}}}}), {1, 1, 1, 1, 1, 1});
        return line(run, 0, "cia");
    };
    CHECK(cia("best") == 6);
    CHECK(cia("worst") == 6);  // three matches: all of them
    CHECK(cia("same_era") == 2);
    CHECK(cia("oldest_era") == 3);
    const auto two = [](const char* rule) {
        return line(play(setup_of("1 tanks, 2 chariots", "2 swordsmen, 1 galleons",
                                  {{"roster", {{{"unit", "galleons"}, {"class", "artillery"}, {"era", 1}}}}, {"house_rules", {{"cia", rule}}}}),
                         {1, 1, 1, 1, 1, 1}),
                    0, "cia");
    };
    CHECK(two("best") == 5);
    CHECK(two("worst") == 2);
    CHECK(two("same_era") == 2);
    CHECK(two("oldest_era") == 2);
}

TEST_CASE("A6: only the era of the oldest gives the six of the source's second example, and it leaves the first as it is") {
    const auto lines = [](const char* attacker, const char* defender, std::size_t dice, const char* rule) {
        const auto run = play(setup_of(attacker, defender, {{"house_rules", {{"cia", rule}}}}), std::vector<int>(dice, 1));
        return std::pair(line(run, 0, "cia"), line(run, 1, "cia"));
    };
    const auto planes = [&](const char* rule) { return lines("3 tanks, 3 machine_gunners", "4 tanks, 2 knights", 12, rule); };
    CHECK(planes("oldest_era") == std::pair(0, 6));
    CHECK(planes("best") == std::pair(0, 12));
    CHECK(planes("worst") == std::pair(0, 8));
    CHECK(planes("same_era") == std::pair(0, 12));
    for (const auto* rule : {"best", "oldest_era"}) {
        CHECK(lines("3 swordsmen, 3 catapults", "5 catapults, 1 chariots", 12, rule) == std::pair(4, 1));
        CHECK(lines("2 chariots", "2 catapults", 4, rule) == std::pair(0, 2));
        CHECK(lines("1 chariots", "1 catapults", 2, rule) == std::pair(0, 1));
    }
}

TEST_CASE("A7: the settlement takes its era per defender; the Great Wall two, in the ancient era only") {
    const auto penalty = [](const char* settlement) {
        return line(play(setup_of("3 tanks", "2 swordsmen / 3 jets", {{"settlement", json(settlement)}}), {1, 1, 1, 1, 1, 1}), 0, "settlement");
    };
    CHECK(penalty(R"({"current_era":1})") == -2);
    CHECK(penalty(R"({"current_era":3})") == -6);
    CHECK(penalty(R"({"current_era":1,"great_wall":true})") == -4);
    CHECK(penalty(R"({"current_era":2,"great_wall":true})") == -4);
    CHECK(penalty(R"({"current_era":4,"great_wall":true})") == -8);
    CHECK(penalty("{}") == -8);  // the newest era present: the attacker's tanks
    CHECK(penalty("null") == 0);
}

TEST_CASE("A7: whether aircraft are among a settlement's defenders is a house rule") {
    const auto run = [](bool air_defends) {
        const Json extra{{"settlement", {{"current_era", 1}}}, {"house_rules", {{"air_defends", air_defends}}}};
        return play(setup_of("1 tanks", "2 swordsmen / 2 biplanes", extra), {5, 1, 1, 5, 1, 1}, listed);
    };
    CHECK(line(run(false), 0, "settlement") == -2);
    CHECK(line(run(true), 0, "settlement") == -4);
    CHECK(line(run(true), 1, "settlement") == 0);
    // A swordsman fell with its biplane.
    CHECK(line(run(false), 2, "settlement") == -1);
    CHECK(line(run(true), 2, "settlement") == -2);
}

TEST_CASE("A7: aircraft among a settlement's defenders can be what makes a stand-off certain") {
    // A knight reaches 10 + 2 - 6, with the biplane 10 + 2 - 9; a swordsman and the biplane reach 5.
    const auto reason = [](bool air_defends) {
        const Json extra{{"settlement", {{"current_era", 3}}},
                         {"roster", {{{"unit", "swordsmen"}, {"class", "infantry"}, {"era", 1}, {"modifier", -5}}}},
                         {"house_rules", {{"air_defends", air_defends}}}};
        const auto run = play(setup_of("1 knights", "2 swordsmen / 1 biplanes", extra));
        return run.outcome ? run.outcome->reason : "goes on";
    };
    CHECK(reason(false) == "goes on");
    CHECK(reason(true) == "standoff");
}

TEST_CASE("A8: a total below nothing is nothing") {
    const auto run = play(setup_of("1 knights", "2 knights", {{"settlement", {{"current_era", 4}}}}), {1, 1}, listed);
    CHECK(texts(run, "totalled")[0] == R"({"lines":[{"line":"base","value":2},{"line":"settlement","value":-8}],"seat":"attacker","total":0})");
}

TEST_CASE("A9: both totals are rolled before anyone is removed") {
    const auto run = play(setup_of("1 swordsmen", "1 swordsmen"), {5, 6});
    REQUIRE(run.outcome);
    CHECK(run.outcome->reason == "mutual_destruction");
    std::vector<std::string> names;
    for (const auto& event : run.events) names.push_back(event.name);
    CHECK(names == std::vector<std::string>{"phase_started", "wave_formed", "wave_formed", "rolled", "totalled", "rolled", "totalled", "chosen",
                                            "casualties_taken", "chosen", "casualties_taken", "battle_ended"});
}

TEST_CASE("A10: whole units absorb five per era, the oldest era first, and what is left is lost") {
    // 24 damage: two swordsmen (10), one pikeman (10), 4 are lost; the second pikeman and the rifleman live.
    const auto run = play(setup_of("4 riflemen", "2 swordsmen, 2 pikemen"), {2, 2, 2, 2, 1, 1, 1, 1});
    CHECK(
        texts(run, "casualties_taken")[1] ==
        R"({"absorbed":20,"aircraft_lost":[],"damage":24,"lost":[{"count":2,"enhanced":false,"unit":"swordsmen"},{"count":1,"enhanced":false,"unit":"pikemen"}],"seat":"defender"})");
}

TEST_CASE("A10: the owner chooses between types of one era only") {
    const auto run = play(setup_of("3 catapults", "1 swordsmen, 1 chariots, 1 pikemen"), {1, 1, 1, 1, 1, 1});
    REQUIRE(run.pending.size() == 1);
    CHECK(run.pending[0].seat == 1);
    CHECK(run.pending[0].kind == "casualties");
    CHECK(run.pending[0].options == json(R"({"damage":7,"must_lose":[{"era":1,"count":1}],"candidates":[
        {"unit":"swordsmen","enhanced":false,"era":1,"count":1,"supported":0},{"unit":"chariots","enhanced":false,"era":1,"count":1,"supported":0}]})"));
}

TEST_CASE("A10: nobody outside the wave dies") {
    const auto run = play(setup_of("5 swordsmen", "1 tanks"), {1, 6});
    CHECK(event(run, "casualties_taken", 0) ==
          json(R"({"seat":"attacker","damage":24,"absorbed":5,"lost":[{"unit":"swordsmen","enhanced":false,"count":1}],"aircraft_lost":[]})"));
}

TEST_CASE("A11: when both sides are gone nobody wins") {
    const auto run =
        play(setup_of("1 swordsmen", "1 swordsmen",
                      {{"settlement", {{"current_era", 1}}}, {"roster", {{{"unit", "swordsmen"}, {"class", "infantry"}, {"era", 1}, {"modifier", 1}}}}}),
             {5, 5});
    CHECK(final_line(run) == R"({"outcome":{"winner":null,"reason":"mutual_destruction","survivors":{"attacker":0,"defender":0}}})");
}

TEST_CASE("A12: a knight against four swordsmen in a medieval settlement is a stand-off at once") {
    const auto setup = setup_of("1 knights", "4 swordsmen", {{"settlement", {{"current_era", 2}}}});
    const auto run = play(setup);
    CHECK(run.events.size() == 1);
    CHECK(final_line(run) == R"({"outcome":{"winner":null,"reason":"standoff","survivors":{"attacker":1,"defender":4}}})");
    auto free = setup;
    free["house_rules"] = {{"standoff", "free_withdrawal"}};
    CHECK(final_line(play(free)) == R"({"outcome":{"winner":null,"reason":"free_withdrawal","survivors":{"attacker":1,"defender":4}}})");
}

TEST_CASE("A12: the older word for a free withdrawal ends as it did, and new battles have today's word in its place") {
    auto older = setup_of("1 knights", "4 swordsmen", {{"settlement", {{"current_era", 2}}}, {"house_rules", {{"standoff", "attacker_withdraws_freely"}}}});
    CHECK(final_line(play(older)) == R"({"outcome":{"winner":null,"reason":"withdrawal","survivors":{"attacker":1,"defender":4}}})");
    const Json resolved = rules::shipped_rulesets().find("advanced-combat")->resolve(older).value();
    CHECK(resolved.at("/house_rules/standoff"_json_pointer) == "free_withdrawal");
    CHECK(play(resolved).outcome->reason == "free_withdrawal");
}

TEST_CASE("A12: a battle can run into a stand-off later") {
    // Two knights reach 20 - 8, one knight only 10 - 8.
    const auto run = play(setup_of("2 knights", "4 swordsmen", {{"settlement", {{"current_era", 2}}}}), {1, 1, 5, 5}, listed);
    REQUIRE(run.outcome);
    CHECK(run.outcome->reason == "standoff");
    CHECK(run.outcome->survivors == json(R"({"attacker":1,"defender":4})"));
}

TEST_CASE("A12: after a hundred phases in which nobody was lost it is a stand-off") {
    const auto run = play(setup_of("1 swordsmen", "1 swordsmen"), std::vector<int>(200, 1));
    REQUIRE(run.outcome);
    CHECK(run.outcome->reason == "standoff");
    CHECK(run.dice_left == 0);
    CHECK(texts(run, "phase_started").size() == 100);
    CHECK(texts(run, "chosen").empty());
    // A loss starts the count anew.
    std::vector<int> dice(2 * 99, 1);
    dice.insert(dice.end(), {5, 1});
    dice.insert(dice.end(), std::size_t{2} * 100, 1);
    const auto longer = play(setup_of("1 swordsmen", "2 swordsmen"), dice);
    CHECK(longer.outcome);
    CHECK(texts(longer, "phase_started").size() == 200);
}

TEST_CASE("A13: one class per phase, one aircraft per unit of it, and the strongest take part") {
    const auto run = play(setup_of("2 tanks, 1 machine_gunners / 2 biplanes, 1 jets, 1 monoplanes", "3 tanks"), std::vector<int>(8, 2),
                          {{"choices", {{{"seat", "attacker"}, {"kind", "air_support"}, {"choice", {{"class", "cavalry"}}}}}}});
    CHECK(
        texts(run, "air_support_declared")[0] ==
        R"({"class":"cavalry","pairs":[{"aircraft":"jets","count":1,"enhanced":false,"unit":"tanks"},{"aircraft":"monoplanes","count":1,"enhanced":false,"unit":"tanks"}],"seat":"attacker"})");
    CHECK(line(run, 0, "aircraft") == 2 * 3 + 2 * 2);
}

TEST_CASE("A13: a plane dies with the unit it is paired with; unsupported units die first") {
    // 3 swordsmen with 2 planes; 10 damage kills two: the one without a plane, and one with.
    const Json setup = setup_of("3 swordsmen / 1 jets, 1 biplanes", "3 swordsmen");
    const auto run = play(setup, {1, 1, 1, 1, 1, 5, 4, 1}, listed);
    CHECK(event(run, "casualties_taken", 0).at("aircraft_lost") == json(R"([{"unit":"biplanes","count":1}])"));
    // The owner may say otherwise.
    const auto asked = play(setup, {1, 1, 1, 1, 1, 5, 4, 1});
    REQUIRE(asked.pending.size() == 1);
    CHECK(asked.pending[0].options ==
          json(R"({"damage":10,"must_lose":[{"era":1,"count":2}],"candidates":[{"unit":"swordsmen","enhanced":false,"era":1,"count":3,"supported":2}]})"));
    CHECK(asked.pending[0].preset == json(R"({"units":[{"unit":"swordsmen","enhanced":false,"count":2,"supported":1}]})"));
    const auto both = play(
        setup, {1, 1, 1, 1, 1, 5, 4, 1},
        {{"choices", {{{"seat", "attacker"}, {"kind", "casualties"}, {"choice", {{"units", {{{"unit", "swordsmen"}, {"count", 2}, {"supported", 2}}}}}}}}}});
    CHECK(event(both, "casualties_taken", 0).at("aircraft_lost") == json(R"([{"unit":"jets","count":1},{"unit":"biplanes","count":1}])"));
}

TEST_CASE("A13: with per_unit each dead unit of the supported class takes the weakest plane along") {
    const auto run =
        play(setup_of("3 swordsmen / 1 jets, 1 biplanes", "3 swordsmen", {{"house_rules", {{"air_loss", "per_unit"}}}}), {1, 1, 1, 1, 1, 5, 4, 1}, listed);
    CHECK(event(run, "casualties_taken", 0).at("aircraft_lost") == json(R"([{"unit":"jets","count":1},{"unit":"biplanes","count":1}])"));
    const auto one =
        play(setup_of("3 swordsmen / 1 jets, 1 biplanes", "3 swordsmen", {{"house_rules", {{"air_loss", "per_unit"}}}}), {1, 1, 1, 1, 1, 5, 1, 1}, listed);
    CHECK(event(one, "casualties_taken", 0).at("aircraft_lost") == json(R"([{"unit":"biplanes","count":1}])"));
}

TEST_CASE("A13: a side without ground units loses its aircraft and the battle") {
    const auto run = play(setup_of("1 swordsmen / 3 biplanes", "1 tanks"), {1, 1, 6}, listed);
    CHECK(event(run, "casualties_taken", 0).at("aircraft_lost") == json(R"([{"unit":"biplanes","count":3}])"));
    CHECK(final_line(run) == R"({"outcome":{"winner":"defender","reason":"annihilation","survivors":{"attacker":0,"defender":1}}})");
}

TEST_CASE("A18: by a house rule the smaller army declares its air support before the larger one chooses its wave") {
    const auto names = [](const rules::ScenarioRun& run) {
        std::string out;
        for (const auto& event : run.events) {
            const Json data = json(event.data);
            if (event.name == "wave_formed" || event.name == "air_support_declared")
                out += event.name + ' ' + data.at("seat").get<std::string>() + ' ' + data.value("class", "") + '\n';
        }
        return out;
    };
    const Json support_first{{"house_rules", {{"support_first", true}}}};
    const auto asked = [](const rules::ScenarioRun& run) {
        REQUIRE(run.pending.size() == 1);
        return std::to_string(run.pending[0].seat) + ' ' + run.pending[0].kind;
    };
    // The larger army knows where they fly, and declares its own support after its wave.
    const auto defender_larger = [&](const Json& choices) {
        return play(setup_of("1 tanks, 1 machine_gunners / 1 biplanes", "2 tanks, 2 knights / 1 jets", support_first), {}, {{"choices", choices}});
    };
    CHECK(asked(defender_larger(Json::array())) == "0 air_support");
    Json choices = json(R"([{"seat":"attacker","kind":"air_support","choice":{"class":"cavalry"}}])");
    CHECK(asked(defender_larger(choices)) == "1 wave");
    choices.push_back(json(R"({"seat":"defender","kind":"wave","choice":{"units":[{"unit":"tanks","count":1},{"unit":"knights","count":1}]}})"));
    CHECK(asked(defender_larger(choices)) == "1 air_support");
    CHECK(names(defender_larger(choices)) == "wave_formed attacker \nair_support_declared attacker cavalry\nwave_formed defender \n");
    // The attacker may be the larger one; support with one way only is declared first too.
    const auto attacker_larger = play(setup_of("3 tanks / 1 jets", "2 swordsmen / 2 biplanes", support_first));
    CHECK(names(attacker_larger) ==
          "wave_formed defender \nair_support_declared defender infantry\nwave_formed attacker \nair_support_declared attacker cavalry\n");
    // Equal armies choose no wave: the attacker first, as ever.
    CHECK(asked(play(setup_of("1 tanks, 1 riflemen / 1 jets", "1 swordsmen, 1 chariots / 1 biplanes", support_first))) == "0 air_support");
    // And so without the house rule.
    CHECK(asked(play(setup_of("1 tanks, 1 machine_gunners / 1 biplanes", "2 tanks, 2 knights / 1 jets"))) == "1 wave");
}

TEST_CASE("the source's second example, number by number, by the house rules that it goes by") {
    const Json extra{{"house_rules", {{"cia", "oldest_era"}, {"support_first", true}}}};
    const auto run = play(setup_of("3 tanks, 3 machine_gunners / 2 biplanes", "8 tanks, 2 knights", extra), {3, 3, 2, 3, 3, 2, 4, 3, 3, 3, 3, 3, 4, 5},
                          {{"choices", json(R"([{"seat":"attacker","kind":"air_support","choice":{"class":"cavalry"}},
                                                {"seat":"defender","kind":"wave","choice":{"units":[{"unit":"tanks","count":4},{"unit":"knights","count":2}]}},
                                                {"seat":"attacker","kind":"casualties","choice":{"units":[{"unit":"machine_gunners","count":3}]}}])")}});
    CHECK(texts(run, "totalled")[0] == R"({"lines":[{"line":"base","value":64},{"line":"aircraft","value":7}],"seat":"attacker","total":71})");
    CHECK(texts(run, "totalled")[1] == R"({"lines":[{"line":"base","value":66},{"line":"cia","value":6}],"seat":"defender","total":72})");
    CHECK(event(run, "casualties_taken", 0).at("lost") == json(R"([{"unit":"machine_gunners","enhanced":false,"count":3}])"));
    CHECK(event(run, "casualties_taken", 1).at("lost") ==
          json(R"([{"unit":"tanks","enhanced":false,"count":2},{"unit":"knights","enhanced":false,"count":2}])"));
}

TEST_CASE("A14: the attacker may leave between phases only if the house rule says so") {
    CHECK(play(setup_of("1 swordsmen", "1 swordsmen"), {1, 1}).needs_dice);
    const Json setup = setup_of("1 swordsmen", "1 swordsmen", {{"house_rules", {{"withdraw", true}}}});
    const auto run = play(setup, {1, 1});
    REQUIRE(run.pending.size() == 1);
    CHECK(run.pending[0].seat == 0);
    CHECK(run.pending[0].kind == "withdraw");
    CHECK(run.pending[0].preset == json(R"({"withdraw":false})"));
    const auto gone = play(setup, {1, 1}, {{"choices", {{{"seat", "attacker"}, {"kind", "withdraw"}, {"choice", {{"withdraw", true}}}}}}});
    CHECK(final_line(gone) == R"({"outcome":{"winner":"defender","reason":"withdrawal","survivors":{"attacker":1,"defender":1}}})");
    const auto stayed = play(setup, {1, 1, 5, 1}, {{"choices", {{{"seat", "attacker"}, {"kind", "withdraw"}, {"choice", "default"}}}}});
    CHECK(final_line(stayed) == R"({"outcome":{"winner":"attacker","reason":"annihilation","survivors":{"attacker":1,"defender":0}}})");
}

TEST_CASE("A15: fleets have no match and aircraft support the class fleet") {
    const auto run = play(setup_of("1 galleons, 1 galleys / 1 jets", "2 galleys"), {1, 1, 1, 1, 1}, listed);
    CHECK(line(run, 0, "cia") == 0);
    CHECK(line(run, 0, "unit_modifiers") == 2);
    CHECK(event(run, "air_support_declared").at("class") == "fleet");
}

TEST_CASE("A16: listed takes the first listed, lets the last listed die, and supports where most strength takes part") {
    const auto run = play(setup_of("1 swordsmen, 2 chariots, 5 tanks / 2 biplanes", "1 pikemen, 2 knights"), std::vector<int>(8, 3), listed);
    CHECK(event(run, "wave_formed").at("units") == json(R"([{"unit":"swordsmen","enhanced":false,"count":1},{"unit":"chariots","enhanced":false,"count":2}])"));
    CHECK(event(run, "air_support_declared").at("class") == "cavalry");
    const auto tie = play(setup_of("1 swordsmen, 1 chariots / 1 biplanes", "2 swordsmen"), {1, 1, 1, 5, 1}, listed);
    CHECK(event(tie, "air_support_declared").at("class") == "infantry");
    CHECK(event(tie, "casualties_taken").at("lost") == json(R"([{"unit":"chariots","enhanced":false,"count":1}])"));
}

TEST_CASE("A17: best takes the wave with the highest expected total") {
    const auto wave = [](const char* attacker, const char* defender, Json extra = Json::object()) {
        const auto run = play(setup_of(attacker, defender, std::move(extra)));
        REQUIRE(run.pending.size() == 1);
        std::string out;
        for (const auto& entry : run.pending[0].preset.at("units"))
            out += std::to_string(entry.at("count").get<int>()) + ' ' + entry.at("unit").get<std::string>() + (entry.at("enhanced") ? "+ " : " ");
        return out;
    };
    CHECK(wave("3 swordsmen, 3 knights", "3 trebuchets") == "3 knights ");
    CHECK(wave("3 swordsmen, 3 chariots", "2 catapults") == "2 swordsmen ");                            // the match decides
    CHECK(wave("3 swordsmen, 3 chariots+", "2 catapults, 1 swordsmen") == "2 swordsmen 1 chariots+ ");  // 1 modifier, 3 matches
    CHECK(wave("3 swordsmen, 3 chariots", "2 swordsmen / 2 jets") == "2 chariots ");
    CHECK(wave("2 swordsmen, 2 pikemen, 2 knights / 2 jets", "2 galleys", {{"roster", {{{"unit", "galleys"}, {"class", "cavalry"}, {"era", 2}}}}}) ==
          "2 pikemen ");
    CHECK(wave("1 swordsmen, 2 chariots / 2 jets", "2 trebuchets") == "2 chariots ");  // two jets beside one class beat one match
    CHECK(wave("1 swordsmen, 1 chariots, 1 catapults", "2 galleys", {{"roster", {{{"unit", "galleys"}, {"class", "artillery"}, {"era", 1}}}}}) ==
          "1 swordsmen 1 catapults ");
}

TEST_CASE("A17: best loses the cheapest within the era") {
    // Enemy: two swordsmen and a catapult. Of era 1 the plain chariots have matches, the plain catapults have none.
    const auto run = play(setup_of("1 chariots+, 1 chariots, 1 catapults", "2 swordsmen+, 1 catapults"), {1, 1, 1, 1, 1, 1});
    REQUIRE(run.pending.size() == 1);
    CHECK(run.pending[0].options.at("must_lose") == json(R"([{"era":1,"count":1}])"));
    CHECK(run.pending[0].preset == json(R"({"units":[{"unit":"chariots","enhanced":false,"count":1,"supported":0}]})"));
    // Same modifier: the one without a match goes first though it is listed first.
    const auto match = play(setup_of("1 chariots, 1 swordsmen", "2 catapults"), {1, 1, 4, 2});
    REQUIRE(match.pending.size() == 1);
    CHECK(match.pending[0].preset == json(R"({"units":[{"unit":"chariots","enhanced":false,"count":1,"supported":0}]})"));
    // A plane is worth more than an enhancement: the enhanced one without a plane goes.
    const auto plane = play(setup_of("1 swordsmen, 1 swordsmen+ / 1 jets", "2 chariots"), {1, 1, 1, 2, 3},
                            {{"choices",
                              {{{"seat", "attacker"},
                                {"kind", "air_support"},
                                {"choice", json(R"({"class":"infantry","pairs":[{"aircraft":"jets","unit":"swordsmen","count":1}]})")}}}}});
    REQUIRE(plane.pending.size() == 1);
    CHECK(plane.pending[0].preset == json(R"({"units":[{"unit":"swordsmen","enhanced":true,"count":1,"supported":0}]})"));
    // With per_unit any unit of the supported class costs a plane.
    const auto per_unit = play(setup_of("1 swordsmen, 1 chariots+ / 1 jets", "2 chariots", {{"house_rules", {{"air_loss", "per_unit"}}}}), {1, 1, 1, 2, 3},
                               {{"choices", {{{"seat", "attacker"}, {"kind", "air_support"}, {"choice", {{"class", "infantry"}}}}}}});
    REQUIRE(per_unit.pending.size() == 1);
    CHECK(per_unit.pending[0].preset == json(R"({"units":[{"unit":"chariots","enhanced":true,"count":1,"supported":0}]})"));
    // Nothing tells them apart: the last listed.
    const auto last = play(setup_of("1 chariots, 1 swordsmen", "2 chariots"), {1, 1, 4, 2});
    REQUIRE(last.pending.size() == 1);
    CHECK(last.pending[0].preset == json(R"({"units":[{"unit":"swordsmen","enhanced":false,"count":1,"supported":0}]})"));
}

TEST_CASE("a decision with one legal choice is made by the rules and shown as forced") {
    const auto run = play(setup_of("3 swordsmen / 2 biplanes", "2 pikemen"), {1, 1, 1, 1, 2, 3});
    const auto chosen = texts(run, "chosen");
    REQUIRE(chosen.size() >= 2);
    CHECK(chosen[0] == R"({"choice":{"units":[{"count":2,"enhanced":false,"unit":"swordsmen"}]},"forced":true,"kind":"wave","seat":"attacker"})");
    CHECK(
        chosen[1] ==
        R"({"choice":{"class":"infantry","pairs":[{"aircraft":"biplanes","count":2,"enhanced":false,"unit":"swordsmen"}]},"forced":true,"kind":"air_support","seat":"attacker"})");
    CHECK(chosen[2] ==
          R"({"choice":{"units":[{"count":2,"enhanced":false,"supported":2,"unit":"swordsmen"}]},"forced":true,"kind":"casualties","seat":"attacker"})");
}

TEST_CASE("air support is asked for when the pairing matters, and not when it cannot") {
    const auto asks = [](const char* attacker, const char* defender) { return !play(setup_of(attacker, defender)).pending.empty(); };
    CHECK(!asks("2 swordsmen / 2 biplanes", "2 pikemen"));
    CHECK(!asks("2 swordsmen / 1 biplanes", "2 pikemen"));
    CHECK(!asks("3 swordsmen / 1 biplanes, 1 jets", "3 pikemen"));       // every plane flies beside the same type
    CHECK(asks("2 swordsmen / 2 biplanes, 1 jets", "2 pikemen"));        // which planes stay behind
    CHECK(asks("1 swordsmen, 1 swordsmen+ / 1 biplanes", "2 pikemen"));  // beside which of the two
    CHECK(!asks("1 swordsmen, 1 swordsmen+ / 2 biplanes", "2 pikemen"));
    CHECK(!asks("1 swordsmen, 1 swordsmen+ / 3 biplanes", "2 pikemen"));
    CHECK(asks("1 swordsmen, 1 swordsmen+ / 1 biplanes, 1 jets", "2 pikemen"));
    CHECK(asks("1 swordsmen, 1 chariots / 1 biplanes", "2 pikemen"));
}
