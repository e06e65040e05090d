// Somebody at a terminal: what he types stands while the battle goes on, and the terminal is his again afterwards.
#include <doctest/doctest.h>

#include <csignal>
#include <fstream>
#include <optional>

#include "tests/e2e/programs.hpp"
#include "tests/e2e/pty.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

constexpr std::string_view waiting = "waiting for the other side [? = help] > ";

// Ada at a terminal; Bob's seat is free.
struct Alone {
    TempFolder folder{};
    ServerProcess server{folder.path() / "data"};
    MadeBattle battle;
    AtTerminal ada;

    explicit Alone(const std::vector<std::string>& words = {}) : battle(make_battle(server, with_example(words))), ada(play(), environment()) {}

    static std::vector<std::string> with_example(std::vector<std::string> words) {
        words.insert(words.end(), {"--example", "advanced-combat"});
        return words;
    }
    std::vector<std::string> play() const { return {MUSTER, "play", battle.link(server.url(), 0), "--name", "Ada"}; }
    std::vector<std::string> environment() const { return {"MUSTER_HOME=" + (folder.path() / "home").string()}; }
    /// Bob takes his seat, and stays.
    void bob_comes() {
        bob.emplace(server.port());
        bob->ask(Json{{"type", "follow"}, {"battle", battle.id}, {"token", battle.tokens.at(1)}, {"name", "Bob"}});
    }
    std::optional<WireClient> bob{};
};

bool edits(const termios& settings) { return (settings.c_lflag & (ICANON | ECHO)) == 0; }

}  // namespace

TEST_CASE("news stands above a half-typed line, which stays with its cursor") {
    Alone table;
    auto& ada = table.ada;
    ada.wait_for(waiting);
    ada.type("s helo");
    ada.wait_for("s helo");
    ada.type("\x1b[D");
    ada.wait_for("\b");
    table.bob_comes();
    ada.wait_for("Bob joins as defender.");
    ada.wait_for("wave [Enter = default, ? = help] > s helo");
    ada.type("l\r");
    ada.wait_for("Ada (attacker): hello\x1b");
}

TEST_CASE("what was typed comes back with Up, letters of several bytes are one, and the keys of a shell edit the line") {
    Alone table;
    auto& ada = table.ada;
    ada.wait_for(waiting);
    ada.type("s caf\xc3\xa9\xc3\xa9\x7f\r");
    ada.wait_for("Ada (attacker): caf\xc3\xa9\x1b");
    ada.wait_for(waiting);
    ada.type("\x1b[A\x01\x1b[3~s\x05!\r");  // Up, Ctrl-A, Delete, Ctrl-E
    ada.wait_for("Ada (attacker): caf\xc3\xa9!\x1b");
    ada.wait_for(waiting);
    ada.type("s one two\x17three\x1b[H\x1b[F\r");  // Ctrl-W, Home, End
    ada.wait_for("Ada (attacker): one three\x1b");
    ada.wait_for(waiting);
    ada.type("rubbish\x15s kept gone\x1b[D\x1b[D\x1b[D\x1b[D\x0b\r");  // Ctrl-U, Left, Ctrl-K
    ada.wait_for("Ada (attacker): kept\x1b");
    CHECK(!ada.seen().contains("^["));
    for (const auto& each : std::filesystem::recursive_directory_iterator(table.folder.path() / "home"))
        CHECK(each.path().filename().string().starts_with("seats"));
}

TEST_CASE("the terminal is as it was after Ctrl-C, Ctrl-D, q, and the end of the program") {
    const auto left_by = [](std::string_view keys, int signal, int exit_code) {
        Alone table;
        const auto before = table.ada.settings();
        table.ada.wait_for(waiting);
        CHECK(edits(table.ada.settings()));
        table.ada.type(signal == 0 ? keys : "half");
        if (signal == SIGKILL) {
            table.ada.wait_for("half");
            table.server.kill();
            table.ada.wait_for("connection lost");
            table.ada.wait_for("half");
            table.ada.type("\x03");
        } else if (signal != 0) {
            table.ada.wait_for("half");
            table.ada.send(signal);
        }
        CHECK(table.ada.wait() == exit_code);
        CHECK(same_settings(table.ada.settings(), before));
        const auto& seen = table.ada.seen();
        INFO(seen);
        if (exit_code == 0) CHECK((seen.contains("\n\x1b[2m  You leave") || seen.contains("\r\x1b[J\x1b[2m  You leave")));
    };
    SUBCASE("Ctrl-C in the middle of a line") { left_by("half a li\x03", 0, 0); }
    SUBCASE("Ctrl-D") { left_by("\x04", 0, 0); }
    SUBCASE("q") { left_by("q\r", 0, 0); }
    SUBCASE("a server that is gone") { left_by({}, SIGKILL, 0); }
    SUBCASE("SIGTERM") { left_by({}, SIGTERM, 0); }
    SUBCASE("SIGHUP") { left_by({}, SIGHUP, 128 + SIGHUP); }
    SUBCASE("a program that aborts") { left_by({}, SIGABRT, 128 + SIGABRT); }
}

