// Subscribing to nudges at a real server; when they are sent is tested in tests/battle, how in tests/nudge.
#include <doctest/doctest.h>

#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

const Json channel = {{"kind", "webhook"}, {"format", "discord"}, {"url", "https://discord.com/api/webhooks/1/hidden"}};

}  // namespace

TEST_CASE("the key for Web Push is made once, and subscriptions outlive the server") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const Json offer = http_get(server.port(), "/api/v1/nudges").json();
    CHECK(offer["push_key"].get<std::string>().size() == 87);
    CHECK(offer["hosts"][0] == "discord.com");
    Battle battle;
    Json made;
    {
        WireClient ada(server.port());
        battle = create_battle(ada);
        ada.ask(battle.follow(battle.attacker));
        made = ada.ask({{"type", "subscribe"}, {"battle", battle.id}, {"nudge", channel}});
        REQUIRE(made["type"] == "subscribed");
        CHECK(!made.contains("secret"));
    }
    server.kill_and_restart();
    CHECK(http_get(server.port(), "/api/v1/nudges").json() == offer);
    WireClient ada(server.port());
    ada.ask(battle.follow(battle.attacker));
    const Json list = ada.ask({{"type", "list_nudges"}, {"battle", battle.id}});
    CHECK(list["nudges"] == Json::array({made["nudge"]}));
    CHECK(ada.ask({{"type", "unsubscribe"}, {"battle", battle.id}, {"nudge", made["nudge"]["nudge"]}})["type"] == "unsubscribed");
    CHECK(!server.log().contains("hidden"));
}

TEST_CASE("a battle's channel is shown to nobody, and an address that must not be reached is refused") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto create = [&](const Json& nudge) {
        return ada.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}, {"options", {{"nudges", Json::array({nudge})}}}});
    };
    const Json created = create(channel);
    REQUIRE(created["type"] == "created");
    CHECK(created["nudges"][0]["nudge"]["host"] == "discord.com");
    const std::string id = created["battle"];
    CHECK(!http_get(server.port(), "/api/v1/battles/" + id + "/events").body.contains("hidden"));
    CHECK(!http_get(server.port(), "/api/v1/battles/" + id + "/record").body.contains("hidden"));
    Json inside = channel;
    inside["url"] = "https://127.0.0.1/";
    CHECK(create(inside)["path"] == "/options/nudges/0/url");
}
