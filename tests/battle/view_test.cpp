// Who looks: history in slices, shared bundles, presence, and battles that nobody looks at.
#include <chrono>

#include "server/base/limits.hpp"
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;
using namespace std::chrono_literals;

namespace {

std::vector<std::int64_t> counted(std::int64_t last, std::int64_t first = 1) {
    std::vector<std::int64_t> out;
    for (auto number = first; number <= last; ++number) out.push_back(number);
    return out;
}

/// Talks until the battle's events fill more than `slices` slices of history, for those of the same room.
void talk(House& house, Client& speaker, std::size_t slices) {
    const std::string text(400, 'x');
    const auto wanted = slices * server::limits::history_slice_bytes / text.size();
    for (std::size_t i = 0; i < wanted; ++i) speaker.say("t" + std::to_string(i), text);
    speaker.answer("t" + std::to_string(wanted - 1));
    house.settle();
}

std::size_t slices_of(const Client& client) {
    std::size_t out = 0;
    for (const auto& bundle : client.bundles) out += texts_of(bundle).front().find("\"type\":\"event\"") != std::string::npos ? 1 : 0;
    return out;
}

}  // namespace

TEST_CASE("a long history goes out in slices, each when the last one is written") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    talk(house, *party.spectator, 3);
    const auto late = house.client(party.table);
    late->slow = true;
    late->follow("f");
    const auto head = late->answer("f")["head"].get<std::int64_t>();
    house.settle();
    std::size_t drained = 0;
    CHECK(slices_of(*late) == 1);
    while (late->drain()) {
        ++drained;
        house.settle();
        CHECK(slices_of(*late) == drained + 1);
    }
    CHECK(drained >= 3);
    CHECK(late->numbers() == counted(head));
    for (const auto& bundle : late->bundles) CHECK(bundle->bytes() < server::limits::history_slice_bytes + 1024);
}

TEST_CASE("what happens while somebody catches up is neither lost nor doubled, and others do not wait for it") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    talk(house, *party.spectator, 4);
    const auto late = house.client(party.table);
    late->slow = true;
    late->follow("f");
    late->answer("f");
    for (int i = 0; i < 3; ++i) {
        const auto id = "live" + std::to_string(i);
        party.spectator->say(id, "meanwhile");
        const auto seq = party.spectator->answer(id)["seq"].get<std::int64_t>();
        house.settle();
        CHECK(party.red->numbers().back() == seq);
        CHECK(late->numbers().back() < seq);
        late->drain();
        house.settle();
    }
    while (late->drain()) house.settle();
    const auto head = party.spectator->numbers().back();
    CHECK(late->numbers() == counted(head));
    party.spectator->say("after", "now live");
    party.spectator->answer("after");
    house.settle();
    CHECK(late->numbers() == counted(head + 1));
}

TEST_CASE("a seat is asked when it has caught up, not before") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    talk(house, *party.red, 2);
    const auto window = house.client(party.table);
    window->slow = true;
    window->follow("f", party.table.tokens.at("red"));
    window->answer("f");
    house.settle();
    CHECK(window->all("request").empty());
    while (window->drain()) house.settle();
    CHECK(window->all("request").size() == 1);
    CHECK(window->told().back()["type"] == "request");
}

TEST_CASE("following again begins anew; slices of the first following stay away") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    talk(house, *party.spectator, 2);
    const auto late = house.client(party.table);
    late->slow = true;
    late->follow("1");
    const auto head = late->answer("1")["head"].get<std::int64_t>();
    late->follow("2", {}, head - 1);
    late->answer("2");
    house.settle();
    late->messages.clear();
    late->drain();
    house.settle();
    CHECK(late->told().empty());
}

TEST_CASE("a slice that finds the queue full comes when there is room") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    talk(house, *party.spectator, 2);
    const auto late = house.client(party.table);
    late->slow = true;
    late->follow("f");
    late->answer("f");
    store.hold();
    party.red->say("first", "x");
    house.settle();
    for (std::size_t i = 0; i < server::limits::battle_queue_max; ++i) party.green->follow("g", "no token");
    house.settle();
    late->drain();
    house.settle();
    store.release();
    house.settle();
    while (late->drain()) house.settle();
    CHECK(late->numbers() == counted(party.red->numbers().back()));
}

TEST_CASE("a slice that finds the store unreadable comes when the battle is back") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    talk(house, *party.spectator, 2);
    const auto late = house.client(party.table);
    late->slow = true;
    late->follow("f");
    late->answer("f");
    store.fail_appends(1);
    store.fail_loads(1);
    party.red->say("lost", "x");
    CHECK(party.red->outcome("lost") == "server_busy");
    late->drain();
    party.green->say("refused", "x");
    CHECK(party.green->outcome("refused") == "server_busy");
    party.red->say("back", "x");
    CHECK(party.red->outcome("back").starts_with("accepted"));
    house.settle();
    while (late->drain()) house.settle();
    CHECK(late->numbers() == counted(party.red->numbers().back()));
}

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

TEST_CASE("presence is conflated: a crowd that comes at once is a few messages") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto begin = std::chrono::steady_clock::now();
    std::vector<ClientPtr> crowd;
    for (int i = 0; i < 300; ++i) crowd.push_back(house.watch(party.table));
    const auto presence = [&] { return party.red->all("presence"); };
    house.until([&] { return !presence().empty() && presence().back()["spectators"] == 301; });
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(std::chrono::steady_clock::now() - begin).count();
    CHECK(presence().size() <= static_cast<std::size_t>(seconds) + 1);
    CHECK(presence().back()["seats"].dump() == R"([{"connected":true,"seat":"red"},{"connected":true,"seat":"green"},{"connected":true,"seat":"blue"}])");
    party.green->leave();
    house.until([&] { return presence().back()["seats"][1]["connected"] == false; });
}

TEST_CASE("presence that falls due while a battle is out of memory is told when it is back") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    house.until([&] { return !party.red->all("presence").empty() && party.red->last("presence")["spectators"] == 1; });
    const auto before = party.red->all("presence").size();
    party.spectator->leave();
    store.fail_appends(1);
    party.red->say("lost", "x");
    CHECK(party.red->outcome("lost") == "server_busy");
    // The timer of the change above runs out while there is no battle to tell it of.
    server::asio::steady_timer later(house.io, server::limits::presence_every + 100ms);
    bool passed = false;
    later.async_wait([&](server::ErrorCode) { passed = true; });
    house.until([&] { return passed; });
    CHECK(party.red->all("presence").size() == before);
    party.red->say("back", "x");
    party.red->answer("back");
    house.until([&] { return party.red->last("presence")["spectators"] == 0; });
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

TEST_CASE("a battle with a viewer stays in memory") {
    ScriptedStore store;
    House house(store, 1ms);
    const auto table = house.create();
    const auto spectator = house.watch(table);
    server::asio::steady_timer later(house.io, 30ms);
    bool passed = false;
    later.async_wait([&](server::ErrorCode) { passed = true; });
    house.until([&] { return passed; });
    CHECK(house.lobby->size() == 1);
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
