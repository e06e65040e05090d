// Who comes late: history in slices, and what happens meanwhile.
#include "server/base/limits.hpp"
#include "tests/battle/house.hpp"
#include "tests/support/counted.hpp"

using namespace muster;
using namespace muster::test;

namespace {

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

/// Somebody who follows from the beginning and reads slowly, when the answer "f" has come.
ClientPtr latecomer(House& house, const Table& table, const std::string& token = {}) {
    auto late = house.client(table);
    late->slow = true;
    late->follow("f", token);
    late->answer("f");
    return late;
}

/// Another window of red's, to which a history of some slices goes out.
ClientPtr late_window(House& house, const Party& party) {
    talk(house, *party.red, 2);
    return latecomer(house, party.table, party.table.tokens.at("red"));
}

}  // namespace

TEST_CASE("a long history goes out in slices, each when the last one is written") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    talk(house, *party.spectator, 3);
    const auto late = latecomer(house, party.table);
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
    const auto late = latecomer(house, party.table);
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

TEST_CASE("a request that changes while somebody catches up comes once, behind what it is about") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto window = late_window(house, party);
    party.red->throws("r", 1, "rock");  // the seat's other windows are told
    party.red->answer("r");
    house.settle();
    CHECK(party.red->all("request").size() == 1);
    CHECK(window->all("request").empty());
    while (window->drain()) house.settle();
    CHECK(window->all("request").size() == 1);
    CHECK(window->last("request")["pending"] == Json{{"throw", "rock"}});
    CHECK(window->told().back()["type"] == "request");
}

TEST_CASE("a seat is asked when it has caught up, not before") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto window = late_window(house, party);
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
    const auto late = latecomer(house, party.table);
    const auto head = late->answer("f")["head"].get<std::int64_t>();
    late->follow("again", {}, head - 1);
    late->answer("again");
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
    const auto late = latecomer(house, party.table);
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
    const auto late = latecomer(house, party.table);
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
