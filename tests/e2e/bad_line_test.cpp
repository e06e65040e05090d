// Automatic players over a line that delays, splits and breaks off: battles end, and their records hold.
#include <doctest/doctest.h>

#include "tests/e2e/programs.hpp"
#include "tests/support/bad_proxy.hpp"
#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

void fight(const ServerProcess& server, const BadProxy& line, const std::string& ruleset) {
    const auto battle = make_battle(server, {"--example", ruleset});
    const std::vector<std::string> automatic{"--auto", "best", "--quiet"};
    play_all(battle, line.url(), automatic, automatic);
    verified_record(server.port(), battle.id);
}

}  // namespace

TEST_CASE("over a line with 100 ms each way that cuts everything into small pieces, a battle ends and verifies") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const BadProxy line(server.port(), {.delay = std::chrono::milliseconds(100), .piece_bytes = 40});
    fight(server, line, "advanced-combat");
    CHECK(line.broken() == 0);
}

TEST_CASE("over a line that breaks every connection after some thousand bytes, players come back until the battle is over") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const BadProxy line(server.port(), {.delay = std::chrono::milliseconds(5), .piece_bytes = 500, .break_after_bytes = 8000});
    for (const auto* ruleset : {"advanced-combat", "phased-combat"}) fight(server, line, ruleset);
    CHECK(line.broken() > 0);
}
