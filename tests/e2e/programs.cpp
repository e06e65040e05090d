#include "tests/e2e/programs.hpp"

#include <doctest/doctest.h>
#include <memory>

#include "rules/json.hpp"

namespace muster::test {

MadeBattle make_battle(const ServerProcess& server, const std::vector<std::string>& words) {
    std::vector<std::string> create{MUSTER, "create", "--server", server.url(), "--json"};
    create.insert(create.end(), words.begin(), words.end());
    const auto created = run_program(create);
    REQUIRE_MESSAGE(created.exit_code == 0, created.err);
    const Json answer = Json::parse(created.out);
    MadeBattle out{answer["battle"], {}};
    for (const auto& seat : answer["seats"]) out.tokens.push_back(seat["token"]);
    return out;
}

void play_all(const MadeBattle& battle, const std::string& url, const std::vector<std::string>& first, const std::vector<std::string>& others) {
    const TempFolder home;
    const std::vector<std::string> environment{"MUSTER_HOME=" + home.path().string()};
    std::vector<std::unique_ptr<BackgroundProgram>> players;
    for (std::size_t seat = 0; seat < battle.tokens.size(); ++seat) {
        const auto& own = seat == 0 ? first : others;
        std::vector<std::string> words{MUSTER, "play", battle.link(url, seat)};
        words.insert(words.end(), own.begin(), own.end());
        players.push_back(std::make_unique<BackgroundProgram>(words, environment));
    }
    for (const auto& each : players) {
        const auto finished = each->wait();
        CHECK_MESSAGE(finished.exit_code == 0, finished.err);
    }
}

}  // namespace muster::test
