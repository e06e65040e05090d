// `muster invite` against a real server.
#include <doctest/doctest.h>

#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

TEST_CASE("an invitation is made anew and a seat handed over from the terminal, and the former links open nothing") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port()), carl(server.port());
    const auto battle = create_battle(ada);
    const auto link = [&](const std::string& token) { return server.url() + "/b/" + battle.id + "#" + token; };
    const auto invite = [&](const std::string& token) {
        const auto told = run_program({MUSTER, "invite", link(token)});
        CHECK_MESSAGE(told.exit_code == 0, told.err);
        const auto at = told.out.find(link(""));
        REQUIRE_MESSAGE(at != std::string::npos, told.out);
        return told.out.substr(at + link("").size(), battle.attacker.size());
    };
    const auto invited = invite(battle.defender);  // nobody sits there yet
    CHECK(bob.ask(battle.follow(battle.defender))["code"] == "bad_token");
    CHECK(bob.ask(battle.follow(invited))["viewer"] == "defender");

    ada.ask(battle.follow(battle.attacker));
    const auto offered = invite(battle.attacker);
    CHECK(carl.ask(battle.follow(offered))["viewer"] == "attacker");
    CHECK(ada.next("unfollowed")["battle"] == battle.id);
    const auto late = run_program({MUSTER, "invite", link(battle.attacker)});
    CHECK(late.exit_code == 2);
    CHECK_MESSAGE(late.err.contains("holds no seat"), late.err);
}
