#include "clients/cli/prompt.hpp"

#include <doctest/doctest.h>

using namespace muster;
using namespace muster::cli;

namespace {

Json json(std::string_view text) { return parse_json(text).value(); }

Json wave() {
    return json(R"({"decision":3,"seat":"attacker","kind":"wave","deadline":null,
        "options":{"size":6,"available":[{"unit":"swordsmen","enhanced":true,"count":3},{"unit":"chariots","enhanced":false,"count":3},
                                         {"unit":"catapults","enhanced":false,"count":3}]},
        "default":{"units":[{"unit":"swordsmen","enhanced":true,"count":3},{"unit":"catapults","enhanced":false,"count":3}]}})");
}

Json casualties() {
    return json(R"({"decision":4,"seat":"defender","kind":"casualties",
        "options":{"damage":11,"must_lose":[{"era":1,"count":2}],
                   "candidates":[{"unit":"swordsmen","enhanced":false,"era":1,"count":2,"supported":1},{"unit":"catapults","enhanced":false,"era":1,"count":1,"supported":0}]},
        "default":{"units":[{"unit":"swordsmen","enhanced":false,"count":2,"supported":1}]}})");
}

const Telling advanced("advanced-combat");
const Telling armies("armies");
const Telling phased("phased-combat");
const Telling simple("simple-combat");
const Telling unknown;

std::string answer(const Json& request, std::string_view line, const Telling& telling = advanced) {
    const auto choice = read_choice(request, telling, line);
    return choice ? choice->dump() : "! " + choice.error();
}

std::string text_of(const std::vector<Line>& lines) {
    std::string out;
    for (const auto& line : lines) out += line.text + "\n";
    return out;
}

}  // namespace

TEST_CASE("a wave is asked with numbered options and its default") {
    CHECK(text_of(question(wave(), advanced)) ==
          "\n"
          "Your wave: send 6 units.\n"
          "    1  3 enhanced swordsmen  default 3\n"
          "    2  3 chariots\n"
          "    3  3 catapults           default 3\n"
          "    Default: 3 enhanced swordsmen and 3 catapults\n");
    CHECK(prompt_text(wave(), advanced) == "wave [Enter = default, ? = help] > ");
}

TEST_CASE("casualties are asked with what must be lost") {
    CHECK(text_of(question(casualties(), advanced)) ==
          "\n"
          "Your casualties: choose which units are lost, 2 of era 1.\n"
          "    1  2 swordsmen, era 1 (1 with aircraft)  default 2\n"
          "    2  1 catapult, era 1\n"
          "    Default: 2 swordsmen (1 with aircraft)\n");
}

TEST_CASE("an empty line is the default") {
    CHECK(answer(wave(), "") == "\"default\"");
    CHECK(answer(wave(), "  \r") == "\"default\"");
}

TEST_CASE("units are picked as line x count, or by a count for each line") {
    const auto picked = R"({"units":[{"count":3,"enhanced":true,"unit":"swordsmen"},{"count":3,"enhanced":false,"unit":"chariots"}]})";
    CHECK(answer(wave(), "1x3 2x3") == picked);
    CHECK(answer(wave(), " 2X3,1x2 1x1 ") == picked);
    CHECK(answer(wave(), "3 3 0") == picked);
    CHECK(answer(casualties(), "1 1") == R"({"units":[{"count":1,"enhanced":false,"unit":"swordsmen"},{"count":1,"enhanced":false,"unit":"catapults"}]})");
}

TEST_CASE("a choice of units that cannot be is refused with a reason") {
    CHECK(answer(wave(), "1x3 2x2") == "! that makes 5 units, it has to be 6");
    CHECK(answer(wave(), "1x4 2x2") == "! there are only 3 enhanced swordsmen");
    CHECK(answer(wave(), "4x1") == "! there is no line 4");
    CHECK(answer(wave(), "0x1") == "! there is no line 0");
    CHECK(answer(wave(), "1x") == "! \"1x\" is not a number of units; type it like 1x3 2x2");
    CHECK(answer(wave(), "1x3 three") == "! \"three\" is not a number of units; type it like 1x3 2x2");
    CHECK(answer(wave(), "-1 3 4") == "! \"-1\" is not a number of units; type it like 1x3 2x2");
    CHECK(answer(wave(), "99999999999999999999 0 0") == "! \"99999999999999999999\" is not a number of units; type it like 1x3 2x2");
    CHECK(answer(wave(), "3 3") == "! give 3 counts, one for each line, or type it like 1x3 2x2");
    CHECK(answer(wave(), "\x1b[A") == "! give 3 counts, one for each line, or type it like 1x3 2x2");
}

