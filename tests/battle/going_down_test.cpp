// A battle on a server that goes down: what is at the store is told, and nothing more is begun.
#include <future>

#include "server/base/refusals.hpp"
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// The server begins to go down just when a battle is to be read.
class EndingStore final : public storage::ForwardingStore {
public:
    using ForwardingStore::ForwardingStore;
    std::expected<std::optional<storage::StoredBattle>, storage::Failure> load(const std::string& id, const std::atomic<bool>* given_up) override {
        stopping->store(true);
        auto battle = ForwardingStore::load(id, given_up);
        given_up_inside = !battle;
        return battle;
    }

    std::atomic<bool>* stopping = nullptr;
    std::atomic<bool> given_up_inside = false;
};

}  // namespace

TEST_CASE("a server that begins to go down while a battle is read gives that up inside the store, and whoever waits for it is told so") {
    ScriptedStore scripted;
    Table table;
    {
        House house(scripted);
        table = house.create(1);
    }
    EndingStore store(scripted);
    House house(store);
    store.stopping = &house.services.stopping;
    const auto late = house.client(table);
    late->follow("f");
    CHECK(late->answer("f")["message"] == server::going_down().message);
    CHECK(store.given_up_inside);
}

TEST_CASE("a server that is going down reads no battle any more, and whoever waits for one is told so") {
    ScriptedStore store;
    Table table;
    {
        House house(store);
        table = house.create(1);
    }
    House house(store);
    std::promise<void> release;
    REQUIRE(house.loads.post([&] { release.get_future().wait(); }));
    const auto late = house.client(table);
    late->follow("f");
    house.settle();
    house.services.stopping = true;
    release.set_value();
    CHECK(late->outcome("f") == "server_busy");
}

TEST_CASE("of what waits when the server goes down, what is being stored is told, and all else is refused and stored nowhere") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    hold_red(house, store, party, "rock");
    party.green->throws("g", 2, "rock");
    party.blue->throws("b", 3, "rock");
    party.blue->leave();
    house.settle();
    house.services.stopping = true;
    store.release();
    CHECK(party.red->outcome("r") == "accepted 7");
    CHECK(party.green->outcome("g") == "server_busy");
    CHECK(party.blue->outcome("b") == "server_busy");
    house.settle();
    CHECK(party.spectator->numbers().back() == 7);
    CHECK(party.green->answer("g")["message"] == server::going_down().message);
}

TEST_CASE("what became of a step that nobody knew the end of is said also when the server goes down meanwhile") {
    for (const bool kept : {true, false}) {
        CAPTURE(kept);
        ScriptedStore store;
        House house(store);
        const Party party(house);
        store.hold();
        store.doubt_append(kept);
        party.red->throws("r", 1, "rock");
        house.until([&] { return store.held() == 1; });
        house.services.stopping = true;
        store.release();
        CHECK(party.red->outcome("r") == (kept ? "accepted 7" : "server_busy"));
        house.settle_loads();
        CHECK(party.spectator->numbers().back() == (kept ? 7 : 6));
    }
}
