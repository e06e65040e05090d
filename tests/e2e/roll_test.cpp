// `muster roll` at a table for anybody's game, against a real server.
#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "tests/e2e/shared_homes.hpp"
#include "tests/support/table.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// Until it has said so on the error stream.
void wait_for_word(const BackgroundProgram& program, const std::string& words) {
    wait_until([&] { return program.err().contains(words); });
}

/// A file with a table of two, where the others say yes first or nobody is asked.
std::string table_of_two(const TempFolder& folder, bool asked) {
    const auto file = (folder.path() / "setup.json").string();
    Json setup{{"seats", {"red", "blue"}}};
    if (asked) setup["ask_first"] = true;
    std::ofstream(file) << Json{{"ruleset", "dice"}, {"setup", setup}}.dump();
    return file;
}

void sit(const Device& device, const std::string& link, const char* name) {
    const auto joined = device.run({"join", link, "--name", name});
    REQUIRE_MESSAGE(joined.exit_code == 0, joined.err);
}

}  // namespace

TEST_CASE("muster roll throws once, says what came of it, and everybody reads it; what cannot be thrown is refused with a sentence") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device ada(server), bob(server);
    const auto table = make_battle(server, {table_of_two(folder, false)});

    const auto early = ada.run({"roll", table.link(server.url(), 0), "1d6"});
    CHECK(early.exit_code == 2);
    CHECK_MESSAGE(early.err.contains("has not begun yet"), early.err);
    sit(bob, table.link(server.url(), 1), "Bob");

    const auto thrown = ada.run({"roll", table.link(server.url(), 0), "8d6>=5", "--for", "the attack on Moscow"});
    CHECK_MESSAGE(thrown.exit_code == 0, thrown.err);
    CHECK_MESSAGE(thrown.out.contains("You throw 8d6>=5 for “the attack on Moscow”: ["), thrown.out);
    CHECK_MESSAGE(thrown.out.contains(server.url() + "/b/" + table.id + "?throw=1\n"), thrown.out);
    const auto second = bob.run({"roll", table.id, "2d20kh1+3"});
    CHECK_MESSAGE(second.exit_code == 0, second.err);
    CHECK_MESSAGE(second.out.contains("Throw 2: You throw 2d20kh1+3"), second.out);
    CHECK_MESSAGE(!second.out.contains("Moscow"), second.out);  // that is an old one

    const auto wrong = bob.run({"roll", table.id, "8 dice"});
    CHECK(wrong.exit_code == 2);
    CHECK_MESSAGE(wrong.err.contains("a throw is written like 8d6>=5"), wrong.err);
    const auto record = http_get(server.port(), "/api/v1/battles/" + table.id + "/record").json();
    int throws = 0;
    for (const auto& event : record["events"]) throws += event["event"] == "thrown" ? 1 : 0;
    CHECK(throws == 2);
}

TEST_CASE("muster roll hears all of a table once, and from then on only what happens after it was asked") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device ada(server), bob(server);
    const auto table = make_battle(server, {table_of_two(folder, false)});
    sit(bob, table.link(server.url(), 1), "Bob");
    sit(ada, table.link(server.url(), 0), "Ada");
    for (int throws = 1; throws <= 4; ++throws) {
        const auto thrown = ada.run({"roll", table.id, "3d6", "--for", "hill " + std::to_string(throws)});
        CHECK_MESSAGE(thrown.exit_code == 0, thrown.err);
        CHECK_MESSAGE(thrown.out.contains("Throw " + std::to_string(throws) + ": You throw 3d6 for “hill " + std::to_string(throws) + "”: ["), thrown.out);
        CHECK_MESSAGE(thrown.err.empty(), thrown.err);  // nothing is against the server's word
    }
}

TEST_CASE("where the others are asked first, muster roll waits for their word and throws, or says who refused") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device ada(server), bob(server);
    const auto table = make_battle(server, {table_of_two(folder, true)});
    WireClient other(server.port());
    sit(ada, table.link(server.url(), 0), "Ada");
    CHECK(other.ask({{"type", "follow"}, {"battle", table.id}, {"token", table.tokens[1]}})["type"] == "following");
    const auto answer = [&](bool yes) {
        while (true) {
            const Json request = other.next("request");
            if (request["kind"] != "agree") continue;
            other.send({{"type", "choose"}, {"battle", table.id}, {"decision", request["decision"]}, {"choice", {{"agree", yes}}}});
            return;
        }
    };
    const auto willing = ada.start({"roll", table.id, "3d6", "--for", "Moscow"});
    answer(true);
    const auto thrown = willing->wait();
    CHECK_MESSAGE(thrown.exit_code == 0, thrown.err);
    CHECK_MESSAGE(thrown.out.contains("for “Moscow”: ["), thrown.out);

    const auto unwilling = ada.start({"roll", table.id, "3d6", "--for", "Kiev"});
    answer(false);
    const auto refused = unwilling->wait();
    CHECK(refused.exit_code == 1);
    CHECK_MESSAGE(refused.out.contains("It is not rolled: Blue says no."), refused.out << refused.err);
}

