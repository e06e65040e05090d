#include "clients/cli/narration.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "protocol/narration/words.hpp"
#include "rules/scenario.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/random_setups.hpp"

using namespace muster;
using namespace muster::cli;

namespace {

std::string text_of(const std::vector<Line>& lines) {
    std::string out;
    for (const auto& line : lines) out += line.text + "\n";
    return out;
}

Json json(std::string_view text) { return parse_json(text).value(); }

std::string told(const char* event, std::string_view data, const std::string& seat = {}, const char* ruleset = "advanced-combat") {
    Narrator narrator(seat);
    narrator.begin(ruleset, {});
    return text_of(narrator.tell(Json{{"event", event}, {"data", json(data)}}));
}

Json example(int number) {
    std::ifstream file(MUSTER_VECTORS "/source_examples.json");
    std::ostringstream text;
    text << file.rdbuf();
    return json(text.str())["examples"][static_cast<std::size_t>(number)]["scenario"];
}

}  // namespace

TEST_CASE("the sources' first example reads as a story") {
    const auto scenario = example(0);
    const auto run = rules::run_scenario(scenario, rules::shipped_rulesets());
    REQUIRE(run);
    Narrator narrator;
    narrator.begin(scenario["ruleset"].get<std::string>(), scenario["setup"]);
    std::string story = text_of(narrator.armies()) + text_of(narrator.terms());
    for (const auto& event : run->events) story += text_of(narrator.tell(Json{{"event", event.name}, {"data", json(event.data)}}));
    CHECK(story == R"(    Attacker                  Defender
    3 enhanced swordsmen      5 catapults
    3 chariots                1 chariot
    3 catapults               = 6 units
    = 9 units
  Attacker: technologies 6
  Defender: technologies 4
  Settlement: current era 1, great wall no

Phase 1: waves of 6, 9 units against 6
  Attacker's wave: 3 enhanced swordsmen and 3 catapults
  Defender's wave: 5 catapults and 1 chariot
  Attacker rolls: swordsmen (enhanced) 2 2 2 · catapults 2 2 2
  Attacker's total: dice 12 + modifiers 6 + science 6 + matchups 4 − settlement 6 = 22
  Defender rolls: catapults 5 5 4 4 4 · chariots 4
  Defender's total: dice 26 + modifiers 5 + matchups 1 = 32
  Attacker's losses: no choice.
  Attacker takes 32 damage and loses 3 enhanced swordsmen and 3 catapults.
  Defender takes 22 damage and loses 3 catapults and 1 chariot.

Phase 2: waves of 2, 3 units against 2
  Attacker's wave: no choice.
  Attacker's wave: 2 chariots
  Defender's wave: 2 catapults
  Attacker rolls: chariots 3 3
  Attacker's total: dice 6 + science 2 − settlement 2 = 6
  Defender rolls: catapults 5 4
  Defender's total: dice 9 + modifiers 2 + matchups 2 = 13
  Attacker's losses: no choice.
  Attacker takes 13 damage and loses 2 chariots.
  Defender's losses: no choice.
  Defender takes 6 damage and loses 1 catapult.

Phase 3: waves of 1, 1 unit against 1
  Attacker's wave: 1 chariot
  Defender's wave: 1 catapult
  Attacker rolls: chariots 4
  Attacker's total: dice 4 + science 1 − settlement 1 = 4
  Defender rolls: catapults 3
  Defender's total: dice 3 + modifiers 1 + matchups 1 = 5
  Attacker's losses: no choice.
  Attacker takes 5 damage and loses 1 chariot.
  Defender takes 4 damage and loses nothing.

Defender wins: the enemy is wiped out.
  Survivors: attacker none, defender 1.
)");
}

TEST_CASE("a battle's clock is told in words") {
    CHECK(clock_text(json(R"({"clock":null})")).empty());
    CHECK(clock_text(json(R"({"clock":{"mode":"live","bank":"PT10M","increment":"PT1S","decision_max":"PT2M"},"on_timeout":"forfeit"})")) ==
          "10 minutes each, plus 1 second per decision, at most 2 minutes per decision; if time runs out, the battle is lost");
    CHECK(told("battle_created", R"({"options":{"dice":"shared"}})").contains("The dice are the server's and both players': nobody knows them before"));
    CHECK(told("battle_created", R"({"options":{"clock":{"mode":"correspondence","per_decision":"P1DT12H"},"on_timeout":"default"}})")
              .contains("  Clock: 1 day 12 hours per decision; if time runs out, the default is played.\n"));
}

