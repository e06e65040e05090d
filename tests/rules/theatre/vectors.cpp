// The reference campaigns of tests/vectors, event by event.
#include <doctest/doctest.h>

#include <fstream>

#include "rules/scenario.hpp"
#include "rules/theatre/ruleset.hpp"

using namespace muster;
using namespace muster::rules;

TEST_CASE("the reference campaigns of theatre come out event by event") {
    const Rulesets rulesets({&theatre::ruleset()});
    std::ifstream file(std::string(MUSTER_VECTORS) + "/theatre.jsonl");
    REQUIRE(file);
    int number = 0;
    for (std::string line; std::getline(file, line); ++number) {
        CAPTURE(number);
        const Json vector = parse_json(line).value();
        const auto run = run_scenario(vector.at("scenario"), rulesets);
        REQUIRE_MESSAGE(run, run.error().path << ": " << run.error().message);
        CHECK(run->dice_left == 0);
        const Json& wanted = vector.at("events");
        REQUIRE(run->events.size() == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            CAPTURE(i);
            REQUIRE(run->events[i].name == wanted[i].at("event").get<std::string>());
            REQUIRE(run->events[i].data == wanted[i].at("data").dump());
        }
    }
    CHECK(number == 160);
}
