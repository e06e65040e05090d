// Many dice and what is said of them.
#include "protocol/audit.hpp"

#include <doctest/doctest.h>

#include "rules/systems.hpp"

namespace muster::protocol {

namespace {

Json json(const char* text) { return parse_json(text).value(); }

}  // namespace

TEST_CASE("the tail of a chi-square with five degrees of freedom is that of the tables") {
    CHECK(chi_square_tail(0) == 1);
    CHECK(chi_square_tail(1.1455) == doctest::Approx(0.95).epsilon(1e-4));
    CHECK(chi_square_tail(4.3515) == doctest::Approx(0.50).epsilon(1e-4));
    CHECK(chi_square_tail(9.2364) == doctest::Approx(0.10).epsilon(1e-4));
    CHECK(chi_square_tail(11.0705) == doctest::Approx(0.05).epsilon(1e-4));
    CHECK(chi_square_tail(15.0863) == doctest::Approx(0.01).epsilon(1e-4));
    CHECK(chi_square_tail(20.5150) == doctest::Approx(0.001).epsilon(1e-4));
    CHECK(chi_square_tail(1e6) == 0);
}

TEST_CASE("the figures of some dice: what is expected, how far it spreads, and how uneven they are") {
    const auto figures = figures_of({5, 8, 9, 8, 10, 20});  // an example of Pearson's test that many textbooks have
    CHECK(figures.dice == 60);
    CHECK(figures.faces == std::vector<std::int64_t>{5, 8, 9, 8, 10, 20});
    CHECK(figures.expected == 10);
    CHECK(figures.spread == doctest::Approx(2.8868).epsilon(1e-4));
    CHECK(figures.chi_square == doctest::Approx(13.4));
    CHECK(figures.p == doctest::Approx(0.0199).epsilon(1e-2));
    const auto none = figures_of({});
    CHECK(none.dice == 0);
    CHECK(none.chi_square == 0);
    CHECK(none.p == 1);
}

TEST_CASE("a roll's dice are its seat's, and what is no roll adds nothing") {
    std::map<std::string, Faces> by_seat;
    CHECK(count_roll(FlatJson(json(R"({"seat":"attacker","roll":0,"groups":[{"label":"tanks","dice":[1,6]},{"label":"jets","dice":[6]}]})")), by_seat));
    CHECK(count_roll(FlatJson(json(R"({"seat":"defender","groups":[]})")), by_seat));
    for (const auto* text : {R"([])", R"({"seat":"attacker"})", R"({"seat":1,"groups":[]})", R"({"seat":"attacker","groups":{}})",
                             R"({"seat":"attacker","groups":[1]})", R"({"seat":"attacker","groups":[{"dice":3}]})",
                             R"({"seat":"attacker","groups":[{"dice":[3]},{"dice":[7]}]})", R"({"seat":"attacker","groups":[{"dice":["1"]}]})"})
        CHECK(!count_roll(FlatJson(json(text)), by_seat));
    CHECK(by_seat == std::map<std::string, Faces>{{"attacker", {1, 0, 0, 0, 0, 2}}, {"defender", {}}});
}

TEST_CASE("a seat is played by people or by one of the server's own players") {
    const auto options = json(R"({"bots":{"defender":"listed","other":"somebody"}})");
    CHECK(player_of(options, "defender") == "listed");
    CHECK(player_of(options, "attacker") == "people");
    CHECK(player_of(options, "other") == "people");
    CHECK(player_of(Json(), "attacker") == "people");
}

TEST_CASE("seats are called by the ruleset's names; those that a setup has named by their places, and their battles are counted besides") {
    const auto* armies = rules::shipped_rulesets().find("armies");
    CHECK(audited_seat(armies, 1, "defender") == "defender");
    CHECK(audited_seat(armies, 2, "anything") == "3");
    CHECK(audited_seat(rules::shipped_rulesets().find("dice"), 0, "attacker") == "1");
    CHECK(audited_seat(nullptr, 7, "attacker") == "8");
    DiceAudit sums;
    sums.add("armies", "attacker", "people", 3, {});
    sums.add("armies", "1", "people", 2, {});
    sums.add("armies", "2", "people", 2, {});
    CHECK(sums.audit(0).battles == 5);
}

TEST_CASE("dice are added up by ruleset, by seat and by player, and battles once, however many seats they have") {
    DiceAudit sums;
    sums.add("armies", "attacker", "people", 3, {1, 0, 0, 0, 0, 0});
    sums.add("armies", "attacker", "best", 1, {0, 1, 0, 0, 0, 0});
    sums.add("armies", "defender", "best", 4, {0, 0, 1, 0, 0, 0});
    sums.add("fleet-combat", "attacker", "people", 2, {0, 0, 0, 0, 0, 5});
    const auto audit = sums.audit(7);
    CHECK(audit.battles == 6);
    CHECK(audit.uncounted == 7);
    CHECK(audit.dice == 8);
    REQUIRE(audit.rulesets.size() == 2);
    const auto& armies = audit.rulesets[0];
    CHECK(armies.ruleset == "armies");
    CHECK(armies.battles == 4);
    CHECK(armies.faces == std::vector<std::int64_t>{1, 1, 1, 0, 0, 0});
    REQUIRE(armies.seats.size() == 2);
    CHECK(armies.seats[0].seat == "attacker");
    CHECK(armies.seats[0].faces == std::vector<std::int64_t>{1, 1, 0, 0, 0, 0});
    REQUIRE(armies.players.size() == 2);
    CHECK(armies.players[0].player == "best");
    CHECK(armies.players[0].faces == std::vector<std::int64_t>{0, 1, 1, 0, 0, 0});
    CHECK(DiceAudit().audit(0).rulesets.empty());
}

}  // namespace muster::protocol
