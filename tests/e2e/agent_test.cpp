// `muster agent` against a real server, with the players away.
#include <doctest/doctest.h>

#include <csignal>
#include <fstream>

#include "tests/e2e/shared_homes.hpp"
#include "tests/support/table.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

bool is_over(const ServerProcess& server, const std::string& battle) {
    WireClient client(server.port());
    return client.ask({{"type", "follow"}, {"battle", battle}})["status"] == "over";
}

/// Whether the seat has something to decide.
bool is_asked(const Device& device, const std::string& battle) {
    const auto shown = device.run({"orders", battle, "--json"});
    REQUIRE_MESSAGE(shown.exit_code == 0, shown.err);
    return !Json::parse(shown.out)["preview"].empty();
}

/// A player comes, decides once by default, and leaves.
void decide_once(const ServerProcess& server, const Device& device, const std::string& battle) {
    const auto played = run_program({"/usr/bin/env", "MUSTER_HOME=" + device.file("").string(), "MUSTER_SERVER=" + server.url(), MUSTER, "play", battle}, "\n");
    CHECK_MESSAGE(played.exit_code == 0, played.out << played.err);
}

/// For many programs, one after the other, each of which stores before it sends. Only reached when it fails.
constexpr std::chrono::minutes whole_battle{5};

void end(BackgroundProgram& agent) {
    const auto finished = agent.stop(SIGTERM);
    CHECK_MESSAGE(finished.exit_code == 0, finished.out << finished.err);
    CHECK(finished.out.contains("ends\n"));
    CHECK_MESSAGE(!finished.out.contains("against its word"), finished.out);
}

void leave_orders(const Device& device, const std::string& battle) {
    std::ofstream(device.file("orders.json")) << R"([{"for":"*","play":"default"}])";
    const auto left = device.run({"orders", battle, device.file("orders.json").string(), "--now"});
    CHECK_MESSAGE(left.exit_code == 0, left.err);
    CHECK(left.out.contains("every decision: play the default"));
    CHECK(left.out.contains("muster agent carries them out"));
}

}  // namespace

TEST_CASE("both players decide and leave; their agents give the shares, and the battle goes on") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device ada(server), bob(server);
    const auto first = ada.start({"agent"}), second = bob.start({"agent"});
    const auto battle = make_shared(server, {shared_setup(folder.path(), "advanced-combat")});
    for (const std::size_t seat : {0U, 1U}) REQUIRE((seat == 0 ? ada : bob).run({"join", battle.link(server.url(), seat)}).exit_code == 0);
    wait_until(
        [&] {
            for (const auto* device : {&ada, &bob})
                if (!is_over(server, battle.id) && is_asked(*device, battle.id)) decide_once(server, *device, battle.id);
            return is_over(server, battle.id);
        },
        whole_battle);
    const auto told = first->out() + second->out();
    CHECK(told.contains("gives its share of the dice, step 1\n"));
    CHECK(told.contains("gives its share of the dice, step 2\n"));
    agreed_record(server, battle.id, {&ada, &bob});
    end(*first);
    end(*second);
}

TEST_CASE("agents carry out the standing orders that were left on their machines, sealed choices too, and the server never hears of them") {
    const TempFolder folder;
    ServerProcess server(folder.path() / "data");
    const Device ada(server), bob(server);
    std::vector<MadeBattle> battles;
    for (const auto* ruleset : {"phased-combat", "armies", "simple-combat"}) {
        battles.push_back(make_shared(server, {shared_setup(folder.path(), ruleset)}));
        for (const std::size_t seat : {0U, 1U}) REQUIRE((seat == 0 ? ada : bob).run({"join", battles.back().link(server.url(), seat)}).exit_code == 0);
    }
    const auto first = ada.start({"agent"}), second = bob.start({"agent"});
    for (const auto& battle : battles)
        for (const auto* device : {&ada, &bob}) leave_orders(*device, battle.id);
    server.kill_and_restart();
    for (const auto& battle : battles) wait_until([&] { return is_over(server, battle.id); }, whole_battle);
    for (const auto& battle : battles) {
        const auto record = agreed_record(server, battle.id, {&ada, &bob});
        CHECK(!record.dump().contains("\"standing\""));
        CHECK(record["outcome"]["reason"] != "share");
    }
    CHECK(first->out().contains("carries out its standing order 1"));
    end(*first);
    end(*second);
}

TEST_CASE(
    "one machine with both seats: an agent follows each over a connection of its own; wrong orders are refused, and a usual battle is none of its business") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device both(server);
    const auto agent = both.start({"agent"});
    const auto usual = make_battle(server, {shared_setup(folder.path(), "armies")});
    REQUIRE(both.run({"join", usual.link(server.url(), 0)}).exit_code == 0);
    const auto battle = make_shared(server, {shared_setup(folder.path(), "armies")});
    for (const std::size_t seat : {0U, 1U}) REQUIRE(both.run({"join", battle.link(server.url(), seat)}).exit_code == 0);
    std::ofstream(both.file("orders.json")) << R"([{"for":"what","play":"default"}])";
    const auto wrong = both.run({"orders", battle.id, both.file("orders.json").string(), "--seat", "attacker"});
    CHECK(wrong.exit_code == 2);
    CHECK_MESSAGE(wrong.err.contains("/orders/0/for"), wrong.err);
    std::ofstream(both.file("orders.json")) << R"([{"for":"*","play":"default"}])";
    for (const auto* seat : {"attacker", "defender"}) {
        const auto left = both.run({"orders", battle.id, both.file("orders.json").string(), "--seat", seat, "--now"});
        CHECK_MESSAGE(left.exit_code == 0, left.err);
    }
    wait_until([&] { return is_over(server, battle.id); }, whole_battle);
    agreed_record(server, battle.id, {&both});
    CHECK(!agent->out().contains(usual.id));
    end(*agent);
}
