#include "tests/e2e/programs.hpp"

#include <doctest/doctest.h>

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

void play_both(const MadeBattle& battle, const std::string& url, const std::vector<std::string>& attacker, const std::vector<std::string>& defender) {
    const TempFolder home;
    const auto words = [&](std::size_t seat, const std::vector<std::string>& own) {
        std::vector<std::string> out{MUSTER, "play", battle.link(url, seat)};
        out.insert(out.end(), own.begin(), own.end());
        return out;
    };
    const std::vector<std::string> environment{"MUSTER_HOME=" + home.path().string()};
    BackgroundProgram first(words(0, attacker), environment), second(words(1, defender), environment);
    for (auto* each : {&first, &second}) {
        const auto finished = each->wait();
        CHECK_MESSAGE(finished.exit_code == 0, finished.err);
    }
}

}  // namespace muster::test
