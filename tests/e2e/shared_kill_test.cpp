// Programs and the server are killed with SIGKILL at random moments while dice are shared: between a choice and its request, between what is kept and the
// share, between shares and the roll. Nobody gives a second share for a step, and no battle is stuck.
#include <doctest/doctest.h>

#include <atomic>
#include <random>
#include <thread>

#include "tests/e2e/shared_homes.hpp"

using namespace muster;
using namespace muster::test;

namespace {

void wait_some(std::mt19937& random, int most_ms) {
    std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution(500, most_ms * 1000)(random)));
}

struct Played {
    MadeBattle battle;
    Device attacker, defender;
    Played(const ServerProcess& server, const std::string& setup) : battle(make_shared(server, {setup})), attacker(server), defender(server) {}
    std::unique_ptr<BackgroundProgram> start(const ServerProcess& server, std::size_t seat, const char* policy) const {
        return (seat == 0 ? attacker : defender).start({"play", battle.link(server.url(), seat), "--auto", policy});
    }
};

void check_agreed(const ServerProcess& server, const Played& played) {
    const auto record = agreed_record(server, played.battle.id, {&played.attacker, &played.defender});
    CHECK(record["outcome"]["reason"] != "share");
}

}  // namespace

TEST_CASE("kill -9 of the server at random moments: battles with shared dice go on to their end, and agree with what both seats kept") {
    const TempFolder folder;
    ServerProcess server(folder.path() / "data");
    std::mt19937 random(std::random_device{}());
    constexpr int rounds = 100;
    int kills = 0;
    for (int wave = 0; kills < rounds; ++wave) {
        REQUIRE(wave < rounds / 2);  // else nobody plays long enough to be killed
        std::vector<std::unique_ptr<Played>> battles;
        std::vector<std::unique_ptr<BackgroundProgram>> programs;
        for (const auto* ruleset : {"phased-combat", "advanced-combat", "armies"}) {
            battles.push_back(std::make_unique<Played>(server, shared_setup(folder.path(), ruleset)));
            for (const std::size_t seat : {0U, 1U}) programs.push_back(battles.back()->start(server, seat, "random"));
        }
        std::vector<Finished> finished(programs.size());
        std::atomic<std::size_t> busy = programs.size();
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < programs.size(); ++i)
            threads.emplace_back([&, i] {
                finished[i] = programs[i]->wait();
                --busy;
            });
        for (int i = 0; i < 12 && busy > 0; ++i, ++kills) {
            wait_some(random, 60);
            server.kill_and_restart();
        }
        threads.clear();
        for (const auto& each : finished) CHECK_MESSAGE(each.exit_code == 0, each.out << each.err);
        for (const auto& each : battles) check_agreed(server, *each);
    }
}

TEST_CASE("kill -9 of a player's program at random moments: what it kept before it gave a share lets another give the same") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    std::mt19937 random(std::random_device{}());
    for (const auto* ruleset : {"phased-combat", "fleet-combat", "armies"}) {
        const Played played(server, shared_setup(folder.path(), ruleset));
        const auto defender = played.start(server, 1, "random");
        for (int i = 0; i < 12; ++i) {
            const auto attacker = played.start(server, 0, "best");
            wait_some(random, 60);
        }
        const auto last = played.start(server, 0, "best")->wait();
        REQUIRE_MESSAGE(last.exit_code == 0, last.out << last.err);
        CHECK(defender->wait().exit_code == 0);
        check_agreed(server, played);
    }
}
