// Dice to which both players add, played by the program against a real server.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "rules/systems.hpp"
#include "tests/e2e/shared_homes.hpp"
#include "tests/support/table.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

long long shares_in(const Json& record) {
    return std::ranges::count_if(record["events"], [](const Json& event) { return event["event"] == "share_given"; });
}

void finish(BackgroundProgram& program) {
    const auto finished = program.wait();
    CHECK_MESSAGE(finished.exit_code == 0, finished.out << finished.err);
    CHECK_MESSAGE(!finished.out.contains("against its word"), finished.out);
}

}  // namespace

TEST_CASE("two programs play shared dice under every ruleset, and the records agree with what both kept") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        if (!ruleset->is_contest()) continue;  // no program plays it by itself
        CAPTURE(ruleset->id());
        const Device ada(server), bob(server);
        const auto battle = make_shared(server, {shared_setup(folder.path(), ruleset->id()), "--confirm"});
        const auto first = ada.start({"play", battle.link(server.url(), 0), "--name", "Ada", "--auto"});
        const auto second = bob.start({"play", battle.link(server.url(), 1), "--auto", "random"});
        finish(*first);
        finish(*second);
        const auto record = agreed_record(server, battle.id, {&ada, &bob});
        CHECK(shares_in(record) > 0);
        CHECK(record["outcome"]["reason"] != "share");
    }
}

TEST_CASE("two programs play shared dice that have a witness besides, under every ruleset, and the records agree with what both kept") {
    const TempFolder folder;
    const ServerProcess witness(folder.path() / "witness");
    const ServerProcess server(folder.path() / "data", {"--witnesses", witness.url()});
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        if (!ruleset->is_contest()) continue;  // no program plays it by itself
        CAPTURE(ruleset->id());
        const Device ada(server), bob(server);
        const auto battle = make_shared(server, {shared_setup(folder.path(), ruleset->id()), "--witness", witness.url()});
        const auto first = ada.start({"play", battle.link(server.url(), 0), "--name", "Ada", "--auto"});
        const auto second = bob.start({"play", battle.link(server.url(), 1), "--auto", "random"});
        finish(*first);
        finish(*second);
        const auto record = agreed_record(server, battle.id, {&ada, &bob});
        CHECK(record["options"]["dice"] == "shared");
        CHECK(shares_in(record) > 0);
        const auto told = [&](const char* name) { return std::ranges::count_if(record["events"], [&](const Json& event) { return event["event"] == name; }); };
        CHECK((told("witness_share_given") > 0) == (told("rolled") > 0));
    }
}

TEST_CASE("a program plays shared dice against the server's own player, under every ruleset") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        if (!ruleset->is_contest()) continue;  // no program plays it by itself
        CAPTURE(ruleset->id());
        const Device ada(server);
        const auto file = shared_setup(folder.path(), ruleset->id());
        std::ifstream setup(file);
        const auto seats = rules::seats_of(*ruleset, Json::parse(setup)["setup"]).value();
        const auto battle = make_shared(server, {file, "--bot", seats.back() + "=random"});
        finish(*ada.start({"play", battle.link(server.url(), 0), "--auto"}));
        CHECK(shares_in(agreed_record(server, battle.id, {&ada})) > 0);
    }
}

TEST_CASE("a seat that is open to anybody, or that was joined before, has a ladder") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device ada(server), bob(server);
    const auto battle = make_shared(server, {shared_setup(folder.path(), "armies"), "--open", "defender"});
    const auto joined = ada.run({"join", battle.link(server.url(), 0)});
    CHECK_MESSAGE(joined.exit_code == 0, joined.err);
    const auto taken = bob.run({"take", battle.id, "--name", "Bob"});
    CHECK_MESSAGE(taken.exit_code == 0, taken.err);
    const auto first = ada.start({"play", battle.id, "--auto"});
    finish(*bob.start({"play", battle.id, "--auto"}));
    finish(*first);
    agreed_record(server, battle.id, {&ada, &bob});
}

