#include "clients/cli/narration.hpp"

#include <doctest/doctest.h>

using namespace muster;
using namespace muster::cli;

TEST_CASE("control characters from strangers do not reach the terminal") {
    CHECK(plain("Ada\x1b[31m\a") == "Ada [31m ");
    CHECK(plain("a\r\nb\tc\x7f") == "a  b c ");
    CHECK(plain("a\xc2\x9b"
                "31m") == "a 31m");  // C1: a control sequence introducer of one character
    CHECK(plain("user\xe2\x80\xae"
                "txt.exe") == "usertxt.exe");  // right-to-left override
    CHECK(plain("a\xe2\x80\x8b"
                "b") == "ab");  // zero-width space
    CHECK(plain("a\xe2\x80\xa8"
                "b") == "a b");  // line separator
}

TEST_CASE("malformed UTF-8 is shown as question marks, good UTF-8 as it is") {
    CHECK(plain("\xff\xfe") == "??");
    CHECK(plain("caf\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x99\x82") == "caf\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x99\x82");
    CHECK(plain("\xc3") == "?");
    CHECK(plain("") == "");
}

TEST_CASE("names and chat in events are cleaned where they are told") {
    Narrator narrator;
    const auto taken = narrator.tell(Json{{"event", "seat_taken"}, {"data", {{"seat", "attacker"}, {"name", "A\x1b[2Jda"}}}});
    REQUIRE(taken.size() == 1);
    CHECK(taken[0].text == "  A [2Jda joins as attacker.");
    const auto said =
        narrator.tell(Json{{"event", "said"}, {"data", {{"room", "players"}, {"seat", "attacker"}, {"name", "Ada"}, {"text", "hi\x1b]0;owned\x07"}}}});
    REQUIRE(said.size() == 1);
    CHECK(said[0].text == "  Ada (attacker): hi ]0;owned ");
    const auto unknown = narrator.tell(Json{{"event", "a\x1b[1m"}, {"data", {{"k\x07", "v\x07"}}}});
    REQUIRE(unknown.size() == 1);
    CHECK(unknown[0].text.find('\x1b') == std::string::npos);
    CHECK(unknown[0].text.find('\x07') == std::string::npos);
}

TEST_CASE("width counts columns, not bytes") {
    CHECK(width("caf\xc3\xa9") == 4);
    CHECK(width("\xe6\xbc\xa2") == 2);
    CHECK(padded("\xc3\xa9", 3) == "\xc3\xa9  ");
    CHECK(shortened("abcdef", 4) == "abc\u2026");
    CHECK(shortened("abcd", 4) == "abcd");
    CHECK(shortened("\xe6\xbc\xa2\xe6\xbc\xa2", 3) == "\xe6\xbc\xa2\u2026");
}

TEST_CASE("a paragraph is broken at spaces, and goes on indented") {
    CHECK(wrapped("  one two three four", 11, 4) == std::vector<std::string>{"  one two", "    three", "    four"});
    CHECK(wrapped("  overlongword x", 5, 4) == std::vector<std::string>{"  overlongword", "    x"});
    CHECK(wrapped("", 5, 4) == std::vector<std::string>{""});
}

TEST_CASE("units are named in the singular where there is one") {
    CHECK(singular("swordsmen") == "swordsman");
    CHECK(singular("machine_gunners") == "machine gunner");
    CHECK(singular("mechanized_infantry") == "mechanized infantry");
    CHECK(unit_list(parse_json(R"([{"unit":"catapults","count":1},{"unit":"swordsmen","enhanced":true,"count":3},{"unit":"tanks","count":2}])").value()) ==
          "1 catapult, 3 enhanced swordsmen and 2 tanks");
    CHECK(unit_list(Json()) == "nothing");
}

TEST_CASE("values of any shape come out as words, and wrong ones break nothing") {
    CHECK(data_text(parse_json(R"({"hits":3,"class":"infantry","left":[{"unit":"tanks","count":2}],"x":null,"ok":true})").value()) ==
          "class infantry, hits 3, left 2 tanks, ok yes, x none");
    CHECK(dice_text(Json{{"groups", 7}}) == "");
    CHECK(outcome_text(Json::array()) == "No winner.");
    CHECK(survivors_text(Json(3)) == "");
}
