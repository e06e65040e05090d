// What is said of the clocks with presence: who is gone, from when on he can be claimed, and crowds that hear of it.
#include "server/base/limits.hpp"
#include "tests/battle/clocked.hpp"

namespace muster::test {

namespace {

/// Until `client` has been told whether green is there.
void until_green_is(House& house, const ClientPtr& client, bool connected) {
    house.until([&] {
        const auto told = client->all("presence");
        return !told.empty() && told.back()["seats"][1]["connected"] == connected;
    });
}

}  // namespace

TEST_CASE("presence that is told while a choice is being stored shows no clock of it") {
    ScriptedStore store;
    House house(store);
    const Clocked party(house, live);
    party.blue_leaves(house);
    const auto clocks = party.blue->all("clock").size();
    store.hold();
    party.green->leave();
    party.red->throws("r", 1, "paper");
    until_green_is(house, party.blue, false);
    for (const auto& each : {party.red, party.blue, party.spectator}) CHECK(clock_of(each, "red")["deadline"].is_string());
    CHECK(party.blue->all("clock").size() == clocks);
    store.release();
    CHECK(party.red->outcome("r").starts_with("accepted"));
    house.settle();
    for (const auto& each : {party.red, party.blue, party.spectator}) {
        CHECK(clock_of(each, "red")["deadline"].is_null());
        CHECK(clock_of(each, "green").contains("claimable_at"));
    }
}

TEST_CASE("what presence could not show of the clocks while a step was being stored is shown when it is") {
    ScriptedStore store;
    House house(store);
    const Clocked party(house, live);
    party.blue_leaves(house);
    store.hold();
    party.green->leave();
    party.red->say("s", "where is green?");  // changes no clock by itself
    until_green_is(house, party.blue, false);
    CHECK(!clock_of(party.blue, "green").contains("claimable_at"));
    store.release();
    CHECK(party.red->outcome("s").starts_with("accepted"));
    house.settle();
    for (const auto& each : {party.red, party.blue, party.spectator}) CHECK(clock_of(each, "green").contains("claimable_at"));
}

TEST_CASE("of three nobody may claim the battle, and none is shown as if; whoever is away when only two are left is") {
    ScriptedStore store;
    House house(store);
    const Clocked party(house, live);
    party.green->leave();
    until_green_is(house, party.blue, false);
    house.settle();
    for (const auto& each : {party.red, party.blue, party.spectator}) CHECK(!clock_of(each, "green").contains("claimable_at"));
    party.blue_leaves(house);
    for (const auto& each : {party.red, party.spectator}) {
        CHECK(clock_of(each, "green")["claimable_at"] == "2027-01-15T08:00:30.000Z");
        CHECK(!clock_of(each, "red").contains("claimable_at"));
        CHECK(!clock_of(each, "blue").contains("claimable_at"));
    }
}

TEST_CASE("who comes back is shown to everybody as one whose battle cannot be claimed any more") {
    ScriptedStore store;
    House house(store);
    const Clocked party(house, live);
    party.blue_leaves(house);
    party.green->leave();
    until_green_is(house, party.blue, false);
    CHECK(clock_of(party.blue, "green").contains("claimable_at"));
    house.pass(1 * second);
    const auto green = house.join(party.table, "green");
    until_green_is(house, party.blue, true);
    house.settle();
    for (const auto& each : {party.red, party.blue, party.spectator, green}) CHECK(!clock_of(each, "green").contains("claimable_at"));
}

TEST_CASE("a crowd is told the clocks in slices, all by one frame: players first, and other battles in between") {
    ScriptedStore store;
    House house(store);
    const Table table = house.create(2, by_letter);
    std::vector<ClientPtr> crowd, players;
    for (std::size_t i = 0; i < 5 * server::limits::fanout_slice; ++i) crowd.push_back(house.watch(table));
    for (const auto* seat : {"red", "green", "blue"}) players.push_back(house.join(table, seat));  // they stand behind the crowd
    const Party other(house);
    const auto clock_frame = [](const ClientPtr& client) {
        const auto shows = [](const server::Bundle& bundle) { return texts_of(bundle).front().contains("\"type\":\"clock\""); };
        const auto found = std::ranges::find_if(client->bundles, shows);
        return found == client->bundles.end() ? server::Bundle() : *found;
    };
    const auto knows = [&](const ClientPtr& client) { return clock_frame(client) != nullptr; };
    for (const auto* each : {&crowd, &players})
        for (const auto& client : *each) client->bundles.clear();
    std::size_t told = 0;
    std::size_t told_when_other_went_on = 0;
    players.front()->throws("r", 1, "rock");
    house.until([&] {
        const auto before = std::exchange(told, static_cast<std::size_t>(std::ranges::count_if(crowd, knows)));
        CHECK(told - before <= server::limits::fanout_slice);
        if (before == 0 && told > 0) {
            for (const auto& player : players) CHECK(knows(player));
            other.red->throws("r", 1, "rock");
        }
        if (told_when_other_went_on == 0 && !other.red->ids().empty() && other.red->ids().back() == "r") told_when_other_went_on = told;
        return told == crowd.size();
    });
    CHECK(told_when_other_went_on > 0);
    CHECK(told_when_other_went_on < crowd.size());
    const auto shared = clock_frame(players.front());
    for (const auto* each : {&crowd, &players})
        for (const auto& client : *each) REQUIRE(clock_frame(client) == shared);
}

}  // namespace muster::test
