// Which battles of a list somebody attends, at a real server.
#include <doctest/doctest.h>

#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// How many attend each battle of a list, by its id; 0 where nothing is said of it.
std::map<std::string, int> attended(const ServerProcess& server, const std::string& query) {
    std::map<std::string, int> out;
    const auto reply = http_get(server.port(), "/api/v1/battles?" + query);
    REQUIRE_MESSAGE(reply.status == 200, reply.body);
    for (const auto& each : reply.json()["battles"]) out[each["battle"]] = each.value("present", 0);
    return out;
}

}  // namespace

TEST_CASE("a list tells how many attend a battle, players and spectators, and finds only those that somebody attends") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--searches-per-address-per-s", "0"});
    WireClient ada(server.port()), eve(server.port());
    CHECK(attended(server, "present=true").empty());
    const auto left = create_battle(ada);
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    eve.ask({{"type", "follow"}, {"battle", battle.id}});
    wait_until([&] { return attended(server, "")[battle.id] == 2; });  // whoever follows is told so first
    CHECK(attended(server, "") == std::map<std::string, int>{{battle.id, 2}, {left.id, 0}});
    CHECK(attended(server, "present=true") == std::map<std::string, int>{{battle.id, 2}});
    CHECK(!http_get(server.port(), "/api/v1/battles/" + battle.id).json().contains("present"));

    // Newer ones that nobody attends are passed over; the page is full, or the last.
    for (int i = 0; i < 3; ++i) create_battle(ada);
    ada.ask(left.follow(left.attacker));
    wait_until([&] { return attended(server, "present=true").size() == 2; });
    const auto page = ada.ask({{"type", "list"}, {"present", true}, {"limit", 1}});
    CHECK(page["battles"][0]["battle"] == battle.id);
    CHECK(page["battles"].size() == 1);
    const auto last = ada.ask({{"type", "list"}, {"present", true}, {"limit", 1}, {"before", page["next"]}});
    CHECK(last["battles"][0]["battle"] == left.id);
    CHECK(last["next"].is_null());

    eve.ask({{"type", "unfollow"}, {"battle", battle.id}});
    ada.ask({{"type", "unfollow"}, {"battle", battle.id}});
    CHECK(attended(server, "present=true") == std::map<std::string, int>{{left.id, 1}});
}
