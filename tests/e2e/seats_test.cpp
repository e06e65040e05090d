// `muster invite` and `muster join` against a real server.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "tests/support/sql.hpp"
#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("an invitation is made anew and a seat handed over from the terminal, and the former links open nothing") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port()), bob(server.port()), carl(server.port());
    std::string visibility, former_opens = "bad_token", late_reads = "holds no seat";
    SUBCASE("of a public battle") { visibility = "public"; }
    SUBCASE("of a private one, of which the server tells nobody else") {
        visibility = "private";
        former_opens = "unknown_battle";
        late_reads = "there is no such battle";
    }
    const auto battle = create_battle(ada, small_setup(), {{"visibility", visibility}});
    const auto link = [&](const std::string& token) { return server.url() + "/b/" + battle.id + "#" + token; };
    const auto invite = [&](const std::string& token, const std::string& before_token) {
        const auto told = run_program({MUSTER, "invite", link(token)});
        CHECK_MESSAGE(told.exit_code == 0, told.err);
        const auto offer = server.url() + "/b/" + battle.id + before_token;
        const auto at = told.out.find(offer);
        REQUIRE_MESSAGE(at != std::string::npos, told.out);
        return told.out.substr(at + offer.size(), battle.attacker.size());
    };
    const auto invited = invite(battle.defender, "#");  // nobody sits there yet
    CHECK(bob.ask(battle.follow(battle.defender))["code"] == former_opens);
    CHECK(bob.ask(battle.follow(invited))["viewer"] == "defender");

    ada.ask(battle.follow(battle.attacker));
    const auto offered = invite(battle.attacker, "?take#");  // the page asks for a name first
    CHECK(carl.ask(battle.follow(offered))["viewer"] == "attacker");
    CHECK(ada.next("unfollowed")["battle"] == battle.id);
    const auto late = run_program({MUSTER, "invite", link(battle.attacker)});
    CHECK(late.exit_code == 2);
    CHECK_MESSAGE(late.err.contains(late_reads), late.err);
}

TEST_CASE("a seat that was taken by join is remembered, and then played by the battle's id alone") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const std::vector<std::string> environment{"MUSTER_HOME=" + (folder.path() / "home").string(), "MUSTER_SERVER=" + server.url()};
    const auto ended = [&](std::vector<std::string> words) {
        words.insert(words.begin(), MUSTER);
        return BackgroundProgram(words, environment).wait();
    };
    const auto created = ended({"create", "--example", "armies", "--bot", "defender=best", "--json"});
    REQUIRE_MESSAGE(created.exit_code == 0, created.err);
    const Json answer = Json::parse(created.out);
    const auto id = answer["battle"].get<std::string>();
    const auto joined = ended({"join", answer["seats"][0]["link"].get<std::string>(), "--name", "Ada"});
    CHECK_MESSAGE(joined.exit_code == 0, joined.err);
    CHECK(joined.out.contains("You are the attacker"));
    const auto played = ended({"play", id, "--auto"});
    CHECK_MESSAGE(played.exit_code == 0, played.err);
    CHECK(verified_record(server.port(), id)["seats"][0]["name"] == "Ada");
    const auto unknown = ended({"play", "AAAAAAAAAAAAAAAAAAAAAA", "--auto"});
    CHECK(unknown.exit_code == 2);
}

TEST_CASE("who makes a battle is told whom to send the links, as many as there are") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto told = [&](const std::string& example) {
        const auto made = BackgroundProgram({MUSTER, "create", "--server", server.url(), "--example", example}).wait();
        REQUIRE_MESSAGE(made.exit_code == 0, made.err);
        CHECK(!made.out.contains("opponent"));
        return made.out;
    };
    CHECK(told("advanced-combat").contains("send the other link to whoever plays with you:"));
    CHECK(told("theatre/inner_sea").contains("send each of the others one of the other links:"));
}

TEST_CASE("an open seat is listed and taken in the terminal, and then played by the battle's id alone; whoever comes later is told so") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto ended = [&](const std::string& who, std::vector<std::string> words) {
        words.insert(words.begin(), MUSTER);
        return BackgroundProgram(words, {"MUSTER_HOME=" + (folder.path() / who).string(), "MUSTER_SERVER=" + server.url()}).wait();
    };
    const auto created = ended("ada", {"create", "--example", "armies", "--bot", "attacker=best", "--open", "defender", "--json"});
    REQUIRE_MESSAGE(created.exit_code == 0, created.err);
    const std::string id = Json::parse(created.out)["battle"];
    const auto listed = ended("eve", {"list", "--open"});
    CHECK_MESSAGE(listed.out.contains(id), listed.out);
    CHECK(listed.out.contains("(open defender)"));
    CHECK(ended("eve", {"show", id}).out.contains("open to anybody"));
    const auto taken = ended("eve", {"take", id, "--name", "Eve"});
    CHECK_MESSAGE(taken.exit_code == 0, taken.err);
    CHECK(taken.out.contains("You are the defender"));
    const auto late = ended("mallory", {"take", id});
    CHECK(late.exit_code == 2);
    CHECK_MESSAGE(late.err.contains("this seat has already been taken"), late.err);
    const auto kept = text_of(folder.path() / "mallory" / "seats.json");  // a refusal does not make another nonce
    CHECK_MESSAGE(kept.contains("\"drawn\""), kept);
    CHECK(ended("mallory", {"take", id}).exit_code == 2);
    CHECK(text_of(folder.path() / "mallory" / "seats.json") == kept);
    CHECK(ended("eve", {"list", "--open"}).out.contains("No battles"));
    const auto played = ended("eve", {"play", id, "--auto"});
    CHECK_MESSAGE(played.exit_code == 0, played.err);
    const auto brought = text_of(folder.path() / "eve" / "seats.json");
    CHECK_MESSAGE(brought.contains("\"nonce\""), brought);
    CHECK(!brought.contains("\"drawn\""));
    const auto record = verified_record(server.port(), id);
    CHECK(record["seats"][1]["name"] == "Eve");
    const auto winner = record["outcome"]["winner"];
    const auto outcome = winner.is_null() ? "nobody" : winner == "attacker" ? "first" : "second";
    CHECK(ended("eve", {"list", "--outcome", outcome, "--from", "2020-01-01"}).out.contains(id));
    CHECK(ended("eve", {"list", "--outcome", outcome, "--to", "2020-01-01"}).out.contains("No battles"));
}

