// Every battle that `muster create --example` knows: it is created, played to its end, exported and verified.
#include <doctest/doctest.h>

#include <fstream>

#include "rules/systems.hpp"
#include "tests/e2e/programs.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// A throw of the first seat's, then all leave: a table that nobody wins has no players of the server's.
void throw_and_leave(ServerProcess& server, const MadeBattle& battle) {
    std::vector<std::unique_ptr<WireClient>> clients;
    for (const auto& token : battle.tokens) {
        clients.push_back(std::make_unique<WireClient>(server.port()));
        clients.back()->ask({{"type", "follow"}, {"battle", battle.id}, {"token", token}});
    }
    const Json thrown = clients.front()->ask({{"type", "choose"}, {"battle", battle.id}, {"choice", {{"roll", "2d6"}}}});
    CHECK_MESSAGE(thrown["type"] == "accepted", thrown.dump());
    for (const auto& each : clients) {
        const Json left = each->ask({{"type", "concede"}, {"battle", battle.id}});
        CHECK_MESSAGE(left["type"] == "accepted", left.dump());
    }
}

}  // namespace

TEST_CASE("every example is created by its name, comes to an end, is exported, and its record holds") {
    const TempFolder folder;
    ServerProcess server(folder.path() / "data");
    int examples = 0;
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        const Json catalog = ruleset->catalog();
        for (const auto& preset : catalog.at("presets")) {
            const auto name = ruleset->id() + "/" + preset.at("preset").get<std::string>();
            CAPTURE(name);
            std::vector<std::string> words{"--example", name};
            if (ruleset->is_contest())
                for (const auto& seat : rules::seats_of(*ruleset, preset.at("setup")).value()) words.insert(words.end(), {"--bot", seat + "=listed"});
            const auto battle = make_battle(server, words);
            if (ruleset->is_contest()) CHECK(battle.tokens.empty());
            else throw_and_leave(server, battle);
            const auto watched = run_program({MUSTER, "watch", battle.id, "--server", server.url()});
            CHECK_MESSAGE(watched.exit_code == 0, watched.err);
            const auto file = (folder.path() / "record.json").string();
            const Json record = verified_record(server.port(), battle.id);
            CHECK(!record["outcome"].is_null());
            std::ofstream(file) << record.dump();
            const auto verified = run_program({MUSTER, "verify", file});
            CHECK_MESSAGE(verified.exit_code == 0, verified.out << verified.err);
            ++examples;
        }
    }
    MESSAGE(examples << " examples");
    CHECK(examples >= 30);
}
