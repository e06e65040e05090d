// Three people at their terminals: of more than two nobody is told of the other side, neither while one waits, nor when somebody leaves, nor of a rematch.
#include <doctest/doctest.h>

#include <fstream>

#include "tests/e2e/programs.hpp"
#include "tests/e2e/pty.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

constexpr std::string_view asked = "[Enter = default, ? = help] > ";
constexpr std::string_view over = "the battle is over [rematch, q = leave, ? = help] > ";

std::vector<std::string> home(const TempFolder& folder, const char* who) { return {"MUSTER_HOME=" + (folder.path() / who).string()}; }

/// A file with three nations in one area, the first of which loses first.
std::string three_nations(const TempFolder& folder) {
    const auto file = (folder.path() / "setup.json").string();
    Json nations = Json::array();
    int population = 3;
    for (const auto* seat : {"red", "blue", "gold"}) nations.push_back({{"seat", seat}, {"population", population++}, {"armies", 2}});
    std::ofstream(file) << Json{{"ruleset", "armies"}, {"setup", {{"nations", nations}, {"population_limit", 6}}}}.dump();
    return file;
}

void speaks_of_all(const AtTerminal& player) {
    for (const auto* word : {"other side", "both", "opponent", "other player", "the enemy"})
        CHECK_MESSAGE(!player.seen().contains(word), word << " in:\n" << player.seen());
}

}  // namespace

TEST_CASE("three at terminals are told of the others while they wait, when one leaves, at the end, and of a rematch") {
    const TempFolder folder;
    ServerProcess server(folder.path() / "data");
    const auto battle = make_battle(server, {three_nations(folder)});
    AtTerminal ada({MUSTER, "play", battle.link(server.url(), 0), "--name", "Ada"}, home(folder, "ada"));
    AtTerminal bob({MUSTER, "play", battle.link(server.url(), 1), "--name", "Bob"}, home(folder, "bob"));
    AtTerminal eve({MUSTER, "play", battle.link(server.url(), 2), "--name", "Eve"}, home(folder, "eve"));
    ada.wait_for(asked);
    bob.wait_for("waiting for the others [? = help] > ");
    bob.type("1\r");
    bob.wait_for("Nothing to decide right now; the others decide.");
    bob.wait_for("waiting for the others [");
    bob.type("d\r");
    eve.wait_for("offers a draw.");
    eve.type("n\r");
    bob.wait_for("declines the draw.");
    ada.wait_for("declines the draw.");
    ada.type("c\r");
    ada.wait_for("Concede the battle? The others go on, and your side plays its defaults.");
    for (auto* each : {&ada, &bob, &eve}) speaks_of_all(*each);
    ada.type("y\r");
    eve.wait_for("Red concedes.");
    // Two are left, and who gives up now has lost to the other side.
    eve.type("c\r");
    eve.wait_for("The other side wins.");
    eve.type("y\r");
    bob.wait_for("Blue wins: all others conceded.");
    for (auto* each : {&ada, &bob, &eve}) each->wait_for(over);
    bob.type("rematch\r");
    bob.wait_for("It starts as soon as all others accept; withdraw takes it back.");
    ada.wait_for("rematch accepts.");
    speaks_of_all(ada);
    speaks_of_all(bob);
    for (auto* each : {&ada, &bob, &eve}) {
        each->wait_for(over);
        each->type("q\r");
        CHECK(each->wait() == 0);
    }
}
