// The reference conflicts of tests/vectors, removal by removal.
#include <fstream>

#include "tests/rules/armies/story.hpp"

using namespace muster;
using namespace muster::test;

TEST_CASE("the reference conflicts come out removal by removal") {
    std::ifstream file(std::string(MUSTER_VECTORS) + "/armies_conflicts.jsonl");
    REQUIRE(file);
    int number = 0;
    for (std::string text; std::getline(file, text); ++number) {
        CAPTURE(number);
        const Json vector = json(text);
        const auto run = rules::run_scenario(vector.at("scenario"), rules::shipped_rulesets());
        REQUIRE(run);
        REQUIRE(run->outcome);
        Json removed = Json::array();
        for (const auto& each : texts(*run, "removed")) removed.push_back({json(each).at("seat"), json(each).at("step")});
        CHECK(removed == vector.at("removed"));
        const Json& wanted = vector.at("outcome");
        for (const auto* seat : {"attacker", "defender"}) CHECK(run->outcome->survivors.at(seat) == wanted.at(seat));
        CHECK((run->outcome->reason != "no_conflict") == wanted.at("conflict"));
    }
    CHECK(number == 50);
}
