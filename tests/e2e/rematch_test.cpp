// Two people at their terminals fight a battle once more, with the sides changed.
#include <doctest/doctest.h>

#include "tests/e2e/programs.hpp"
#include "tests/e2e/pty.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

constexpr std::string_view asked = "[Enter = default, ? = help] > ";
constexpr std::string_view over = "the battle is over [rematch, q = leave, ? = help] > ";

/// Whoever is asked first gives up.
void concede(AtTerminal& player) {
    player.wait_for(asked);
    player.type("c\r");
    player.wait_for("Concede the battle?");
    player.type("y\r");
}

std::vector<std::string> home(const TempFolder& folder, const char* who) { return {"MUSTER_HOME=" + (folder.path() / who).string()}; }

/// Ada and Bob at their terminals, each with a home of his own, in a battle on a server of theirs.
struct TwoAtTerminals {
    TempFolder folder;
    ServerProcess server{folder.path() / "data"};
    MadeBattle battle = make_battle(server, {"--example", "advanced-combat"});
    AtTerminal ada{{MUSTER, "play", battle.link(server.url(), 0), "--name", "Ada"}, home(folder, "ada")};
    AtTerminal bob{{MUSTER, "play", battle.link(server.url(), 1), "--name", "Bob"}, home(folder, "bob")};
};

}  // namespace

TEST_CASE("two people at terminals want a rematch, take it back, agree on it with the sides changed, and fight on in it under their names") {
    TwoAtTerminals two;
    auto& [folder, server, battle, ada, bob] = two;
    concede(ada);
    ada.wait_for(over);
    bob.wait_for(over);
    ada.type("remach\r");
    ada.wait_for("did you mean \"rematch\"?");
    ada.wait_for(over);
    ada.type("?\r");
    ada.wait_for("rematch swap swaps the sides");
    ada.wait_for(over);
    ada.type("rematch\r");
    ada.wait_for("withdraw takes it back.");
    ada.wait_for(over);
    bob.wait_for("rematch accepts.");
    ada.type("withdraw\r");
    bob.wait_for("no longer wants a rematch.");
    bob.wait_for(over);
    bob.type("rematch swap\r");
    ada.wait_for("rematch swap accepts.");
    ada.wait_for(over);
    ada.type("rematch swap\r");
    ada.wait_for("You are the defender.");
    bob.wait_for("You are the attacker.");
    concede(bob);
    for (auto* each : {&ada, &bob}) {
        each->wait_for(over);
        each->type("q\r");
        CHECK(each->wait() == 0);
    }
    const Json last = http_get(server.port(), "/api/v1/battles/" + battle.id + "/events?since=0").json()["events"].back();
    REQUIRE(last["event"] == "rematch_made");
    const std::string next = last["data"]["battle"];
    const Json seats = verified_record(server.port(), next)["seats"];
    CHECK(seats[0]["name"] == "Bob");
    CHECK(seats[1]["name"] == "Ada");
    AtTerminal again({MUSTER, "play", next, "--server", server.url()}, home(folder, "ada"));  // the seat is remembered
    again.wait_for("You are the defender.");
    again.wait_for(over);
    again.type("\x04");
    CHECK(again.wait() == 0);
}

TEST_CASE("whoever takes a seat over by a link from the terminal is told of, talks, and fights on in a rematch under his own name") {
    TwoAtTerminals two;
    auto& [folder, server, battle, ada, bob] = two;
    ada.wait_for(asked);
    ada.type("s mine\r");
    bob.wait_for("Ada (attacker): mine");
    const auto invited = run_program({MUSTER, "invite", battle.link(server.url(), 0)});
    REQUIRE_MESSAGE(invited.exit_code == 0, invited.err);
    const auto begins = invited.out.find(server.url());
    REQUIRE_MESSAGE(begins != std::string::npos, invited.out);
    const auto link = invited.out.substr(begins, invited.out.find('\n', begins) - begins);
    AtTerminal carl({MUSTER, "play", link, "--name", "Carl"}, home(folder, "carl"));
    bob.wait_for("Carl takes over as attacker.");
    CHECK(ada.wait() != 0);
    carl.wait_for("Ada (attacker): mine");
    carl.wait_for(asked);
    carl.type("s his\r");
    bob.wait_for("Carl (attacker): his");
    concede(carl);
    carl.wait_for(over);
    bob.wait_for(over);
    carl.type("rematch\r");
    bob.wait_for("rematch accepts.");
    bob.wait_for(over);
    bob.type("rematch\r");
    bob.wait_for("Carl joins as attacker.");
    carl.wait_for("Carl joins as attacker (you).");
    for (auto* each : {&carl, &bob}) {
        each->type("\x04");
        CHECK(each->wait() == 0);
    }
}

TEST_CASE("whoever comes back to a battle whose rematch was made without him gets to his seat of it, also once he sits there; a bot agrees at once") {
    const TempFolder folder;
    ServerProcess server(folder.path() / "data");
    const auto battle = make_battle(server, {"--example", "advanced-combat", "--bot", "defender=best"});
    const std::vector<std::string> words{MUSTER, "play", battle.link(server.url(), 0), "--name", "Ada"};
    {
        AtTerminal ada(words, home(folder, "ada"));
        concede(ada);
        ada.wait_for(over);
        ada.type("rematch\r");
        ada.wait_for("On to the rematch.");
        ada.wait_for(asked);
        ada.type("q\r");
        CHECK(ada.wait() == 0);
    }
    {
        WireClient elsewhere(server.port());
        elsewhere.ask({{"type", "follow"}, {"battle", battle.id}, {"token", battle.tokens.at(0)}});
        CHECK(elsewhere.ask({{"type", "say"}, {"battle", battle.id}, {"text", "well fought"}})["type"] == "accepted");
    }
    AtTerminal ada(words, home(folder, "ada"));
    ada.wait_for("well fought");  // the last that happened there says nothing of the rematch
    ada.wait_for("rematch takes you there.");
    ada.wait_for(over);
    ada.type("rematch\r");
    ada.wait_for("On to the rematch.");
    ada.wait_for(asked);
    ada.type("\x04");
    CHECK(ada.wait() == 0);
}