TEST_CASE("a line that begins with a brace is a choice as it stands") {
    CHECK(answer(wave(), R"({"units":[]})") == R"({"units":[]})");
    CHECK(answer(wave(), R"({"units":[)").starts_with("! not valid JSON"));
}

TEST_CASE("a class is chosen by its number or its name") {
    const auto request = json(R"({"kind":"air_support","options":{"classes":["infantry","cavalry"],"aircraft":[{"unit":"biplanes","count":2}]},
                                  "default":{"class":"cavalry","pairs":[]}})");
    CHECK(answer(request, "1") == R"({"class":"infantry"})");
    CHECK(answer(request, "cavalry") == R"({"class":"cavalry"})");
    CHECK(answer(request, "3") == "! answer with a number from 1 to 2");
    CHECK(text_of(question(request, advanced)).contains("Your aircraft (2 biplanes): which class of your wave do they support?"));
}

TEST_CASE("a token is given up by its number or its name") {
    const auto request = json(R"({"kind":"remove","options":{"tokens":["population","army"],"population":4,"armies":1,"step":"alternating"},
                                  "default":{"token":"population"}})");
    CHECK(text_of(question(request, armies)) ==
          "\n"
          "You lose a token: of your 4 population and 1 army token, which kind?\n"
          "    1  population\n"
          "    2  army\n"
          "    Default: population\n");
    CHECK(answer(request, "2", armies) == R"({"token":"army"})");
    CHECK(answer(request, "population", armies) == R"({"token":"population"})");
    CHECK(answer(request, "3", armies) == "! answer with a number from 1 to 2");
}

TEST_CASE("a yes-or-no decision is answered with y or n, which then do not answer a draw") {
    const auto request = json(R"({"kind":"ready","options":{"ready":[true,false]},"default":{"ready":true}})");
    CHECK(answer(request, "y") == R"({"ready":true})");
    CHECK(answer(request, "n") == R"({"ready":false})");
    CHECK(answer(request, "maybe") == "! answer with y or n");
    CHECK(read_command(request, advanced, "y").kind == Command::Kind::answer);
    CHECK(read_command(wave(), advanced, "y").kind == Command::Kind::yes);
    CHECK(read_command(Json(), advanced, "n").kind == Command::Kind::no);
}

TEST_CASE("the class that is hit is asked with the hits") {
    const auto request = json(R"({"kind":"hit_class","options":{"classes":["infantry","artillery"],"hits":4},"default":{"class":"infantry"}})");
    CHECK(text_of(question(request, phased)) ==
          "\n"
          "You scored 4 hits: which enemy class takes them first?\n"
          "    1  infantry\n"
          "    2  artillery\n"
          "    Default: infantry\n");
    CHECK(answer(request, "2", phased) == R"({"class":"artillery"})");
    CHECK(answer(request, "artillery", phased) == R"({"class":"artillery"})");
}

TEST_CASE("hits are placed on units that say how many they take") {
    const auto request = json(R"({"kind":"casualties","options":{"hits":4,"class":"cavalry","first":"cavalry","kept":1,"candidates":[
        {"unit":"dragoons","enhanced":false,"class":"cavalry","era":3,"count":1},{"unit":"knights","enhanced":true,"class":"cavalry","era":2,"count":2}]},
        "default":{"units":[{"unit":"knights","enhanced":true,"count":2}]}})");
    CHECK(text_of(question(request, phased)) ==
          "\n"
          "Your casualties: assign 5 hits (1 carried over), cavalry first; as long as they can kill, they must.\n"
          "    1  1 dragoon, cavalry, 3 hits\n"
          "    2  2 enhanced knights, cavalry, 2 hits each  default 2\n"
          "    Default: 2 enhanced knights\n");
    CHECK(answer(request, "1x1 2x1", phased) == R"({"units":[{"count":1,"enhanced":false,"unit":"dragoons"},{"count":1,"enhanced":true,"unit":"knights"}]})");
    const auto air = json(R"({"kind":"casualties","options":{"hits":1,"class":null,"first":"aircraft","kept":0,"candidates":[
        {"unit":"knights","enhanced":false,"class":"cavalry","era":2,"count":1},{"unit":"biplanes","enhanced":false,"class":"aircraft","era":1,"count":2}]},
        "default":{"units":[{"unit":"biplanes","enhanced":false,"count":1}]}})");
    CHECK(text_of(question(air, phased)).starts_with("\nYour casualties: assign 1 hit, aircraft first; as long as"));
}