TEST_CASE("the armies shrink with their losses") {
    Narrator narrator;
    narrator.begin("advanced-combat",
                   json(R"({"attacker":{"army":[{"unit":"tanks","count":12},{"unit":"tanks","enhanced":true,"count":1}],"aircraft":[{"unit":"jets","count":2}]},
                            "defender":{"army":[{"unit":"riflemen","count":2}]}})"));
    narrator.tell(json(R"({"event":"casualties_taken","data":{"seat":"attacker","damage":40,"absorbed":40,
                           "lost":[{"unit":"tanks","enhanced":false,"count":3}],"aircraft_lost":[{"unit":"jets","count":1}]}})"));
    CHECK(text_of(narrator.armies()) ==
          "    Attacker                  Defender\n"
          "     9 of 12 tanks            2 riflemen\n"
          "     1 enhanced tank          = 2 units\n"
          "     1 of 2 jets\n"
          "    = 10 units\n");
}

TEST_CASE("spearmen of a setup are the swordsmen of the events, unless the setup has spearmen of its own") {
    const Json lost = json(R"({"event":"casualties_taken","data":{"seat":"attacker","lost":[{"unit":"swordsmen","count":2}]}})");
    Json setup = json(R"({"attacker":{"army":[{"unit":"spearmen","count":3}]},"defender":{"army":[{"unit":"tanks","count":1}]}})");
    Narrator narrator;
    narrator.begin("advanced-combat", setup);
    narrator.tell(lost);
    CHECK(text_of(narrator.armies()).find("1 of 3 swordsmen") != std::string::npos);

    setup["roster"] = json(R"([{"unit":"spearmen","class":"infantry","era":2}])");
    narrator.begin("advanced-combat", setup);
    narrator.tell(lost);
    CHECK(text_of(narrator.armies()).find("3 spearmen") != std::string::npos);
}

TEST_CASE("who takes a seat over is told by name, and has it from then on, also where the battle begins only afterwards") {
    CHECK(told("seat_handed_over", R"({"seat":"attacker","name":"Carl"})", "attacker") == "  Carl takes over as attacker.\n");
    CHECK(told("seat_handed_over", R"({"seat":"attacker"})") == "  Attacker's seat was handed over: someone else plays it now.\n");
    const auto says = [](narration::Narrator& narrator, const char* event, const char* data) { narrator.tell({{"event", event}, {"data", json(data)}}); };
    for (const bool begun : {true, false}) {
        narration::Narrator narrator;
        narrator.begin("advanced-combat", json(R"({"attacker":{"army":[{"unit":"swordsmen","count":3}]},"defender":{"army":[{"unit":"archers","count":2}]}})"));
        const auto begins = [&] { says(narrator, "battle_started", R"({"seats":[{"seat":"attacker","name":"Ada"},{"seat":"defender","name":"Bob"}]})"); };
        says(narrator, "seat_taken", R"({"seat":"attacker","name":"Ada"})");
        if (begun) begins();
        CHECK(text_of(narrator.armies()).contains("Attacker: Ada"));
        says(narrator, "seat_handed_over", R"({"seat":"attacker","name":"Carl"})");
        if (!begun) begins();
        says(narrator, "seat_handed_over", R"({"seat":"attacker"})");
        CHECK(text_of(narrator.armies()).contains("Attacker: Carl"));
        CHECK(text_of(narrator.armies()).contains("Defender: Bob"));
    }
}

