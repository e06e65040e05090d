// The reference figures of tests/vectors, and the examples that the rules' author works through.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "rules/scenario.hpp"
#include "rules/systems.hpp"

using namespace muster;
using namespace muster::rules;

namespace {

std::string text_of(const std::string& name) {
    std::ifstream file(std::string(MUSTER_VECTORS) + '/' + name);
    REQUIRE(file);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Per phase and seat: the lines of the totals and how many ground units were lost, in the vectors' form.
struct Phase {
    Json totals = Json::object();
    Json lost = Json::object();
};

std::vector<Phase> phases_of(const ScenarioRun& run) {
    std::vector<Phase> phases;
    for (const auto& event : run.events) {
        if (event.name == "phase_started") phases.emplace_back();
        if (event.name != "totalled" && event.name != "casualties_taken") continue;
        const Json data = parse_json(event.data).value();
        const std::string seat = data.at("seat");
        if (event.name == "totalled") {
            Json lines{{"total", data.at("total")}};
            for (const auto& line : data.at("lines")) lines[line.at("line").get<std::string>()] = line.at("value");
            phases.back().totals[seat] = lines;
        } else {
            int lost = 0;
            for (const auto& entry : data.at("lost")) lost += entry.at("count").get<int>();
            phases.back().lost[seat] = lost;
        }
    }
    return phases;
}

Json without_zeros(const Json& lines) {
    Json out = Json::object();
    for (const auto& [key, value] : lines.items())
        if (value != 0 || key == "total" || key == "base") out[key] = value;
    return out;
}

Json outcome_json(const ScenarioRun& run) { return run.outcome ? parse_json(final_line(run)).value().at("outcome") : Json(); }

}  // namespace

TEST_CASE("the reference battles come out line by line") {
    std::istringstream lines(text_of("advanced_combat_battles.jsonl"));
    int number = 0;
    for (std::string line; std::getline(lines, line); ++number) {
        CAPTURE(number);
        const Json vector = parse_json(line).value();
        const auto run = run_scenario(vector.at("scenario"), shipped_rulesets());
        REQUIRE(run);
        CHECK(run->dice_left == 0);
        CHECK(!run->needs_dice);
        const auto phases = phases_of(*run);
        REQUIRE(phases.size() == vector.at("phases").size());
        for (std::size_t i = 0; i < phases.size(); ++i)
            for (const auto* seat : {"attacker", "defender"}) {
                CAPTURE(i);
                CAPTURE(seat);
                Json wanted = vector.at("phases")[i].at(seat);
                CHECK(phases[i].lost.at(seat) == wanted.at("lost"));
                wanted.erase("lost");
                CHECK(phases[i].totals.at(seat) == without_zeros(wanted));
            }
        REQUIRE(run->outcome);
        const Json wanted = vector.at("outcome");
        const Json outcome = outcome_json(*run);
        for (const auto& [key, value] : wanted.items()) CHECK(outcome.at(key) == value);
    }
    CHECK(number == 30);
}

TEST_CASE("the source's worked examples come out as corrected") {
    const Json examples = parse_json(text_of("source_examples.json")).value().at("examples");
    int played = 0;
    for (const auto& example : examples) {
        if (example.at("scenario").at("ruleset") != "advanced-combat") continue;
        CAPTURE(example.at("name"));
        ++played;
        const auto run = run_scenario(example.at("scenario"), shipped_rulesets());
        REQUIRE(run);
        CHECK(run->dice_left == 0);
        const auto phases = phases_of(*run);
        for (std::size_t i = 0; i < example.at("totals").size(); ++i) {
            CAPTURE(i);
            CHECK(phases[i].lost == example.at("lost")[i]);
            for (const auto* seat : {"attacker", "defender"}) CHECK(phases[i].totals.at(seat) == without_zeros(example.at("totals")[i].at(seat)));
        }
        const Json& wanted = example.at("outcome");
        CHECK(run->outcome.has_value() == !wanted.is_null());
        if (!wanted.is_null())
            for (const auto& [key, value] : wanted.items()) CHECK(outcome_json(*run).at(key) == value);
    }
    CHECK(played == 2);
}

TEST_CASE("the worked example of phased-combat comes out event by event") {
    const Json example = parse_json(text_of("source_examples.json")).value().at("examples").at(2);
    const auto run = run_scenario(example.at("scenario"), shipped_rulesets());
    REQUIRE(run);
    CHECK(run->dice_left == 0);
    CHECK(run->needs_dice);
    struct Fought {
        Json hits = Json::object();
        Json lost = Json::object();
        Json kept{{"attacker", 0}, {"defender", 0}};
    };
    std::vector<Fought> phases;
    for (const auto& event : run->events) {
        const Json data = parse_json(event.data).value();
        if (event.name == "phase_started") phases.emplace_back();
        if (event.name == "hits_dealt") phases.back().hits[data.at("seat")] = data.at("hits");
        if (event.name != "casualties_taken") continue;
        phases.back().kept[data.at("seat")] = data.at("kept");
        for (const auto& entry : data.at("lost"))
            phases.back().lost[data.at("seat").get<std::string>()][entry.at("unit").get<std::string>()] = entry.at("count");
    }
    REQUIRE(phases.size() == 3);  // the infantry's phase has begun
    for (std::size_t i = 0; i < 2; ++i) {
        CAPTURE(i);
        CHECK(phases[i].hits == example.at("hits")[i]);
        CHECK(phases[i].lost == example.at("lost")[i]);
        CHECK(phases[i].kept == example.at("kept_after")[i]);
    }
}