TEST_CASE("with shared dice muster roll gives its share, and the record agrees with what both devices kept") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device ada(server), bob(server);
    const auto table = make_shared(server, {table_of_two(folder, false)});
    sit(ada, table.link(server.url(), 0), "Ada");
    sit(bob, table.link(server.url(), 1), "Bob");
    const auto agent = bob.start({"agent"});
    const auto thrown = ada.run({"roll", table.id, "3d6"});
    CHECK_MESSAGE(thrown.exit_code == 0, thrown.err);
    CHECK_MESSAGE(thrown.out.contains("Throw 1: You throw 3d6"), thrown.out);
    const auto left =
        run_program({"/usr/bin/env", "MUSTER_HOME=" + ada.file("").string(), "MUSTER_SERVER=" + server.url(), MUSTER, "play", table.id}, "c\nyes\n");
    CHECK_MESSAGE(left.exit_code == 0, left.out << left.err);
    const auto ended = agent->stop(SIGTERM);
    CHECK_MESSAGE(ended.exit_code == 0, ended.out << ended.err);
    const auto record = agreed_record(server, table.id, {&ada, &bob});
    CHECK(std::ranges::count_if(record["events"], [](const Json& event) { return event["event"] == "share_given"; }) == 2);
}

TEST_CASE("muster roll says on the error stream that the other's share is missing, and throws as soon as it is there") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device ada(server), bob(server);
    const auto table = make_shared(server, {table_of_two(folder, false)});
    sit(ada, table.link(server.url(), 0), "Ada");
    sit(bob, table.link(server.url(), 1), "Bob");
    const auto roll = ada.start({"roll", table.id, "3d6"});
    wait_for_word(*roll, "Waiting for the other side's share of the dice");
    const auto agent = bob.start({"agent"});
    const auto thrown = roll->wait();
    CHECK_MESSAGE(thrown.exit_code == 0, thrown.err);
    CHECK_MESSAGE(thrown.out.contains("Throw 1: You throw 3d6"), thrown.out);
    CHECK_MESSAGE(!thrown.out.contains("Waiting"), thrown.out);
    CHECK(agent->stop(SIGTERM).exit_code == 0);
}

TEST_CASE("at a table of eight with a witness muster roll throws with its share; while it is away the throw waits, and whoever threw reads for whom") {
    const TempFolder folder;
    ServerProcess witness(folder.path() / "witness");
    const ServerProcess server(folder.path() / "data", {"--witnesses", witness.url()});
    const auto file = (folder.path() / "eight.json").string();
    std::ofstream(file) << Json{{"ruleset", "dice"}, {"setup", {{"seats", {"red", "blue", "green", "yellow", "violet", "black", "teal", "pink"}}}}}.dump();
    const auto table = make_battle(server, {file, "--witness", witness.url()});
    std::vector<std::unique_ptr<Device>> people;
    for (std::size_t seat = 0; seat < 8; ++seat) {
        people.push_back(std::make_unique<Device>(server));
        sit(*people.back(), table.link(server.url(), seat), ("Person " + std::to_string(seat)).c_str());
    }
    const auto first = people[7]->run({"roll", table.id, "8d6>=5", "--for", "the attack on Moscow"});
    CHECK_MESSAGE(first.exit_code == 0, first.err);
    CHECK_MESSAGE(first.out.contains("for “the attack on Moscow”: ["), first.out);

    witness.kill();
    const auto roll = people[3]->start({"roll", table.id, "2d20kh1"});
    wait_for_word(*roll, "The table waits for its witness, " + witness.url() + ", which adds to the dice and doesn't answer.");
    witness.start();
    const auto thrown = roll->wait();
    CHECK_MESSAGE(thrown.exit_code == 0, thrown.err);
    CHECK_MESSAGE(thrown.out.contains("Throw 2: You throw 2d20kh1"), thrown.out);
    const auto record = http_get(server.port(), "/api/v1/battles/" + table.id + "/record").json();
    CHECK(std::ranges::count_if(record["events"], [](const Json& event) { return event["event"] == "witness_share_given"; }) == 2);
}

TEST_CASE("muster roll throws with both seats' shares and a witness's besides, and the record agrees with what both devices kept") {
    const TempFolder folder;
    const ServerProcess witness(folder.path() / "witness");
    const ServerProcess server(folder.path() / "data", {"--witnesses", witness.url()});
    const Device ada(server), bob(server);
    const auto table = make_shared(server, {table_of_two(folder, true), "--witness", witness.url()});
    sit(ada, table.link(server.url(), 0), "Ada");
    sit(bob, table.link(server.url(), 1), "Bob");
    const auto agent = bob.start({"agent"});
    std::ofstream(bob.file("yes.json")) << R"([{"for":"agree","play":"default"}])";
    const auto yes = bob.run({"orders", table.id, bob.file("yes.json").string()});
    REQUIRE_MESSAGE(yes.exit_code == 0, yes.err);
    const auto thrown = ada.run({"roll", table.id, "3d6"});
    CHECK_MESSAGE(thrown.exit_code == 0, thrown.err);
    const auto left =
        run_program({"/usr/bin/env", "MUSTER_HOME=" + ada.file("").string(), "MUSTER_SERVER=" + server.url(), MUSTER, "play", table.id}, "c\nyes\n");
    CHECK_MESSAGE(left.exit_code == 0, left.out << left.err);
    CHECK(agent->stop(SIGTERM).exit_code == 0);
    const auto record = agreed_record(server, table.id, {&ada, &bob});
    const auto told = [&](const char* name) { return std::ranges::count_if(record["events"], [&](const Json& event) { return event["event"] == name; }); };
    CHECK(told("share_given") == 2);
    CHECK(told("witness_share_given") == 1);
    const auto story = bob.run({"replay", table.id});
    CHECK_MESSAGE(story.out.contains("The table is closed: one of the two has left."), story.out << story.err);
}
