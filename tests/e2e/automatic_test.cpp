// Players without a person, under every ruleset, against a real server.
#include <doctest/doctest.h>

#include <fstream>

#include "rules/scenario.hpp"
#include "rules/systems.hpp"
#include "tests/e2e/programs.hpp"
#include "tests/support/random_setups.hpp"
#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// All seats played by `muster play --auto`, the first with words of its own; the verified record.
Json played(const ServerProcess& server, const std::string& ruleset, const Json& setup, const std::vector<std::string>& first,
            const std::vector<std::string>& others, bool confirm = false) {
    const TempFolder folder;
    const auto file = (folder.path() / "setup.json").string();
    std::ofstream(file) << Json{{"ruleset", ruleset}, {"setup", setup}}.dump();
    std::vector<std::string> words{file};
    if (confirm) words.emplace_back("--confirm");
    const auto battle = make_battle(server, words);
    play_all(battle, server.url(), first, others);
    return verified_record(server.port(), battle.id);
}

/// The battle's own events, without seats and notes, as lines.
std::string story_of(const Json& record) {
    std::string out;
    for (const auto& event : record["events"]) {
        const auto name = event["event"].get<std::string>();
        if (name == "battle_created" || name == "seat_taken" || name == "battle_started" || name.starts_with("decision_")) continue;
        Json data = event["data"];
        data.erase("server_seed");
        out += name + " " + data.dump() + "\n";
    }
    return out;
}

/// What the rules alone tell of the same setup and dice when both sides play by `policy`.
std::string story_by(const char* policy, const Json& record) {
    Json dice = Json::array();
    for (const auto& event : record["events"])
        if (event["event"] == "rolled")
            for (const auto& group : event["data"]["groups"])
                for (const auto& die : group["dice"]) dice.push_back(die);
    const auto run =
        rules::run_scenario({{"ruleset", record["ruleset"]}, {"setup", record["setup"]}, {"dice", dice}, {"policy", policy}}, rules::shipped_rulesets());
    REQUIRE(run);
    std::string out;
    for (const auto& event : run->events) out += event.name + " " + Json::parse(event.data).dump() + "\n";
    return out;
}

}  // namespace

TEST_CASE("muster play --auto listed and --auto best play what the rules' policies do, under every ruleset") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        if (!ruleset->is_contest()) continue;  // no program plays it by itself
        CAPTURE(ruleset->id());
        SeededChance chance(11);
        for (const auto& setup : {ruleset->catalog().at("example"), random_setup_of(ruleset->id(), chance)}) {
            CAPTURE(setup.dump());
            const Json listed = played(server, ruleset->id(), setup, {"--quiet", "--auto", "listed"}, {"--quiet", "--auto=listed"});
            CHECK(story_of(listed) == story_by("listed", listed));
            const Json best = played(server, ruleset->id(), setup, {"--quiet", "--auto"}, {"--quiet", "--auto", "best"});
            CHECK(story_of(best) == story_by("best", best));
        }
    }
}

TEST_CASE("muster play --auto random agrees to a battle and plays it to its end, under every ruleset") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        if (!ruleset->is_contest()) continue;  // no program plays it by itself
        CAPTURE(ruleset->id());
        SeededChance chance(5);
        for (int i = 0; i < 3; ++i) {
            const Json setup = random_setup_of(ruleset->id(), chance);
            CAPTURE(setup.dump());
            const Json record = played(server, ruleset->id(), setup, {"--quiet", "--auto", "random"}, {"--quiet", "--auto", "random"}, true);
            CHECK(record["outcome"]["reason"] != "declined");
        }
    }
}

TEST_CASE("a player by itself takes over in the middle of a battle, and the server may be killed meanwhile") {
    const TempFolder folder;
    ServerProcess server(folder.path() / "data");
    const std::vector<std::string> home{"MUSTER_HOME=" + (folder.path() / "home").string()};
    std::ofstream(folder.path() / "setup.json") << R"({"ruleset": "advanced-combat", "setup": {
  "attacker": {"army": [{"unit": "swordsmen", "enhanced": true, "count": 3}, {"unit": "chariots", "count": 3}, {"unit": "catapults", "count": 3}]},
  "defender": {"army": [{"unit": "catapults", "count": 5}, {"unit": "chariots", "count": 1}]}}})";
    const auto battle = make_battle(server, {(folder.path() / "setup.json").string()});
    const auto link = [&](std::size_t seat) { return battle.link(server.url(), seat); };

    BackgroundProgram defender({MUSTER, "play", link(1), "--auto", "random"}, home);
    const auto by_hand = run_program({MUSTER, "play", link(0)}, "3 3 0\n");  // the first wave; then the input ends
    REQUIRE_MESSAGE(by_hand.exit_code == 0, by_hand.out << by_hand.err);
    server.kill_and_restart();
    BackgroundProgram attacker({MUSTER, "play", link(0), "--auto", "listed"}, home);
    const auto first = attacker.wait(), second = defender.wait();
    CHECK_MESSAGE(first.exit_code == 0, first.err);
    CHECK_MESSAGE(second.exit_code == 0, second.err);
    const Json record = verified_record(server.port(), battle.id);
    CHECK(record["inputs"][2]["input"]["choice"]["units"].dump() ==
          R"([{"count":3,"enhanced":true,"unit":"swordsmen"},{"count":3,"enhanced":false,"unit":"chariots"}])");
}