TEST_CASE("a table of dice reads as what was thrown by whom and for what") {
    Narrator narrator("blue");
    narrator.tell(json(R"({"event":"battle_created","data":{"battle":"B","ruleset":"dice","setup":{"seats":["red","blue"]},"seats":["red","blue"],
        "options":{"contest":false}}})"));
    const auto says = [&](const char* event, std::string_view data) { return text_of(narrator.tell(Json{{"event", event}, {"data", json(data)}})); };
    CHECK(says("rolled", R"({"seat":"blue","purpose":"throw","groups":[{"dice":[5,2,6]}]})").empty());
    CHECK(says("thrown", R"({"throw":7,"seat":"blue","roll":"3d6+1>=5, 1d100","for":"the attack on Moscow","total":111,"hits":2,
        "groups":[{"roll":"3d6+1>=5","dice":[5,2,6],"total":14,"hits":2},{"roll":"1d100","dice":[97],"total":97}]})") ==
          "  Throw 7: You throw 3d6+1>=5, 1d100 for “the attack on Moscow”: [5, 2, 6] [97] makes 111, 2 hits.\n");
    CHECK(says("thrown",
               R"({"throw":8,"seat":"red","roll":"2d6>=5","for":"","total":3,"hits":0,"groups":[{"roll":"2d6>=5","dice":[1,2],"total":3,"hits":0}]})") ==
          "  Throw 8: Red throws 2d6>=5: [1, 2] makes 3, no hits.\n");
    CHECK(says("thrown", R"({"throw":9,"seat":"red","roll":"1d6","for":"","total":3,"groups":[{"roll":"1d6","dice":[3],"total":3}]})") ==
          "  Throw 9: Red throws 1d6: [3] makes 3.\n");
    CHECK(says("throw_refused", R"({"seat":"red","roll":"1d6","for":"luck","by":["blue"]})") ==
          "  Red wanted to throw 1d6 for “luck”. It is not rolled: Blue (you) says no.\n");
    CHECK(says("chosen", R"({"seat":"blue","kind":"agree","choice":{"agree":false},"decision":3})") == "  You say no.\n");
    CHECK(says("conceded", R"({"seat":"red"})") == "  Red leaves the table.\n");
    CHECK(says("chosen", R"({"seat":"red","kind":"agree","choice":{"agree":true},"decision":3,"left":true})") ==
          "  Red has left; the default is played (agreement: agree yes).\n");
    CHECK(says("battle_ended", R"({"winner":null,"reason":"throws","survivors":{"red":0,"blue":0}})") == "\nThe table is closed: all throws have been made.\n");
    CHECK(says("battle_ended", R"({"winner":null,"reason":"conceded","survivors":{"red":0,"blue":0}})") == "\nThe table is closed: everybody has left.\n");
}

TEST_CASE("every reason for which battles end is told in words") {
    std::set<std::string> reasons{"conceded", "agreed", "declined", "timeout", "abandoned", "closed", "limit"};
    for (const auto* ruleset : rules::shipped_rulesets().all())
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            test::SeededChance chance(seed);
            const auto game = test::random_game({.ruleset = ruleset, .setup = test::random_setup_of(ruleset->id(), chance)}, chance);
            reasons.insert(game.fold->outcome()->reason);
        }
    CHECK(reasons.size() > 12);
    for (const auto& reason : reasons) {
        CAPTURE(reason);
        CHECK(narration::outcome_text({{"winner", nullptr}, {"reason", reason}}) != "No winner: " + narration::worded(reason) + ".");
    }
}

TEST_CASE("endings that no rule brings are told") {
    CHECK(told("forfeited", R"({"seat":"attacker"})") == "  Attacker ran out of time and loses the battle.\n");
    CHECK(told("forfeited", R"({"seat":"attacker"})", "attacker") == "  You ran out of time and lose the battle.\n");
    CHECK(told("forfeited", "{}") == "  All sides ran out of time.\n");
    CHECK(told("claimed", R"({"seat":"defender"})") == "  Defender claims victory: nobody else is there.\n");
    CHECK(told("closed", "{}") == "  The server's operator ends the battle.\n");
}

