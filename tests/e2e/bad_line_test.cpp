// Automatic players over a line that delays, splits and breaks off: battles end, and their records hold.
#include <doctest/doctest.h>

#include "tests/support/bad_proxy.hpp"
#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

void fight(const ServerProcess& server, const BadProxy& line, const std::string& ruleset) {
    const TempFolder home;
    const auto created = run_program({MUSTER, "create", "--example", ruleset, "--server", server.url(), "--json"});
    REQUIRE_MESSAGE(created.exit_code == 0, created.err);
    const Json battle = Json::parse(created.out);
    const auto id = battle["battle"].get<std::string>();
    const auto play = [&](std::size_t seat) {
        return std::vector<std::string>{MUSTER,   "play", line.url() + "/b/" + id + "#" + battle["seats"][seat]["token"].get<std::string>(),
                                        "--auto", "best", "--quiet"};
    };
    const std::vector<std::string> environment{"MUSTER_HOME=" + home.path().string()};
    BackgroundProgram first(play(0), environment), second(play(1), environment);
    for (auto* each : {&first, &second}) {
        const auto finished = each->wait();
        CHECK_MESSAGE(finished.exit_code == 0, finished.err);
    }
    verified_record(server.port(), id);
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
