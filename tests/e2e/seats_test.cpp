// `muster invite` and `muster join` against a real server.
#include <doctest/doctest.h>

#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

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
    CHECK(ended("eve", {"list", "--open"}).out.contains("No battles"));
    const auto played = ended("eve", {"play", id, "--auto"});
    CHECK_MESSAGE(played.exit_code == 0, played.err);
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
    const auto banned = run_program({MUSTERD, "moderate", "ban", "address", "127.0.0.0/24", "--data", folder.path().string()});
    REQUIRE_MESSAGE(banned.exit_code == 0, banned.err);
    const auto refused = run_program({MUSTER, "create", "--example", "advanced-combat", "--server", server.url()});
    CHECK(refused.exit_code == 3);
    CHECK_MESSAGE(refused.err.contains("the operator of this server has shut out your address"), refused.err);
}
