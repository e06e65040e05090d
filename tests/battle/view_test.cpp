// Who looks: shared bundles, presence, and battles that nobody looks at.
#include "server/base/limits.hpp"
#include "tests/battle/house.hpp"
#include "tests/support/counted.hpp"

using namespace muster;
using namespace muster::test;
using namespace std::chrono_literals;

TEST_CASE("a thousand spectators share one frame a commit") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    std::vector<ClientPtr> crowd;
    for (int i = 0; i < 1000; ++i) crowd.push_back(house.watch(party.table, 6));
    for (int commit = 0; commit < 3; ++commit) {
        for (const auto& each : crowd) each->bundles.clear();
        party.spectator->say("s" + std::to_string(commit), "hear, hear");
        party.spectator->answer("s" + std::to_string(commit));
        house.settle();
        const auto event_frame = [](const Client& client) {
            server::Bundle found;
            for (const auto& bundle : client.bundles)
                if (texts_of(bundle).front().starts_with("{\"type\":\"event\"")) found = bundle;
            return found;
        };
        const auto shared = event_frame(*crowd.front());
        REQUIRE(shared);
        for (const auto& each : crowd) REQUIRE(event_frame(*each).get() == shared.get());
    }
}

TEST_CASE("seats without a secret share the spectators' frame") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->throws("r", 1, "rock");
    party.red->answer("r");
    house.settle();
    const auto sealed_frame = [](const Client& client) {
        for (const auto& bundle : client.bundles)
            if (texts_of(bundle).front().find("decision_sealed") != std::string::npos) return bundle;
        return server::Bundle();
    };
    REQUIRE(sealed_frame(*party.spectator));
    for (const auto& each : {party.red, party.green, party.blue}) CHECK(sealed_frame(*each).get() == sealed_frame(*party.spectator).get());
}

TEST_CASE("spectators that leave in the middle of a sweep make nobody miss or see twice what happened") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    std::vector<ClientPtr> crowd;
    for (int i = 0; i < 1000; ++i) crowd.push_back(house.watch(party.table, 6));
    store.hold();
    party.red->say("1", "x");
    house.settle();
    for (std::size_t i = 0; i < crowd.size(); i += 3) crowd[i]->leave();
    party.red->say("2", "y");
    store.release();
    party.red->answer("2");
    house.settle();
    for (std::size_t i = 0; i < crowd.size(); ++i)
        if (i % 3 != 0) REQUIRE(crowd[i]->numbers() == counted(8, 7));
}

TEST_CASE("presence says which seats are here and how many watch, also when somebody has left") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto presence = [&] { return party.red->all("presence"); };
    house.until([&] { return !presence().empty() && presence().back()["spectators"] == 1; });
    CHECK(presence().back()["seats"].dump() == R"([{"connected":true,"seat":"red"},{"connected":true,"seat":"green"},{"connected":true,"seat":"blue"}])");
    house.pass(1'000);
    party.green->leave();
    house.until([&] { return presence().back()["seats"][1]["connected"] == false; });
}

TEST_CASE("presence that falls due while a battle is out of memory is told when it is back") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto told_of = [&](const Party& who, int spectators) {
        house.until([&] { return !who.red->all("presence").empty() && who.red->last("presence")["spectators"] == spectators; });
    };
    told_of(party, 1);
    const Party later(house);  // what changes here falls due later
    told_of(later, 1);
    const auto before = party.red->all("presence").size();
    house.pass(1'000);
    store.fail_appends(1);
    party.red->say("lost", "x");
    CHECK(party.red->outcome("lost") == "server_busy");
    party.spectator->leave();
    later.spectator->leave();
    told_of(later, 0);
    CHECK(party.red->all("presence").size() == before);
    party.red->say("back", "x");
    party.red->answer("back");
    told_of(party, 0);
}

TEST_CASE("a battle that nobody looks at leaves memory and comes back as it was") {
    ScriptedStore store;
    House house(store, 1ms);
    const auto table = house.create();
    const auto red = house.join(table, "red");
    CHECK(house.lobby->size() == 1);
    red->leave();
    house.until([&] { return house.lobby->size() == 0; });
    const auto green = house.join(table, "green");
    CHECK(green->numbers() == counted(3));
}

TEST_CASE("a battle that bots have ended before anybody came is not woken again, and leaves memory for good") {
    ScriptedStore store;
    House house(store, 1ms);
    protocol::Create message;
    message.ruleset = "armies";
    message.setup = {{"attacker", {{"population", 3}}}, {"defender", {{"population", 4}}}, {"population_limit", 2}};
    for (const auto* seat : {"attacker", "defender"}) message.seats[seat].bot = protocol::Bot::best;
    const std::string battle = house.create(message).battle;
    CHECK(store.wakes(1, {}).value().empty());
    house.until([&] { return house.lobby->size() == 0; });
    house.pass(10'000);
    CHECK(house.lobby->existing(battle) == nullptr);
}

TEST_CASE("a battle with a viewer stays in memory") {
    ScriptedStore store;
    House house(store, 1ms);
    const auto table = house.create();
    const auto spectator = house.watch(table);
    // One that is left later has gone: what this one may rest is over too.
    house.join(house.create(), "red")->leave();
    house.until([&] { return house.lobby->size() == 1; });
    house.settle();
    CHECK(house.lobby->existing(table.battle) != nullptr);
}

TEST_CASE("commands that reach a battle which has left memory are handed on") {
    ScriptedStore store;
    House house(store, 1ms);
    const auto table = house.create();
    const auto old = house.port(table.battle);
    house.join(table, "red")->leave();
    house.until([&] { return house.lobby->size() == 0; });
    const auto spectator = house.client(table);
    protocol::Follow follow;
    follow.battle = table.battle;
    old->follow(spectator, "f", follow);
    CHECK(spectator->answer("f")["head"] == 2);
    CHECK(house.port(table.battle) != old);
    std::string read;
    old->read_events({}, [&](std::expected<std::string, Refusal> text) { read = text.value(); });
    house.until([&] { return !read.empty(); });
    CHECK(Json::parse(read)["head"] == 2);
}

TEST_CASE("a battle that does not exist is refused, forgotten, and keeps nothing waiting") {
    ScriptedStore store;
    House house(store);
    const Table nowhere{"there-is-no-such-battle", {}};
    const auto spectator = house.client(nowhere);
    spectator->follow("f");
    CHECK(spectator->outcome("f") == "unknown_battle");
    CHECK(house.lobby->size() == 0);
    house.work.reset();
    house.settle();
    CHECK(house.io.stopped());
}

TEST_CASE("a private battle does not exist for whoever holds no seat") {
    ScriptedStore store;
    House house(store);
    const auto table = house.create(1, {{"visibility", "private"}});
    const auto stranger = house.client(table);
    stranger->follow("1");
    CHECK(stranger->outcome("1") == "unknown_battle");
    stranger->follow("2", "a token that is none");
    CHECK(stranger->outcome("2") == "unknown_battle");
    CHECK(house.join(table, "red")->numbers() == counted(2));
}

TEST_CASE("events that are not there yet cannot be asked for") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto late = house.client(party.table);
    late->follow("f", {}, 7);
    CHECK(late->outcome("f") == "bad_message");
    CHECK(late->answer("f")["path"] == "/since");
    late->follow("g", {}, 6);
    CHECK(late->answer("g")["head"] == 6);
}