TEST_CASE("two programs of one seat at once give one share for each step") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device ada(server), bob(server);
    const auto battle = make_shared(server, {shared_setup(folder.path(), "phased-combat")});
    std::vector<std::unique_ptr<BackgroundProgram>> programs;
    for (int i = 0; i < 2; ++i) programs.push_back(ada.start({"play", battle.link(server.url(), 0), "--auto"}));
    programs.push_back(bob.start({"play", battle.link(server.url(), 1), "--auto"}));
    for (const auto& each : programs) finish(*each);
    agreed_record(server, battle.id, {&ada, &bob});
}

TEST_CASE("a device that was lost is replaced: the seat's link and a new ladder play on; without it nothing is given, and the player told why") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device lost(server), bob(server), found(server);
    const auto battle = make_shared(server, {shared_setup(folder.path(), "advanced-combat")});
    const auto link = battle.link(server.url(), 0);
    REQUIRE(lost.run({"join", link, "--name", "Ada"}).exit_code == 0);
    REQUIRE(bob.run({"join", battle.link(server.url(), 1)}).exit_code == 0);

    const auto renewed = found.run({"ladder", link});
    CHECK_MESSAGE(renewed.exit_code == 0, renewed.err);
    CHECK(renewed.out.contains("this device gives the shares"));
    const auto before = found.kept(battle.id)["ladders"];
    REQUIRE(found.run({"ladder", link}).exit_code == 0);
    CHECK(found.kept(battle.id)["ladders"].size() == before.size() + 1);

    const auto second = bob.start({"play", battle.id, "--auto"});
    const auto late = lost.run({"play", battle.id, "--auto"});
    CHECK(late.exit_code == 3);
    CHECK_MESSAGE(late.out.contains("somebody else put in a ladder for this seat, unless you did on another device"), late.out);
    CHECK_MESSAGE(late.out.contains("`muster ladder` puts in a new one"), late.out);
    // What the lost one decided before it stopped is its own; the player says so by merging the files.
    REQUIRE(lost.run({"seats", "export", found.file("lost.json").string()}).exit_code == 0);
    const auto merged = found.run({"seats", "import", found.file("lost.json").string()});
    CHECK_MESSAGE(merged.exit_code == 0, merged.out << merged.err);
    finish(*found.start({"play", battle.id, "--auto"}));
    finish(*second);
    agreed_record(server, battle.id, {&found, &bob});
}

TEST_CASE("whose dice these are is told before and while a battle is played, and what is not done with them") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    const Device ada(server);
    const auto battle = make_shared(server, {shared_setup(folder.path(), "armies")});
    CHECK(ada.run({"show", battle.id}).out.contains("the server's and both players'"));
    const auto played = ada.run({"play", battle.link(server.url(), 0)});
    CHECK_MESSAGE(played.out.contains("The dice are the server's and both players'"), played.out);
    CHECK(ada.kept(battle.id)["ladders"].size() == 1);
    const auto other = make_battle(server, {shared_setup(folder.path(), "armies")});
    CHECK(ada.run({"show", other.id}).out.contains("dice      the server's"));
    const auto refused = ada.run({"ladder", other.link(server.url(), 0)});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.contains("the dice of this battle are not shared"));
}

TEST_CASE("a seat that goes to another device gets a ladder of that one as soon as it is played there") {
    const TempFolder folder;
    const ServerProcess server(folder.path() / "data");
    for (const auto* ruleset : {"advanced-combat", "phased-combat"}) {
        const Device former(server), bob(server), next(server);
        const auto battle = make_shared(server, {shared_setup(folder.path(), ruleset)});
        REQUIRE(former.run({"join", battle.link(server.url(), 0), "--name", "Ada"}).exit_code == 0);
        REQUIRE(bob.run({"join", battle.link(server.url(), 1)}).exit_code == 0);
        REQUIRE(former.run({"seats", "export", next.file("moved.json").string()}).exit_code == 0);
        REQUIRE(next.run({"seats", "import", next.file("moved.json").string()}).exit_code == 0);
        CHECK(next.kept(battle.id)["ladders"].size() == 2);
        const auto other = bob.start({"play", battle.id, "--auto"});
        finish(*next.start({"play", battle.id, "--auto"}));
        finish(*other);
        const auto record = agreed_record(server, battle.id, {&next, &bob});
        const auto renewed = std::ranges::count_if(record["events"], [](const Json& each) { return each["event"] == "ladder_renewed"; });
        CHECK(renewed == 1);
    }
}
