// The operator's long commands on a server that goes down meanwhile: they end, what is done stays, and he is told so.
#include "server/operator/operator.hpp"

#include "server/base/refusals.hpp"
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;
using server::OperatorCommand;

namespace {

/// The server begins to go down while the store is asked.
class EndingStore final : public storage::ForwardingStore {
public:
    explicit EndingStore(ScriptedStore& inner) : ForwardingStore(inner) {}

    storage::Result archive(const std::string& finished_before, const std::atomic<bool>* given_up) override {
        auto moved = ForwardingStore::archive(finished_before, nullptr);
        begin_to_end();
        REQUIRE(given_up);
        CHECK(*given_up);
        return moved;
    }
    std::expected<std::optional<storage::StoredBattle>, storage::Failure> load(const std::string& id, const std::atomic<bool>* given_up) override {
        begin_to_end();
        return ForwardingStore::load(id, given_up);
    }

    std::function<void()> begin_to_end = [] {};
};

Json finished(House& house) {
    const Party party(house);
    house.port(party.table.battle)->command(server::CloseBattle{}, {});
    house.until([&] { return party.spectator->has_event("battle_ended"); });
    return house.record(party.table);
}

}  // namespace

TEST_CASE("a move into the archive that the server's end cuts short tells how far it came") {
    ScriptedStore scripted;
    EndingStore store(scripted);
    House house(store);
    server::Operator answerer(house.services, house.lobby);
    store.begin_to_end = [&] { house.services.stopping = true; };
    const server::OperatorRequest archive{.command = OperatorCommand::archive, .finished_before = "2030-01-01T00:00:00.000Z"};
    const auto reply = answerer.answer(archive);
    CHECK(!reply.done);
    CHECK(reply.server_busy);
    CHECK(reply.message == "0 battles were moved to the archive, then the server went down; ask again for those that are left");
    CHECK(answerer.answer(archive).message == server::going_down().message);  // nothing more is begun
}

TEST_CASE("a record that is being taken over when the server goes down is not, and the operator may send it again") {
    ScriptedStore elsewhere, scripted;
    House other(elsewhere);
    const std::string record = finished(other).dump();
    EndingStore store(scripted);
    House house(store);
    server::Operator answerer(house.services, house.lobby);
    const server::OperatorRequest import{.command = OperatorCommand::import_record, .record = record};
    store.begin_to_end = [&] { house.services.stopping = true; };
    const auto reply = answerer.answer(import);
    CHECK(!reply.done);
    CHECK(reply.server_busy);
    CHECK(reply.message == server::going_down().message);
    house.services.stopping = false;
    store.begin_to_end = [] {};
    CHECK(answerer.answer(import).message == "imported");
}
