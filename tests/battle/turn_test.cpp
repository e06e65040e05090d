// One turn of a battle has one moment: whatever becomes of the server's clock between its look at the time and what it does.
#include "protocol/times.hpp"
#include "server/battle/actor.hpp"
#include "tests/battle/clocked.hpp"

namespace muster::test {

namespace {

/// A battle outside of the lobby; somebody does something whenever it asks whether it may take more memory.
struct AloneWith {
    AloneWith(House& house, const Table& table, std::function<void()> meanwhile) {
        server::BattleActor::Owner owner;
        owner.rest = [](const auto&, bool, std::size_t) {};
        owner.may_grow = [meanwhile = std::move(meanwhile)](std::size_t) {
            meanwhile();
            return true;
        };
        owner.retire = [](const auto&) {};
        owner.again = [](const std::string&, const auto&) {};
        actor = std::make_shared<server::BattleActor>(house.services, table.battle, std::move(owner));
    }
    ~AloneWith() { actor->stop(); }
    std::shared_ptr<server::BattleActor> actor;
};

}  // namespace

TEST_CASE("the time of day is set in the middle of a turn: nobody's bank changes, and no choice comes too late") {
    for (const auto jump : {hour, -hour}) {
        CAPTURE(jump);
        ScriptedStore store;
        House house(store, std::chrono::milliseconds(0));
        Table table;
        {
            Clocked party(house, live);
            table = party.table;
            for (const auto& each : {party.red, party.green, party.blue, party.spectator}) each->leave();
            house.until([&] { return house.lobby->size() == 0; });
        }
        int jumps = 0;
        const AloneWith alone(house, table, [&] {
            if (jumps++ > 0) return;
            house.clock.jump(jump);
            house.time.look();
        });
        const auto red = house.client(table);
        protocol::Follow follow;
        follow.battle = table.battle;
        follow.token = table.tokens.at("red");
        alone.actor->follow(red, "f", follow);
        CHECK(red->answer("f")["type"] == "following");
        jumps = 0;
        house.pass(10 * second);
        alone.actor->send(red, "r", protocol::Choose{table.battle, 1, Json{{"throw", "rock"}}});
        CHECK(red->outcome("r").starts_with("accepted"));
        house.settle();
        CHECK(jumps > 0);
        CHECK(clock_of(red, "red")["bank_ms"] == 50 * second);
        CHECK(clock_of(red, "green")["deadline"] == protocol::time_text(house.clock.now_ms() + 30 * second));
    }
}

}  // namespace muster::test
