// What the server's own players choose.
#include "server/battle/bots.hpp"

#include <doctest/doctest.h>

#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"

using namespace muster;
using namespace muster::server;

TEST_CASE("a bot does not stand still where the default is to stay") {
    const Json setup = rules::shipped_rulesets().find("simple-combat")->catalog().at("example");
    const auto game = test::seated({.ruleset = rules::shipped_rulesets().find("simple-combat"), .setup = setup});
    rules::Random random(1);
    const auto open = game.fold->open().front();
    REQUIRE(open.ask.kind == "move");
    CHECK((*open.ask.preset).at("path").empty());
    for (const auto bot : {protocol::Bot::best, protocol::Bot::listed}) {
        const Json choice = bot_choice(bot, *game.fold, open, random);
        CHECK(!choice.at("path").empty());
        CHECK(game.fold->battle().check(open.ask.seat, choice));
    }
}
