// Lines that go dead without a word: nothing comes any more, and nothing says so. Only the server's own pings and bounds of time can
// tell; these are real ones, so this test takes as long as they are (40 s). With shorter ones it would let go of those that live, too, wherever
// a machine is busy for half of that time: a ping must be answered in it.
#include <doctest/doctest.h>

#include "server/base/limits.hpp"
#include "tests/support/bad_proxy.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;
using server::limits::idle_max;

namespace {

double value(unsigned short port, const std::string& sample) {
    const auto page = http_get(port, "/metrics").body;
    const auto at = page.find("\n" + sample + " ");
    REQUIRE(at != std::string::npos);
    return std::stod(page.substr(at + sample.size() + 2));
}

/// Waits for what the presence of the battle must become.
void until_here(WireClient& client, bool attacker, bool defender, int spectators) {
    for (Json presence = client.next("presence");; presence = client.next("presence"))
        if (presence["seats"][0]["connected"] == attacker && presence["seats"][1]["connected"] == defender && presence["spectators"] == spectators) return;
}

}  // namespace

TEST_CASE("players and spectators on a line that goes dead are let go in time, count as absent, and come back to a battle that has lost nothing") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    BadProxy line(server.port(), {});
    WireClient ada(server.port());
    const auto battle = create_battle(ada, siege_setup());  // never over after the first choice
    const auto connections = value(server.port(), "muster_connections");
    WireClient bob(line.port()), eve(line.port());
    take_seats(battle, ada, bob);
    const Json request = ada.next("request");
    eve.ask(battle.follow());
    const std::string head = http_get(server.port(), "/api/v1/battles/" + battle.id).json()["head"].dump();
    PendingRequest poll(line.port(), "/api/v1/battles/" + battle.id + "/events?wait=20&since=" + head);
    until_here(ada, true, true, 2);
    line.go_dead();
    // Meanwhile the others play on; nobody is told of a line that only might be dead.
    CHECK(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}})["type"] == "accepted");
    const auto until = std::chrono::steady_clock::now() + idle_max + patience;
    while (!line.wait_for_ends(3, std::chrono::seconds(5))) {
        REQUIRE(std::chrono::steady_clock::now() < until);
        ada.ask({{"type", "ping"}});  // and answers the server's
    }
    WireClient watcher(server.port());
    watcher.ask(battle.follow());
    until_here(watcher, true, false, 1);
    wait_until([&] { return value(server.port(), "muster_connections") == connections + 1; });  // the watcher
    CHECK(value(server.port(), "muster_viewers{role=\"player\"}") == 1);
    WireClient back(server.port());
    back.ask(battle.follow(battle.defender));
    play_out({&ada, &back});
    verified_record(server.port(), battle.id);
}
