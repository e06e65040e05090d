// A turn of a campaign, typed at a terminal in its short codes.
#include <doctest/doctest.h>

#include "tests/e2e/programs.hpp"
#include "tests/e2e/pty.hpp"
#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

TEST_CASE("a campaign's turn is typed in short codes: what cannot be is refused at once, an order is taken back, and what was typed is what happened") {
    const TempFolder folder;
    ServerProcess server(folder.path() / "data");
    const auto battle = make_battle(server, {"--example", "theatre/two_dales", "--bot", "south=listed"});
    AtTerminal ada({MUSTER, "play", battle.link(server.url(), 0), "--name", "Ada"}, {"MUSTER_HOME=" + (folder.path() / "ada").string()});
    constexpr std::string_view build = "build [Enter = default, ? = help] > ";
    constexpr std::string_view move = "move [Enter = default, ? = help] > ";

    // The table says what all of it is called, and what the default is.
    CHECK(ada.wait_for(build).contains("hi    Highdale   3*     up mi"));
    CHECK(ada.seen().contains("Default: Highdale keeps 1 army"));
    ada.type("hi 1a\r");
    ada.wait_for("that takes 3 tokens from a treasury of 2");
    ada.wait_for(build);
    ada.type("hi levy 1; hi 1a\r");
    ada.wait_for("You support and build: Highdale");

    ada.wait_for("Part 1 of 3");
    ada.wait_for(move);
    ada.type("hi up 1a\r");
    ada.wait_for("Part 2 of 3");
    ada.wait_for(move);
    ada.type("hi mi 2;\r");
    ada.wait_for("1  hi mi 2");
    ada.type("hi up 2;\r");
    ada.wait_for("2  hi up 2");
    ada.type("u\r");
    ada.wait_for(move);
    ada.type("hi up 1;\r");
    ada.wait_for("2  hi up 1");
    ada.type("\r");
    ada.wait_for("You move (part 2 of 3): Highdale");
    ada.wait_for("Part 3 of 3");
    ada.wait_for(move);
    ada.type("c\r");
    ada.wait_for("Concede the battle?");
    ada.type("y\r");
    ada.wait_for("South wins: the other side conceded.");
    ada.type("q\r");
    CHECK(ada.wait() == 0);

    Json built, first, second;
    const Json record = verified_record(server.port(), battle.id);
    for (const auto& each : record["events"]) {
        const Json& data = each["data"];
        if (data.value("seat", "") != "north") continue;
        if (each["event"] == "built") built = data["areas"];
        if (each["event"] == "moved") (data["step"] == 1 ? first : second) = data["marches"];
    }
    REQUIRE(built.is_array());
    CHECK(built[0]["build_armies"] == 1);
    CHECK(built[0]["levy"] == 1);
    CHECK(first == Json::array({{{"from", "highdale"}, {"to", "upford"}, {"population", 0}, {"armies", 1}}}));
    CHECK(second == Json::array({{{"from", "highdale"}, {"to", "upford"}, {"population", 1}, {"armies", 0}},
                                 {{"from", "highdale"}, {"to", "millbrook"}, {"population", 2}, {"armies", 0}}}));
}
