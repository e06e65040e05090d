// muster odds: the program itself.
#include <doctest/doctest.h>

#include <cmath>

#include "rules/json.hpp"
#include "tests/cli/process.hpp"

using namespace muster;
using namespace muster::cli::test;

namespace {

/// One swordsman against another: 2/5, 2/5, 1/5.
std::string duel(int attackers = 1, int defenders = 1) {
    const Json setup{{"attacker", {{"army", {{{"unit", "swordsmen"}, {"count", attackers}}}}}},
                     {"defender", {{"army", {{{"unit", "swordsmen"}, {"count", defenders}}}}}}};
    return Json{{"ruleset", "advanced-combat"}, {"setup", setup}}.dump();
}

Json answer(const std::vector<std::string>& options, const std::string& setup = duel()) {
    std::vector<std::string> arguments{"odds", "-", "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto run = run_muster(arguments, setup);
    REQUIRE(run.status == 0);
    return parse_json(run.out.substr(0, run.out.find('\n'))).value();
}

bool near(const Json& value, double wanted, double margin = 1e-9) { return std::abs(value.get<double>() - wanted) < margin; }

}  // namespace

TEST_CASE("odds are exact where that is quick") {
    const Json odds = answer({});
    CHECK(near(odds["attacker"], 0.4));
    CHECK(near(odds["defender"], 0.4));
    CHECK(near(odds["nobody"], 0.2));
    CHECK(odds["method"] == "exact");
    CHECK(odds["policy"] == "best");
    CHECK(odds["runs"] == 0);
    CHECK(odds["states"] == 2);  // before the first roll, and between phases
    CHECK(near(answer({"--exact", "--policy", "listed"})["attacker"], 0.4));
}

TEST_CASE("so many simulated battles give the same chances each time, with their error") {
    const Json odds = answer({"--runs", "10000"});
    CHECK(odds["method"] == "simulated");
    CHECK(odds["runs"] == 10'000);
    CHECK(near(odds["attacker"], 0.4, 4 * odds["standard_error"].get<double>()));
    Json again = answer({"--runs", "10000"});
    again["milliseconds"] = odds["milliseconds"];
    CHECK(again == odds);
}

TEST_CASE("what is too large for exact odds is simulated, or refused if it must be exact") {
    CHECK(answer({}, duel(1000, 900))["method"] == "simulated");
    const auto refused = run_muster({"odds", "-", "--exact"}, duel(1000, 900));
    CHECK(refused.status == 2);
    CHECK(refused.err == "muster: this battle is too large for exact chances; leave --exact out to simulate it\n");
}

TEST_CASE("odds in words name who wins, how it ends and where the figures come from") {
    const auto run = run_muster({"odds", "--example", "advanced-combat"});
    CHECK(run.status == 0);
    CHECK(run.out.contains("attacker wins  51.37 %"));
    CHECK(run.out.contains("mutual destruction"));
    CHECK(run.out.contains("Exact, from "));
}

TEST_CASE("odds refuse a bad setup with its path, and options that do not go together") {
    const auto bad = run_muster({"odds", "-"}, duel(0, 1));
    CHECK(bad.status == 2);
    CHECK(bad.err.contains("/setup/attacker/army/0/count"));
    CHECK(run_muster({"odds"}).status == 2);
    CHECK(run_muster({"odds", "-", "--exact", "--runs", "5"}, duel()).status == 2);
    CHECK(run_muster({"odds", "--example", "chess"}).status == 2);
}

TEST_CASE("a preset is named behind its ruleset, and muster rules lists them") {
    const auto odds = run_muster({"odds", "--example", "armies/phalanx", "--json"});
    CHECK(odds.status == 0);
    CHECK(near(parse_json(odds.out.substr(0, odds.out.find('\n'))).value()["nobody"], 1));
    CHECK(run_muster({"odds", "--example", "armies/phalnx"}).err ==
          "muster: armies has no preset \"phalnx\"; did you mean \"phalanx\"?; muster rules armies lists them\n");
    CHECK(run_muster({"odds", "--example", "army/phalanx"}).err == "muster: there is no ruleset \"army\"; muster rules lists them\n");
    CHECK(run_muster({"rules", "armies"}).out.contains("    phalanx: The Phalanx. A trained army moves in among many farmers.\n"));
}

TEST_CASE("odds of a map say whose decisions they assume: the policies advance, by default nobody does") {
    const auto odds = [](const char* policy) {
        const auto run = run_muster({"odds", "--example", "simple-combat/duel", "--json", "--policy", policy});
        return parse_json(run.out.substr(0, run.out.find('\n'))).value();
    };
    const Json best = odds("best");
    CHECK(best["policy"] == "best");
    CHECK(best["nobody"] < 0.15);
    const Json standing = odds("default");
    CHECK(standing["policy"] == "default");
    CHECK(standing["method"] == "exact");
}

TEST_CASE("odds say by which policy every side decides, however many there are") {
    const auto run = run_muster({"odds", "-"}, duel());
    REQUIRE(run.status == 0);
    CHECK(run.out.contains("every side decides by the policy \"best\""));
}