TEST_CASE("Ctrl-Z gives the terminal back until the program goes on, with the half-typed line") {
    Alone table;
    table.ada.wait_for(waiting);  // has taken the seat by her name
    const auto words = table.play();
    const std::string job = "set -m; " + words[0] + " play '" + words[2] + "'; echo stopped; read go; fg >/dev/null";
    AtTerminal shell({"/bin/sh", "-c", job}, table.environment());
    const auto before = shell.settings();
    shell.wait_for(waiting);
    shell.type("s hel");
    shell.wait_for("s hel");
    CHECK(edits(shell.settings()));
    shell.type("\x1a");
    shell.wait_for("stopped");
    CHECK(same_settings(shell.settings(), before));
    shell.type("\n");
    shell.wait_for("> s hel");
    CHECK(edits(shell.settings()));
    shell.type("lo\r");
    shell.wait_for("Ada (attacker): hello\x1b");
}

TEST_CASE("a terminal of another width shows the line again in full") {
    Alone table;
    auto& ada = table.ada;
    ada.wait_for(waiting);
    ada.type("s hello");
    ada.wait_for("s hello");
    ada.resize(60);
    ada.wait_for("> s hello");
}

TEST_CASE("a clock is seen with each question, and when asked for") {
    Alone table({"--clock", "live:10m"});
    auto& ada = table.ada;
    ada.wait_for(waiting);
    table.bob_comes();
    ada.wait_for("Time left: you ");
    ada.wait_for(", defender 10:00 (paused)");
    ada.wait_for("> ");
    ada.type("t\r");
    ada.wait_for("Time left: you ");
    ada.wait_for(", defender 10:00 (paused).");
}

TEST_CASE("whose time runs short is warned, and told what comes then") {
    Alone table({"--clock", "live:10m,decision_max=5s"});
    auto& ada = table.ada;
    ada.wait_for(waiting);
    table.bob_comes();
    ada.wait_for("You're running out of time: 0:0");
    ada.wait_for(" left, then the default choice is played.");
}

TEST_CASE("whoever concedes is told what comes of it: of two the other wins, of more the others go on, and a table of dice is left") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const auto home = std::vector<std::string>{"MUSTER_HOME=" + (folder.path() / "home").string()};
    const auto write = [&](const char* name, const Json& document) {
        const auto file = (folder.path() / name).string();
        std::ofstream(file) << document.dump();
        return file;
    };
    const auto host = [](const char* seat, int population) { return Json{{"seat", seat}, {"population", population}, {"armies", 1}}; };
    const auto three =
        write("three.json", {{"ruleset", "armies"}, {"setup", {{"nations", {host("red", 6), host("blue", 5), host("green", 4)}}, {"population_limit", 4}}}});
    const auto dice = write("dice.json", {{"ruleset", "dice"}, {"setup", {{"seats", {"red", "blue"}}}}});
    const auto asks = [&](const std::vector<std::string>& made, const char* words) {
        const auto battle = make_battle(server, made);
        std::vector<std::optional<WireClient>> others(battle.tokens.size());
        for (std::size_t seat = 1; seat < battle.tokens.size(); ++seat)
            others[seat].emplace(server.port()).ask(Json{{"type", "follow"}, {"battle", battle.id}, {"token", battle.tokens[seat]}, {"name", "Other"}});
        AtTerminal ada({MUSTER, "play", battle.link(server.url(), 0), "--name", "Ada"}, home);
        ada.wait_for("? = help] > ");
        ada.type("c\r");
        ada.wait_for(words);
        ada.type("n\r");
    };
    asks({"--example", "advanced-combat"}, "Concede the battle? The other side wins.");
    asks({three}, "Concede the battle? The others go on, and your side plays its defaults.");
    asks({dice}, "Leave for good? The others go on.");
}
