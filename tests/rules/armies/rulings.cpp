// The rulings D1 to D5 and D7 of rules/armies/README.md, each on a conflict small enough to follow by hand.
#include "tests/rules/armies/story.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json remove(const char* seat, const char* token) { return {{"seat", seat}, {"kind", "remove"}, {"choice", {{"token", token}}}}; }

Json levels(const Json& setup) { return event(fight(setup), "advantage_counted").at("levels"); }

}  // namespace

TEST_CASE("D1: within the limit there is no conflict, and nothing happens") {
    const auto run = fight(conflict("1p 1a +5", "2p", 4));
    CHECK(story(run) == "nobody no_conflict 2:2");
    CHECK(run.events.size() == 1);
    CHECK(run.events[0].data == R"({"reason":"no_conflict","survivors":{"attacker":2,"defender":2},"winner":null})");
}

TEST_CASE("D2: military and mathematics count with an army token there only, metalworking always") {
    CHECK(levels(conflict("2p metalworking military mathematics", "2p 1a metalworking military mathematics", 0)) == json(R"({"attacker":1,"defender":3})"));
    CHECK(levels(conflict("1a mathematics +2", "1a military", 0)) == json(R"({"attacker":3,"defender":1})"));
}

TEST_CASE("D2: a net advantage above 5 counts as 5") {
    const auto counted = event(fight(conflict("2p +50", "9p +1", 0)), "advantage_counted");
    CHECK(counted == json(R"({"levels":{"attacker":50,"defender":1},"net":5,"holder":"attacker","column":"less","removed_before":2,"first":"defender"})"));
}

TEST_CASE("D2: the advantage is counted once, not again when the army tokens are gone") {
    // The attacker gives up the only army token first and still has the order that its advantage gave.
    const auto run = fight(conflict("3p 1a military mathematics", "6p", 0), {remove("attacker", "army")});
    CHECK(texts(run, "advantage_counted").size() == 1);
    CHECK(
        story(run) ==
        "D alternating, Aa alternating, D alternating, A alternating, D alternating, A alternating, D alternating, A alternating | defender annihilation 0:2");
}

TEST_CASE("D3: the column is the holder's, from the counts before anything is removed") {
    CHECK(event(fight(conflict("5p +2", "4p", 0)), "advantage_counted").at("column") == "more");
    CHECK(event(fight(conflict("5p", "4p +2", 0)), "advantage_counted").at("column") == "less");
    CHECK(event(fight(conflict("5p", "4p", 0)), "advantage_counted") ==
          json(R"({"levels":{"attacker":0,"defender":0},"net":0,"holder":null,"column":"more","removed_before":0,"first":"defender"})"));
}

TEST_CASE("D4: without advantage the side with fewer tokens loses the first one, and equal sides lose one each at once") {
    CHECK(story(fight(conflict("2p", "3p", 0))) == "A alternating, D alternating, A alternating | defender annihilation 0:2");
    CHECK(story(fight(conflict("2p", "2p", 0))) == "A simultaneous, D simultaneous, A simultaneous, D simultaneous | nobody annihilation 0:0");
    CHECK(event(fight(conflict("2p", "2p", 0)), "advantage_counted").at("first").is_null());
}

TEST_CASE("D5: removal stops at the limit, before combat too") {
    CHECK(story(fight(conflict("4p +5", "3p", 6))) == "D before | nobody within_limit 4:2");
    CHECK(story(fight(conflict("4p +1", "3p", 5))) == "D alternating, A alternating | nobody within_limit 3:2");
}

TEST_CASE("D5: it stops when a side is empty, before combat too") {
    CHECK(story(fight(conflict("4p +5", "1p", 0))) == "D before | attacker annihilation 4:0");
    CHECK(story(fight(conflict("1p +1", "1p", 0))) == "D alternating | attacker annihilation 1:0");
}

TEST_CASE("D5: a pair that is lost at once is one step and may leave fewer than the limit") {
    CHECK(story(fight(conflict("2p", "2p", 3))) == "A simultaneous, D simultaneous | nobody within_limit 1:1");
    CHECK(story(fight(conflict("1p", "1p", 1))) == "A simultaneous, D simultaneous | nobody annihilation 0:0");
}

TEST_CASE("D7: by default population goes before armies") {
    const auto run = fight(conflict("1p 2a", "1p 2a +1", 0));
    CHECK(story(run) == "A alternating, D alternating, Aa alternating, Da alternating, Aa alternating | defender annihilation 0:1");
}

TEST_CASE("the owner chooses which token goes; with one sort there is nothing to choose") {
    const auto run = fight(conflict("1p 1a", "2p +1", 0), {remove("attacker", "army")});
    std::string all;
    for (const auto& each : run.events) all += each.name + " " + each.data + "\n";
    CHECK(all ==
          R"(advantage_counted {"column":"tie","first":"attacker","holder":"defender","levels":{"attacker":0,"defender":1},"net":1,"removed_before":0}
chosen {"choice":{"token":"army"},"decision":1,"kind":"remove","seat":"attacker"}
removed {"seat":"attacker","step":"alternating","token":"army"}
chosen {"choice":{"token":"population"},"forced":true,"kind":"remove","seat":"defender"}
removed {"seat":"defender","step":"alternating","token":"population"}
chosen {"choice":{"token":"population"},"forced":true,"kind":"remove","seat":"attacker"}
removed {"seat":"attacker","step":"alternating","token":"population"}
battle_ended {"reason":"annihilation","survivors":{"attacker":0,"defender":1},"winner":"defender"}
)");
}

TEST_CASE("two owners who lose a token at once are asked together") {
    const auto run = fight(conflict("1p 2a", "2p 1a", 0), {}, false);
    REQUIRE(run.pending.size() == 2);
    CHECK(run.pending[0].seat == 0);
    CHECK(run.pending[0].options == json(R"({"tokens":["population","army"],"population":1,"armies":2,"step":"simultaneous"})"));
    CHECK(run.pending[1].seat == 1);
    CHECK(run.pending[1].options == json(R"({"tokens":["population","army"],"population":2,"armies":1,"step":"simultaneous"})"));
    const auto decided = fight(conflict("1p 2a", "2p 1a", 5), {remove("defender", "army"), remove("attacker", "population")});
    CHECK(story(decided) == "A simultaneous, Da simultaneous | nobody within_limit 2:2");
}

TEST_CASE("of two owners only the one with a choice is asked, and neither token goes before that") {
    const auto run = fight(conflict("3p", "2p 1a", 4), {}, false);
    REQUIRE(run.pending.size() == 1);
    CHECK(run.pending[0].seat == 1);
    CHECK(run.events.back().data == R"({"choice":{"token":"population"},"forced":true,"kind":"remove","seat":"attacker"})");
    CHECK(texts(run, "removed").empty());
    CHECK(story(fight(conflict("3p", "2p 1a", 4), {remove("defender", "army")})) == "A simultaneous, Da simultaneous | nobody within_limit 2:2");
}
