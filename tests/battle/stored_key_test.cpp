// The key by which a server signs: made once, and never a second time while battles run that began under it.
#include "server/battle/stored_key.hpp"

#include <future>

#include "server/battle/codec.hpp"
#include "tests/battle/house.hpp"
#include "tests/protocol/games.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

void keep(storage::Store& store, const std::string& key) {
    std::promise<bool> kept;
    store.remember(proof_key_name, key, [&](const storage::Result& result) { kept.set_value(result.has_value()); });
    REQUIRE(kept.get_future().get());
}

}  // namespace

TEST_CASE("a new store gets a key, and has the same ever after") {
    storage::MemoryStore store;
    const auto made = stored_proof_key(store);
    REQUIRE(made);
    CHECK(stored_proof_key(store)->public_bytes() == made->public_bytes());
}

TEST_CASE("a store that has lost its key is refused while a battle runs that began under it, and says what to restore") {
    ScriptedStore store;
    std::string battle;
    {
        House house(store);
        battle = house.create().battle;
    }
    const auto refused = stored_proof_key(store);
    REQUIRE(!refused);
    CHECK(refused.error().message.contains("lost the key"));
    CHECK(refused.error().message.contains(protocol::to_hex(test_key().public_bytes())));
    CHECK(refused.error().message.contains("restore a backup of this store"));

    keep(store, protocol::to_hex(test_key().private_bytes()));
    CHECK(stored_proof_key(store)->public_bytes() == test_key().public_bytes());
    {
        House house(store);
        house.port(battle)->command(CloseBattle{}, {});
        house.settle();
    }
    keep(store, "");
    CHECK(stored_proof_key(store)->public_bytes() != test_key().public_bytes());  // what is over has its last signature
}

TEST_CASE("a battle that began under another key is not gone on with, and a finished one is read") {
    ScriptedStore store;
    House house(store);
    const auto battle = house.create().battle;
    const auto other = protocol::P256Key::generate();
    const auto read = [&] { return BattleCodec::read(*store.load(battle, nullptr).value(), {house.rulesets, other}, {}); };
    REQUIRE(!read());
    CHECK(read().error().message.contains("another key"));
    house.port(battle)->command(CloseBattle{}, {});
    house.settle();
    CHECK(read());
}