TEST_CASE("the common events are told, with one's own seat marked") {
    CHECK(told("seat_taken", R"({"seat":"attacker","name":"Ada"})", "attacker") == "  Ada joins as attacker (you).\n");
    CHECK(told("seat_taken", R"({"seat":"attacker"})") == "  Attacker joins.\n");
    CHECK(told("decision_sealed", R"({"seat":"defender","decision":3})") == "  Defender has chosen; nobody sees it yet.\n");
    CHECK(told("conceded", R"({"seat":"defender"})") == "  Defender concedes.\n");
    CHECK(told("draw_offered", R"({"seat":"defender"})") == "  Defender offers a draw.\n");
    CHECK(told("rematch_wanted", R"({"seat":"attacker","swap":false})") == "  Attacker wants a rematch.\n");
    CHECK(told("rematch_wanted", R"({"seat":"attacker","swap":true})") == "  Attacker wants a rematch with the sides swapped.\n");
    CHECK(told("rematch_withdrawn", R"({"seat":"attacker"})") == "  Attacker no longer wants a rematch.\n");
    CHECK(told("rematch_withdrawn", R"({"seat":"attacker","code":"bad_setup","message":"the rules are gone"})") ==
          "  The rematch cannot be made: the rules are gone.\n");
    // Each of those who wanted it is told; whoever reads it, once, and anew when it is asked for anew.
    narration::Narrator narrator;
    const auto why = json(R"({"event":"rematch_withdrawn","data":{"seat":"attacker","code":"bad_setup","message":"the rules are gone"}})");
    CHECK(narrator.tell(why).size() == 1);
    CHECK(narrator.tell(why).empty());
    narrator.tell(json(R"({"event":"rematch_wanted","data":{"seat":"attacker","swap":false}})"));
    CHECK(narrator.tell(why).size() == 1);
    CHECK(told("rematch_made", R"({"battle":"b2","swap":true})") == "  The rematch is ready: battle b2.\n");
    CHECK(told("draw_answered", R"({"seat":"attacker","accept":false})") == "  Attacker declines the draw.\n");
    CHECK(told("draw_answered", R"({"seat":"attacker","accept":true})") == "  Attacker accepts the draw.\n");
    CHECK(told("chosen", R"({"seat":"attacker","decision":1,"kind":"ready","choice":{"ready":true}})") == "  Attacker accepts the battle.\n");
    CHECK(told("chosen", R"({"seat":"attacker","kind":"parley","choice":{"word":"peace"},"forced":true})") ==
          "  Attacker has no choice (parley: word peace).\n");
    CHECK(told("chosen", R"({"seat":"attacker","kind":"hit_class","choice":{"class":"infantry"},"forced":true})", "", "phased-combat") ==
          "  Attacker's class to hit first: no choice.\n");
    CHECK(told("said", R"({"room":"players","seat":"attacker","name":"Ada","text":"hello"})") == "  Ada (attacker): hello\n");
    CHECK(told("said", R"({"room":"spectators","name":"Eve","text":"hello"})") == "  Eve (watching): hello\n");
    CHECK(told("said", R"({"room":"spectators"})").empty());
}

TEST_CASE("a conflict of tokens reads as a story, up to the city") {
    const Json scenario{{"ruleset", "armies"},
                        {"setup", json(R"({"attacker":{"population":7,"armies":1,"advances":["metalworking","military"]},"defender":{"population":1},
                                           "city":{"engineering":["attacker"]}})")},
                        {"choices", json(R"([{"seat":"attacker","kind":"remove","choice":{"token":"army"}}])")}};
    const auto run = rules::run_scenario(scenario, rules::shipped_rulesets());
    REQUIRE(run);
    Narrator narrator;
    narrator.begin(scenario["ruleset"].get<std::string>(), scenario["setup"]);
    std::string story;
    for (const auto& event : run->events) story += text_of(narrator.tell(Json{{"event", event.name}, {"data", json(event.data)}}));
    CHECK(story == R"(
Attacker has an advantage of 2 (levels: attacker 2, defender 0). Defender loses 1 token before combat; then the sides take turns, defender first.
  Defender loses a population token before combat.

8 tokens assault the city (6 needed). It falls and becomes 5 population tokens.

Attacker has an advantage of 2 (levels: attacker 2, defender 0). Defender loses 1 token before combat; then the sides take turns, defender first.
  Defender loses a population token before combat.
  Defender loses a population token.
  Attacker loses an army token.
  Defender loses a population token.
  Attacker loses a population token.
  Defender loses a population token.
  Attacker loses a population token.
  Defender loses a population token.

Attacker wins: the enemy is wiped out.
  Survivors: attacker 5, defender none.
)");
    CHECK(text_of(narrator.armies()) == R"(    Attacker                  Defender
    5 of 7 population tokens  0 of 6 population tokens
    0 of 1 army token         0 army tokens
    = 5 units                 = 0 units
)");
}

TEST_CASE("of five sides three are beside each other, so that 80 columns are enough") {
    Narrator narrator;
    Json nations = Json::array();
    for (const char* seat : {"egypt", "crete", "thrace", "babylon", "illyria"}) nations.push_back({{"seat", seat}, {"population", 55}, {"armies", 4}});
    narrator.begin("armies", {{"population_limit", 9}, {"nations", nations}}, {"egypt", "crete", "thrace", "babylon", "illyria"});
    const auto lines = narrator.armies();
    REQUIRE(lines.size() == 8);
    CHECK(lines[0].text == "    Egypt                     Crete                     Thrace");
    CHECK(lines[4].text == "    Babylon                   Illyria");
    CHECK(lines[4].tone == Tone::heading);
    for (const auto& line : lines) CHECK(line.text.size() <= 80);
}