TEST_CASE("a retreat is answered with the number of a line") {
    const auto request = json(R"({"kind":"retreat","options":{"regions":["Gaul","Spain"]},"default":{"retreat":false}})");
    CHECK(answer(request, "stay", phased) == R"({"retreat":false})");
    CHECK(answer(request, "Gaul", phased) == R"({"region":"Gaul","retreat":true})");
    CHECK(answer(request, "0", phased) == R"({"retreat":false})");
    CHECK(answer(request, "2", phased) == R"({"region":"Spain","retreat":true})");
    CHECK(answer(request, "3", phased) == "! answer with a number from 0 to 2");
    CHECK(answer(request, "00", phased) == "! answer with a number from 0 to 2");
    const auto nowhere = json(R"({"kind":"retreat","options":{"regions":[],"destroyed":true},"default":{"retreat":false}})");
    CHECK(answer(nowhere, "1", phased) == R"({"retreat":true})");
}

TEST_CASE("a kind of decision that nobody here knows is shown and answered as JSON") {
    const auto request = json(R"({"kind":"parley","options":{"words":[1,2]},"default":{"word":1}})");
    CHECK(text_of(question(request, unknown)) == "\nYour decision: parley.\n    {\"words\":[1,2]}\n    Default: {\"word\":1}\n");
    CHECK(answer(request, R"({"word":2})") == R"({"word":2})");
    CHECK(answer(request, "") == "\"default\"");
    CHECK(answer(request, "2").starts_with("! answer with a JSON object"));
}

TEST_CASE("requests of a wrong shape are asked as JSON and break nothing") {
    for (const auto* bad :
         {R"({})", R"({"kind":7,"options":[],"default":null})", R"({"kind":"wave","options":{"available":[1]},"default":{"units":[]}})",
          R"({"kind":"wave","options":{"available":[{"unit":"a","count":"x"}]},"default":{"units":3}})",
          R"({"kind":"hit_class","options":{"classes":[1]},"default":{"class":2}})",
          R"({"kind":"air_support","options":{"classes":[]},"default":{"class":"x"}})", R"({"kind":"move","options":{"units":{"n1":1}},"default":{"path":[]}})",
          R"({"kind":"fire","options":7,"default":{"shots":[]}})", R"({"kind":"retreat","options":{"regions":3},"default":{"retreat":1}})"}) {
        const auto request = json(bad);
        for (const auto* telling : {&unknown, &advanced, &armies, &phased, &simple}) {
            CHECK(!question(request, *telling).empty());
            for (const auto* line : {"1x1", "1", "y", "n1 1,1", "n1 0>s1"}) {
                const auto choice = read_choice(request, *telling, line);
                REQUIRE(!choice);
                CHECK(choice.error() == "answer with a JSON object like the default, or Enter for the default");
            }
        }
    }
}

TEST_CASE("letters are commands, and what follows s is said") {
    using Kind = Command::Kind;
    CHECK(read_command(wave(), advanced, "?").kind == Kind::help);
    CHECK(read_command(wave(), advanced, " u ").kind == Kind::undo);
    CHECK(read_command(wave(), advanced, "t").kind == Kind::clock);
    CHECK(read_command(wave(), advanced, "c").kind == Kind::concede);
    CHECK(read_command(wave(), advanced, "d").kind == Kind::draw);
    CHECK(read_command(wave(), advanced, "q").kind == Kind::quit);
    CHECK(read_command(Json(), advanced, "rematch").text.empty());
    CHECK(read_command(Json(), advanced, " rematch swap ").kind == Kind::rematch);
    CHECK(read_command(Json(), advanced, "rematch swap").text == "swap");
    CHECK(read_command(Json(), advanced, "rematch swop").kind == Kind::answer);
    CHECK(read_command(Json(), advanced, "withdraw").kind == Kind::withdraw);
    const auto said = read_command(wave(), advanced, "s  good luck ");
    CHECK(said.kind == Kind::say);
    CHECK(said.text == "good luck");
    CHECK(read_command(wave(), advanced, "3 3 0").kind == Kind::answer);
    CHECK(read_command(wave(), advanced, "").kind == Kind::answer);
}
