// Who comes back with the number of the last event that it has: it counts only in the history that it is from, which the store's
// generation names. Another one: the store was restored from an older copy, and its events have other numbers.
#include "tests/battle/desk.hpp"
#include "tests/support/counted.hpp"

using namespace muster;
using namespace muster::test;

namespace {

const std::string another = "0123456789abcdef";

/// Somebody who has `since` events of a history and says which, when the server has answered.
ClientPtr come_back(House& house, const Table& table, std::int64_t since, const std::string& generation, const std::string& token = {}) {
    auto client = house.client(table);
    protocol::Follow message;
    message.battle = table.battle;
    message.token = token;
    message.since = since;
    message.generation = generation;
    house.port(table.battle)->follow(client, "f", std::move(message));
    client->answer("f");
    house.settle();
    return client;
}

void renew(ScriptedStore& store) {
    std::promise<bool> renewed;
    store.renew_generation([&](const storage::Result& result) { renewed.set_value(result.has_value()); });
    REQUIRE(renewed.get_future().get());
}

}  // namespace

TEST_CASE("who comes back to the history that it knows gets only what came after") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const std::string heard = party.spectator->answer("watch")["generation"];
    CHECK(heard == store.generation());
    CHECK(come_back(house, party.table, 4, heard)->numbers() == counted(6, 5));
    CHECK(come_back(house, party.table, 6, heard)->numbers().empty());
}

TEST_CASE("who comes back to another history gets all of it, and is told first which it is") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const std::string heard = party.spectator->answer("watch")["generation"];
    renew(store);
    REQUIRE(store.generation() != heard);
    for (const std::int64_t since : {1, 4, 6}) {
        CAPTURE(since);
        const auto late = come_back(house, party.table, since, heard);
        CHECK(late->messages.front()["type"] == "following");
        CHECK(late->messages.front()["generation"] == store.generation());
        CHECK(late->numbers() == counted(6));
    }
    const auto late = come_back(house, party.table, 4, heard);
    party.red->say("s", "as before, so far");
    party.red->answer("s");
    house.settle();
    CHECK(late->numbers() == counted(7));
    CHECK(come_back(house, party.table, 6, store.generation())->numbers() == counted(7, 7));  // it is up to date now
}

TEST_CASE("who does not say which history it knows is believed to know this one") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    CHECK(come_back(house, party.table, 4, "")->numbers() == counted(6, 5));
}

TEST_CASE("who is ahead of this history is refused, unless it is ahead of another one") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    for (const auto& generation : {store.generation(), std::string()}) {
        CAPTURE(generation);
        const auto refused = come_back(house, party.table, 7, generation);
        CHECK(refused->outcome("f") == "bad_message");
        CHECK(refused->answer("f")["path"] == "/since");
    }
    const auto late = come_back(house, party.table, 7, another);
    CHECK(late->answer("f")["head"] == 6);
    CHECK(late->numbers() == counted(6));
}

TEST_CASE("a seat that comes back to another history gets all of it and is asked again, also where it was never taken") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto red = come_back(house, party.table, 5, another, party.table.tokens.at("red"));
    CHECK(red->answer("f")["viewer"] == "red");
    CHECK(red->numbers() == counted(6));
    CHECK(red->all("request").size() == 1);
    const Table restored = house.create();
    CHECK(come_back(house, restored, 1, another, restored.tokens.at("red"))->numbers() == counted(2));
}

TEST_CASE("a poll's answer names the history that was asked for, also when another one came while it waited") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    Desk desk(house);
    const auto old = store.generation();
    auto answer = desk.ask("/api/v1/battles/" + party.table.battle + "/events?since=6&wait=60&generation=" + old);
    house.settle();
    renew(store);
    REQUIRE(store.generation() != old);
    party.red->say("s", "news");
    const Json told = Json::parse(desk.wait(std::move(answer)).body);
    CHECK(told["events"].size() == 1);
    CHECK(told["generation"] == old);
    const Json next = Json::parse(desk.get("/api/v1/battles/" + party.table.battle + "/events?since=7&generation=" + old).body);
    CHECK(next["events"].size() == 7);
    CHECK(next["generation"] == store.generation());
}