TEST_CASE("whose address is shut out is told so, and not that there is no server") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    server.kill();  // the command would refuse it: here alone everybody comes from the server's own machine
    run_sql(folder.path() / "muster.db", R"(INSERT INTO remembered (key, value) VALUES ('bans', '[{"address":"127.0.0.0/24"}]'))");
    server.start();
    const auto refused = run_program({MUSTER, "create", "--example", "advanced-combat", "--server", server.url()});
    CHECK(refused.exit_code == 3);
    CHECK_MESSAGE(refused.err.contains("the operator of this server has shut out your address"), refused.err);
}

TEST_CASE("what a device kept of a battle agrees with its record, moves to another device by a file, and shows when the record is of another story") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto ended = [&](const std::string& who, std::vector<std::string> words) {
        words.insert(words.begin(), MUSTER);
        return BackgroundProgram(words, {"MUSTER_HOME=" + (folder.path() / who).string(), "MUSTER_SERVER=" + server.url()}).wait();
    };
    const auto created = ended("ada", {"create", "--example", "advanced-combat", "--bot", "defender=best", "--json"});
    REQUIRE_MESSAGE(created.exit_code == 0, created.err);
    const Json answer = Json::parse(created.out);
    const auto played = ended("ada", {"play", answer["seats"][0]["link"].get<std::string>(), "--auto", "random", "--quiet"});
    REQUIRE_MESSAGE(played.exit_code == 0, played.err);
    CHECK(played.err == "");
    auto record = verified_record(server.port(), answer["battle"].get<std::string>());
    const auto write = [&](const char* name, const std::string& text) {
        const auto path = folder.path() / name;
        std::ofstream(path) << text;
        return path.string();
    };
    const auto file = write("record.json", record.dump());
    const auto agrees = ended("ada", {"verify", file, "--mine"});
    CHECK_MESSAGE(agrees.exit_code == 0, agrees.out);
    CHECK_MESSAGE(agrees.out.contains("agrees with what this device kept as the attacker"), agrees.out);
    CHECK(agrees.out.contains("the server's signature after input " + std::to_string(record["inputs"].size())));

    const auto moved = (folder.path() / "moved.json").string();
    CHECK(ended("ada", {"seats", "export", moved}).exit_code == 0);
    CHECK(ended("bob", {"verify", file, "--mine"}).exit_code == 2);
    CHECK(ended("bob", {"verify", file, "--mine", moved}).exit_code == 0);
    const auto imported = ended("bob", {"seats", "import", moved});
    CHECK_MESSAGE(imported.out.contains("1 seat read"), imported.out);
    CHECK(ended("bob", {"verify", file, "--mine"}).exit_code == 0);
    CHECK(ended("bob", {"seats", "import", file}).exit_code == 2);

    // The server's other story, as if the device had heard that one.
    auto mine = Json::parse(std::ifstream(moved));
    auto& seat = mine["seats"][0];
    const auto first = seat["sent"][0]["decision"].get<int>();
    seat["sent"][0]["choice"] = {{"units", {{{"unit", "pikemen"}, {"count", 99}}}}};
    const auto differs = ended("bob", {"verify", file, "--mine", write("other.json", mine.dump())});
    CHECK(differs.exit_code == 1);
    CHECK_MESSAGE(differs.out.contains("this device sent {\"units\":[{\"count\":99"), differs.out);
    for (std::size_t i = 0; i < record["inputs"].size(); ++i)
        if (record["inputs"][i]["input"].value("decision", 0) == first)
            CHECK_MESSAGE(differs.out.contains("step " + record["inputs"][i]["seq"].dump() + " (input " + std::to_string(i + 1) + ")"), differs.out);

    seat["pin"]["chain"] = std::string(64, '0');
    seat["sent"][0]["choice"] = "default";
    const auto fork = ended("bob", {"seats", "import", write("fork.json", mine.dump())});
    CHECK(fork.exit_code == 1);
    CHECK_MESSAGE(fork.out.contains("the server's signature does not fit"), fork.out);
}
