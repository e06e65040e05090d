// What an operator meets: signals, busy ports, wrong options, full disks, broken files.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <fstream>

#include "server/base/limits.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

TEST_CASE("SIGTERM tells everybody, closes with 4001, keeps everything and exits 0") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    const auto decision = ada.next("request")["decision"];
    CHECK(ada.ask({{"type", "choose"}, {"battle", battle.id}, {"decision", decision}, {"choice", "default"}})["type"] == "accepted");
    std::vector<std::unique_ptr<WireClient>> silent;  // they never answer the close
    for (int i = 0; i < 100; ++i) silent.push_back(std::make_unique<WireClient>(server.port()));
    const auto begun = std::chrono::steady_clock::now();
    ::kill(server.pid(), SIGTERM);  // make and shells pass one signal on twice
    CHECK(server.stop(SIGTERM) == 0);
    CHECK(std::chrono::steady_clock::now() - begun < server::limits::idle_max / 2);  // it waits for nobody
    CHECK(server.log().contains("cutting connections that did not close by themselves"));
    CHECK(ada.next("notice")["notice"] == "restart");
    CHECK(ada.wait_closed() == 4001);
    server.start();
    const Json log = http_get(server.port(), "/api/v1/battles/" + battle.id + "/events").json();
    CHECK(std::ranges::any_of(log["events"], [&](const Json& event) { return event["event"] == "chosen" && event["data"].value("decision", 0) == decision; }));
}

TEST_CASE("however often SIGHUP comes, whoever plays hears nothing of it") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto battle = create_battle(ada);
    for (int i = 0; i < 100; ++i) {
        ::kill(server.pid(), SIGHUP);
        CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
    }
    CHECK(http_get(server.port(), "/api/v1/battles/" + battle.id).status == 200);
    CHECK(server.stop(SIGTERM) == 0);
}

TEST_CASE("a server without file descriptors keeps an operator's command waiting, and answers it when there are some again") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    rlimit before{};
    REQUIRE(prlimit(server.pid(), RLIMIT_NOFILE, nullptr, &before) == 0);
    const rlimit none{3, before.rlim_max};
    REQUIRE(prlimit(server.pid(), RLIMIT_NOFILE, &none, nullptr) == 0);
    BackgroundProgram command({MUSTERD, "moderate", "bans", "--data", folder.path().string()});
    INFO("the server: ", server.log(), "the command: ", command.err());
    wait_until([&] { return server.log().contains("cannot accept an operator's command"); });
    REQUIRE(prlimit(server.pid(), RLIMIT_NOFILE, &before, nullptr) == 0);
    CHECK(command.wait().exit_code == 0);
    CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
}

TEST_CASE("a server that keeps nothing plays and ends like any other") {
    ServerProcess server(":memory:");
    auto [ada, bob, battle] = Seated(server.port());
    play_out({&ada, &bob});
    verified_record(server.port(), battle.id);
    const auto begun = std::chrono::steady_clock::now();
    CHECK(server.stop(SIGTERM) == 0);
    CHECK(std::chrono::steady_clock::now() - begun < server::limits::idle_max / 2);
}

TEST_CASE("a busy port, a wrong option and a broken store each give one clear line and their exit code") {
    const TempFolder folder, other;
    ServerProcess server(folder.path());
    const auto run = [](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), MUSTERD);
        auto done = run_program(arguments);
        CHECK(std::ranges::count(done.err, '\n') == 1);
        return done;
    };
    const auto busy = run({"--listen", "127.0.0.1:" + std::to_string(server.port()), "--data", other.path()});
    CHECK(busy.exit_code == 3);
    CHECK(busy.err.contains("cannot listen"));
    const auto shared = run({"--listen", "127.0.0.1:0", "--data", folder.path()});
    CHECK(shared.exit_code == 3);
    CHECK(run({"--lisen", "x"}).exit_code == 2);
    CHECK(run({"--listen", "nowhere:99999999"}).exit_code == 2);
    CHECK(run({"--threads", "many"}).exit_code == 2);
    const TempFolder broken;
    std::ofstream(broken.path() / "muster.db") << std::string(10'000, 'x');
    const auto corrupt = run({"--listen", "127.0.0.1:0", "--data", broken.path()});
    CHECK(corrupt.exit_code == 3);
    CHECK(corrupt.err.contains("muster.db"));
    CHECK(run({"--listen", "127.0.0.1:0", "--data", "/proc/nowhere"}).exit_code == 3);
    CHECK(run_program({MUSTERD, "--help"}).exit_code == 0);
    CHECK(run_program({MUSTERD, "--help", "backup"}).out == run_program({MUSTERD, "backup", "--help"}).out);
}

TEST_CASE("a full disk refuses choices as server_busy, loses nothing, and goes on when there is room") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    WireClient eve(server.port());
    eve.ask(battle.follow());
    const Json request = ada.next("request");
    const Json head = http_get(server.port(), "/api/v1/battles/" + battle.id).json()["head"];
    // The server's files may not grow: to SQLite this is a disk without room.
    const rlimit none{1, RLIM_INFINITY}, plenty{RLIM_INFINITY, RLIM_INFINITY};
    REQUIRE(prlimit(server.pid(), RLIMIT_FSIZE, &none, nullptr) == 0);
    const Json choose{{"type", "choose"}, {"id", "again"}, {"battle", battle.id}, {"decision", request["decision"]}, {"choice", "default"}};
    for (int i = 0; i < 3; ++i) {
        const Json refused = ada.ask(choose);
        CHECK(refused["type"] == "rejected");
        CHECK(refused["code"] == "server_busy");
    }
    CHECK(ada.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}})["code"] == "server_busy");
    CHECK(http_get(server.port(), "/api/v1/battles/" + battle.id).json()["head"] == head);
    REQUIRE(prlimit(server.pid(), RLIMIT_FSIZE, &plenty, nullptr) == 0);
    CHECK(ada.ask(choose)["type"] == "accepted");
    play_out({&ada, &bob, &eve});
    verified_record(server.port(), battle.id);
}
