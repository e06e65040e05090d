// The main job, with the programs that people run: create, play, watch, replay, verify.
#include <doctest/doctest.h>

#include <fstream>

#include "tests/e2e/programs.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path) << text;
    return path.string();
}

}  // namespace

TEST_CASE("two programs fight a battle, a third watches, the server is killed in between, and the archive replays and verifies it") {
    const TempFolder folder;
    ServerProcess server(folder.path() / "data");
    const auto setup = write(folder.path() / "setup.json", Json{{"ruleset", "advanced-combat"}, {"setup", small_setup()}}.dump());
    const auto battle = make_battle(server, {setup, "--title", "Two terminals"});
    const auto& id = battle.id;
    const auto link = [&](std::size_t seat) { return battle.link(server.url(), seat); };
    const std::vector<std::string> home{"MUSTER_HOME=" + (folder.path() / "home").string()};

    BackgroundProgram watcher({MUSTER, "watch", server.url() + "/b/" + id}, home);
    BackgroundProgram attacker({MUSTER, "play", link(0), "--name", "Ada", "--auto"}, home);
    server.kill_and_restart();
    BackgroundProgram defender({MUSTER, "play", link(1), "--name", "Bob", "--auto"}, home);
    server.kill_and_restart();
    const auto ada = attacker.wait(), bob = defender.wait(), eve = watcher.wait();
    CHECK_MESSAGE(ada.exit_code == 0, ada.err);
    CHECK_MESSAGE(bob.exit_code == 0, bob.err);
    CHECK_MESSAGE(eve.exit_code == 0, eve.err);
    CHECK(eve.out.contains("Ada"));
    CHECK(eve.out.contains("Bob"));

    const Json record = verified_record(server.port(), id);
    const auto file = write(folder.path() / "record.json", record.dump());
    const auto verified = run_program({MUSTER, "verify", file});
    CHECK_MESSAGE(verified.exit_code == 0, verified.out << verified.err);
    const auto replayed = run_program({MUSTER, "replay", id, "--server", server.url()});
    CHECK(replayed.exit_code == 0);
    CHECK(replayed.out.contains("Ada"));
    CHECK(run_program({MUSTER, "replay", file}).out == replayed.out);
    const auto listed = run_program({MUSTER, "list", "--server", server.url()});
    CHECK(listed.out.contains("Two terminals"));
    CHECK(run_program({MUSTER, "show", id, "--server", server.url()}).out.contains("Two terminals"));
}

TEST_CASE("a battle made with a clock on the command line is shown and watched with it") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto create = [&](const std::vector<std::string>& clock) {
        std::vector<std::string> words{MUSTER, "create", "--example", "advanced-combat", "--bot", "attacker=best", "--bot", "defender=best", "--json"};
        words.insert(words.end(), {"--server", server.url()});
        words.insert(words.end(), clock.begin(), clock.end());
        return run_program(words);
    };
    const auto made = create({"--clock", "live:10m+15s", "--on-timeout", "forfeit"});
    REQUIRE_MESSAGE(made.exit_code == 0, made.err);
    const auto id = Json::parse(made.out)["battle"].get<std::string>();
    const auto options = http_get(server.port(), "/api/v1/battles/" + id).json()["options"];
    CHECK(options["clock"] == Json{{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT15S"}});
    CHECK(options["on_timeout"] == "forfeit");
    for (const auto* command : {"show", "watch"}) {
        const auto told = run_program({MUSTER, command, id, "--server", server.url()}).out;
        CHECK_MESSAGE(told.contains("10 minutes each, plus 15 seconds per decision; if time runs out, the battle is lost"), told);
    }
    const auto refused = create({"--clock", "live:1s"});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.contains("PT10S to P1D"));
    CHECK(create({"--clock", "sand"}).exit_code == 2);
    CHECK(create({"--on-timeout", "forfeit"}).exit_code == 2);
}

TEST_CASE("a tampered record is refused, and the first difference is named") {
    const TempFolder folder;
    ServerProcess server(folder.path() / "data");
    auto [ada, bob, battle] = Seated(server.port());
    play_out({&ada, &bob});
    const Json record = verified_record(server.port(), battle.id);
    const auto refused = [&](const Json::json_pointer& at, const Json& value, const std::string& named) {
        Json changed = record;
        changed[at] = value;
        const auto done = run_program({MUSTER, "verify", write(folder.path() / "changed.json", changed.dump())});
        CHECK(done.exit_code == 1);
        CHECK_MESSAGE((done.out + done.err).contains(named), done.out << done.err);
    };
    for (std::size_t i = 0; i < record["events"].size(); ++i) {
        const std::string path = "/events/" + std::to_string(i) + "/data";
        const auto& data = record["events"][i]["data"];
        if (record["events"][i]["event"] == "rolled") {
            const auto die = data["groups"][0]["dice"][0].get<int>();
            refused(Json::json_pointer(path + "/groups/0/dice/0"), die % 6 + 1, path + "/groups/0/dice/0");
        }
        if (record["events"][i]["event"] == "totalled") refused(Json::json_pointer(path + "/total"), data["total"].get<int>() + 1, path + "/total");
    }
    refused(Json::json_pointer("/server_seed"), std::string(64, '0'), "/server_seed");
    refused(Json::json_pointer("/inputs/2/input/choice"), Json::object(), "/data/choice");  // its event says otherwise
    CHECK(run_program({MUSTER, "verify", write(folder.path() / "broken.json", "{")}).exit_code == 2);
    CHECK(run_program({MUSTER, "verify", (folder.path() / "nowhere.json").string()}).exit_code == 2);
}