TEST_CASE("a city that stands, and a conflict without an advantage") {
    CHECK(told("city_assaulted", R"({"attackers":5,"needed":7,"falls":false,"placed":0})", "", "armies") ==
          "\n5 tokens assault the city, but 7 are needed. They are lost, and the city stands.\n");
    CHECK(told("advantage_counted", R"({"levels":{"attacker":1,"defender":1},"net":0,"holder":null,"column":"more","removed_before":0,"first":"defender"})", "",
               "armies") == "\nNobody has an advantage (levels: attacker 1, defender 1). The sides take turns losing a token, defender first.\n");
    CHECK(told("advantage_counted", R"({"levels":{"attacker":0,"defender":0},"net":0,"holder":null,"column":"tie","removed_before":0,"first":null})", "",
               "armies") == "\nNobody has an advantage (levels: attacker 0, defender 0). Both sides lose a token at the same time.\n");
}

TEST_CASE("one's own seat is spoken to") {
    CHECK(told("rolled", R"({"seat":"attacker","groups":[{"label":"tanks","dice":[1,6]}]})", "attacker") == "  You roll: tanks 1 6\n");
    CHECK(told("wave_formed", R"({"seat":"attacker","units":[{"unit":"tanks","count":1}]})", "attacker") == "  Your wave: 1 tank\n");
    CHECK(told("decision_sealed", R"({"seat":"attacker","decision":3})", "attacker") == "  You have chosen; nobody sees it yet.\n");
    CHECK(told("casualties_taken", R"({"seat":"attacker","damage":9,"lost":[{"unit":"tanks","count":1}]})", "attacker") ==
          "  You take 9 damage and lose 1 tank.\n");
}

TEST_CASE("how a battle ended is told from one's own seat too") {
    CHECK(told("battle_ended", R"({"winner":"attacker","reason":"conceded","survivors":{"attacker":3,"defender":2}})", "attacker") ==
          "\nAttacker wins: the other side conceded. You win!\n  Survivors: attacker 3, defender 2.\n");
    CHECK(told("battle_ended", R"({"winner":null,"reason":"a_new_reason"})") == "\nNo winner: a new reason.\n");
}

TEST_CASE("aircraft are told with what they fly beside, and what is lost of them") {
    CHECK(
        told("air_support_declared", R"({"seat":"attacker","class":"cavalry","pairs":[{"aircraft":"biplanes","unit":"tanks","enhanced":false,"count":2}]})") ==
        "  Attacker's aircraft support the cavalry: 2 biplanes with tanks\n");
    CHECK(told("casualties_taken", R"({"seat":"defender","damage":9,"lost":[{"unit":"tanks","count":1}],"aircraft_lost":[{"unit":"jets","count":1}]})") ==
          "  Defender takes 9 damage and loses 1 tank, plus 1 jet.\n");
    CHECK(told("casualties_taken", R"({"seat":"defender","damage":5,"lost":[],"aircraft_lost":[{"unit":"jets","count":1}]})") ==
          "  Defender takes 5 damage and loses 1 jet.\n");
}

TEST_CASE("an event that nobody here knows is told by its data") {
    CHECK(told("bridge_built", R"({"seat":"attacker","length":3,"over":"river"})") == "  Attacker, bridge built: length 3, over river\n");
    CHECK(told("sun_rose", R"({})") == "  Sun rose\n");
    CHECK(told("phase_started", R"({"round":2,"phase":"air"})", "", "phased-combat") == "\nRound 2, air\n");
    CHECK(told("rolled", R"({"seat":"attacker","groups":[{"label":"tanks","dice":[1,6],"colour":"red"}]})") == "  Attacker rolls: tanks 1 6 (colour red)\n");
}

TEST_CASE("the example of phased-combat reads as a story") {
    const auto scenario = example(2);
    const auto run = rules::run_scenario(scenario, rules::shipped_rulesets());
    REQUIRE(run);
    Narrator narrator;
    narrator.begin(scenario["ruleset"].get<std::string>(), scenario["setup"]);
    std::string story;
    for (const auto& event : run->events) story += text_of(narrator.tell(Json{{"event", event.name}, {"data", json(event.data)}}));
    CHECK(story == R"(
Round 1, artillery
  Attacker rolls: cannons 6 3 2 2 2 1 4 5 6 (4 hits, 2 or lower)
  Defender rolls: trebuchets 6 5 2 1 (1 hit, 1 or lower) · cannons 3 3 1 (1 hit, 2 or lower)
  Attacker scores 4 hits, on the infantry first.
  Defender scores 2 hits, on the cavalry first.
  Attacker's losses: no choice.
  Defender's losses: no choice.
  Attacker loses 1 knight.
  Defender loses 1 rifleman; 1 hit carries over.

Round 1, cavalry
  Attacker rolls: knights 5 4 (0 hits, 1 or lower) · dragoons 5 3 1 (1 hit, 1 or lower)
  Defender rolls: dragoons 1 4 1 6 3 2 (3 hits, 2 or lower)
  Attacker scores 1 hit, on the infantry first.
  Defender scores 3 hits, on the infantry first.
  Attacker's losses: no choice.
  Defender's losses: no choice.
  Attacker loses 1 rifleman.
  Defender loses 1 trebuchet.

Round 1, infantry
)");
}

