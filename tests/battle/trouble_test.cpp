// What goes wrong around a battle: commits that nobody knows the end of, damaged battles, mistakes, and more battles than there is room for.
#include "server/base/limits.hpp"
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::string invented_id(std::size_t number) {
    auto text = std::to_string(number);
    return std::string(22 - text.size(), 'x') + text;
}

}  // namespace

TEST_CASE("a commit whose end nobody knows is looked up before anything is said") {
    for (const bool kept : {true, false}) {
        CAPTURE(kept);
        ScriptedStore store;
        House house(store);
        const Party party(house);
        store.doubt_append(kept);
        party.red->throws("r", 1, "scissors");
        CHECK(party.red->outcome("r") == (kept ? "accepted 7" : "server_busy"));
        house.settle();
        CHECK(party.green->numbers().back() == (kept ? 7 : 6));
        party.red->throws("again", 1, "rock");
        CHECK(party.red->outcome("again") == (kept ? "stale_decision" : "accepted 7"));
        party.green->throws("g", 2, "rock");
        party.blue->throws("b", 3, "rock");
        CHECK(party.blue->outcome("b").starts_with("accepted"));
    }
}

TEST_CASE("what changes nothing that can be seen is not called stored when nobody knows") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    store.doubt_append(true);
    party.red->order("o", Json::array());
    CHECK(party.red->outcome("o") == "server_busy");
    party.red->order("again", Json::array());
    CHECK(party.red->outcome("again").starts_with("accepted"));
}

TEST_CASE("a seat is taken, or not, when nobody knew whether that was stored") {
    for (const bool kept : {true, false}) {
        ScriptedStore store;
        House house(store);
        const auto table = house.create();
        store.doubt_append(kept);
        const auto red = house.client(table);
        red->follow("f", table.tokens.at("red"));
        CHECK(red->answer("f")["type"] == (kept ? "following" : "rejected"));
        house.settle();
        CHECK(red->numbers().size() == (kept ? 2U : 0U));
    }
}

TEST_CASE("whoever asks for a battle that cannot be read is answered, and other battles go on") {
    ScriptedStore store;
    House house(store, std::chrono::milliseconds(1));
    const auto table = house.create();
    const auto other = house.create();
    house.until([&] { return house.lobby->size() == 0; });
    const auto ask = [&] {
        const auto client = house.client(table);
        client->follow("f");
        return client->outcome("f");
    };
    store.damage_loads([&](storage::StoredBattle& battle) {
        if (battle.header.id == table.battle) battle.header.options = "null";
    });
    CHECK(ask() == "internal");
    store.damage_loads([&](storage::StoredBattle& battle) {  // what nobody expected, and throws
        if (battle.header.id == table.battle) battle.steps.front().answers = "[7,{}]\n";
    });
    CHECK(ask() == "internal");
    CHECK(ask() == "internal");
    store.damage_loads([](storage::StoredBattle&) { throw std::runtime_error("a store that throws, on a thread of the pool"); });
    CHECK(ask() == "server_busy");
    store.damage_loads({});
    CHECK(house.watch(other)->numbers().size() == 1);
    CHECK(house.watch(table)->numbers().size() == 1);
}

TEST_CASE("what was sent before a goodbye is heard before it") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    store.hold();
    party.green->say("s", "a step is on its way");
    house.settle();
    party.red->throws("r", 1, "paper");
    party.red->leave();
    const auto late = house.client(party.table);
    late->follow("f");
    late->unfollow("u");
    house.settle();
    CHECK(late->messages.empty());
    store.release();
    CHECK(party.red->outcome("r") == "accepted 8");
    CHECK(late->answer("u")["type"] == "unfollowed");
    CHECK(late->ids() == std::vector<std::string>{"f", "u"});
    const auto told = late->told().size();
    party.green->say("after", "nobody follows any more");
    party.green->answer("after");
    house.settle();
    CHECK(late->told().size() == told);
}

TEST_CASE("goodbyes to battles that do not exist leave nothing behind") {
    ScriptedStore store;
    House house(store, std::chrono::milliseconds(1));
    for (std::size_t i = 0; i < 1'000; ++i) {
        const auto client = house.client({invented_id(i), {}});
        client->unfollow("u");
        client->leave();
    }
    house.until([&] { return house.lobby->size() == 0; });
}

TEST_CASE("there are only so many battles in memory; those at rest make room") {
    ScriptedStore store;
    House house(store);
    const auto table = house.create();
    house.watch(table)->leave();
    house.settle();
    const auto resting = house.port(table.battle);
    std::size_t next = 0;
    while (house.lobby->size() < server::limits::battles_in_memory_max) REQUIRE(house.lobby->find(invented_id(next++)));
    CHECK(house.lobby->find(invented_id(next++)));  // for this one the battle that rests leaves
    CHECK(house.lobby->find(invented_id(next++)).error().code == Code::server_busy);
    house.settle();  // those that were only named rest too
    CHECK(house.lobby->size() == server::limits::battles_in_memory_max);
    CHECK(house.lobby->existing(table.battle) == nullptr);
    for (int i = 0; i < 100; ++i) CHECK(house.lobby->find(invented_id(next++)));
    house.settle();
    CHECK(house.lobby->size() == server::limits::battles_in_memory_max);
}
