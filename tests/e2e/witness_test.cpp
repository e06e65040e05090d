// Dice to which another server adds, as those read of it who play and watch at terminals.
#include <doctest/doctest.h>

#include "tests/e2e/programs.hpp"
#include "tests/e2e/pty.hpp"

using namespace muster::test;

namespace {

/// Ada is asked, Bob's program plays by itself, and Eve watches; the witness is a server of its own.
struct Witnessed {
    TempFolder folder{};
    ServerProcess witness{folder.path() / "witness"};
    ServerProcess server{folder.path() / "data", {"--witnesses", witness.url()}};
    MadeBattle battle = make_battle(server, {"--example", "advanced-combat", "--witness", witness.url()});
    BackgroundProgram bob{{MUSTER, "play", battle.link(server.url(), 1), "--name", "Bob", "--auto"}, home("bob")};
    AtTerminal ada{{MUSTER, "play", battle.link(server.url(), 0), "--name", "Ada"}, home("ada")};
    AtTerminal eve{{MUSTER, "watch", server.url() + "/b/" + battle.id}, home("eve")};

    std::vector<std::string> home(const char* who) const { return {"MUSTER_HOME=" + (folder.path() / who).string()}; }
    void all_read(const std::string& text) {
        for (auto* each : {&ada, &eve}) each->wait_for(text);
    }
    /// Ada is asked, and dice are due as soon as she has decided.
    void until_asked() {
        ada.wait_for("[Enter = default, ? = help] > ");
        eve.wait_for("watching [? = help] > ");
    }
};

}  // namespace

TEST_CASE("who plays and who watches reads that the battle waits for its witness, and when it no longer does") {
    Witnessed at;
    at.until_asked();
    at.witness.kill();
    at.ada.type("\r");
    at.all_read("The battle waits for its witness, " + at.witness.url() + ", which adds to the dice and doesn't answer.");
    at.all_read("waiting for the witness [? = help] > ");
    at.witness.start();
    at.all_read("The battle no longer waits for its witness.");
    at.ada.wait_for("[Enter = default, ? = help] > ");
}

TEST_CASE("who plays and who watches reads that the witness refuses; the battle can be conceded then, and nobody is offered a rematch") {
    Witnessed at;
    at.until_asked();
    at.witness.kill();
    std::filesystem::remove_all(at.folder.path() / "witness");
    at.witness.start();
    at.ada.type("\r");
    at.all_read("The witness, " + at.witness.url() + ", refuses to add to the dice");
    at.all_read("waiting for the witness [? = help] > ");
    at.ada.type("c\r");
    at.ada.wait_for("Concede the battle?");
    at.ada.type("y\r");
    at.all_read("Defender wins: the other side conceded.");
    at.ada.wait_for("the battle is over [q = leave, ? = help] > ");
}

TEST_CASE("whose dice a private battle has is shown to those who hold a token of it, and its witness's key") {
    const TempFolder folder;
    const ServerProcess witness(folder.path() / "witness"), server(folder.path() / "data", {"--witnesses", witness.url()});
    const auto battle = make_battle(server, {"--example", "advanced-combat", "--witness", witness.url(), "--visibility", "private"});
    const auto shown = run_program({MUSTER, "show", battle.link(server.url(), 1)});
    CHECK_MESSAGE(shown.exit_code == 0, shown.err);
    CHECK_MESSAGE(shown.out.contains(witness.url()), shown.out);
    CHECK(shown.out.contains("witness's key"));
    const auto hidden = run_program({MUSTER, "show", server.url() + "/b/" + battle.id});
    CHECK(hidden.exit_code != 0);
    CHECK(hidden.err.contains("there is no such battle"));
}