TEST_CASE("hits, kept ones and a retreat are told") {
    CHECK(told("round_started", R"({"round":2})", "", "phased-combat").empty());
    CHECK(told("hits_dealt", R"({"seat":"attacker","hits":0,"class":null})", "", "phased-combat") == "  Attacker scores no hits.\n");
    CHECK(told("hits_dealt", R"({"seat":"attacker","hits":1,"class":null})", "attacker", "phased-combat") == "  You score 1 hit.\n");
    CHECK(told("casualties_taken", R"({"seat":"defender","lost":[],"kept":2})", "", "phased-combat") == "  Defender loses nothing; 2 hits carry over.\n");
    CHECK(told("chosen", R"({"seat":"attacker","decision":4,"kind":"retreat","choice":{"retreat":false}})", "", "phased-combat") == "  Attacker fights on.\n");
    CHECK(told("chosen", R"({"seat":"attacker","decision":4,"kind":"withdraw","choice":{"withdraw":false}})", "attacker") == "  You fight on.\n");
    CHECK(told("chosen", R"({"seat":"attacker","decision":4,"kind":"withdraw","choice":{"withdraw":true}})") == "  Attacker withdraws.\n");
    CHECK(told("chosen", R"({"seat":"attacker","decision":4,"kind":"retreat","choice":{"retreat":true,"region":"Gaul"}})", "", "phased-combat").empty());
    CHECK(told("retreated", R"({"region":"Gaul"})", "", "phased-combat") == "  The attacker retreats to Gaul.\n");
    CHECK(told("retreated", R"({"region":null})", "", "phased-combat") == "  The attacker retreats with nowhere to go: the army is destroyed.\n");
    CHECK(told("battle_ended", R"({"winner":"defender","reason":"retreat","survivors":{"attacker":3,"defender":2}})", "", "phased-combat") ==
          "\nDefender wins: the attacker retreated.\n  Survivors: attacker 3, defender 2.\n");
}

TEST_CASE("a battle of a ruleset that this build does not know is told by its data") {
    Narrator narrator("red");
    const auto says = [&](const char* event, const char* data) { return text_of(narrator.tell(Json{{"event", event}, {"data", json(data)}})); };
    CHECK(says("battle_created",
               R"({"battle":"b1","ruleset":"from-elsewhere","seats":["red","blue","green"],"setup":{"red":{"army":[{"unit":"elves","count":2}]}}})") ==
          "Battle b1, from-elsewhere\n  Red: army 2 elves\n");
    CHECK(says("casualties_taken", R"({"seat":"red","lost":[{"unit":"elves","count":1}]})") == "  Red (you), casualties taken: lost 1 elve\n");
    CHECK(says("chosen", R"({"seat":"blue","decision":1,"kind":"parley","choice":{"word":"peace"}})") == "  Blue chose parley: word peace\n");
    CHECK(says("battle_ended", R"({"winner":"green","reason":"everyone_sleeps","survivors":{"green":3}})").contains("Green wins: everyone sleeps."));
    CHECK(narrator.armies().empty());
    CHECK(!narrator.changed_armies());
}

TEST_CASE("events of a wrong shape break nothing") {
    for (const auto* name :
         {"battle_created", "seat_taken",       "battle_started",    "chosen",  "phase_started",  "wave_formed",   "air_support_declared", "rolled",
          "totalled",       "casualties_taken", "advantage_counted", "removed", "city_assaulted", "round_started", "hits_dealt",           "retreated",
          "said",           "battle_ended",     "draw_offered",      "unknown"})
        for (const auto* data :
             {"null", "7", "[]", R"({"seat":7,"lines":[1],"groups":[2,{"dice":"x"}],"lost":{"a":1},"units":[[]],"pairs":[3],"seats":[1],"setup":[],
                                  "survivors":[1],"winner":3,"choice":[]})"})
            CHECK_NOTHROW(told(name, data));
}
