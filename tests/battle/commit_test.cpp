// Commit, then tell.
#include "protocol/verify.hpp"
#include "server/base/limits.hpp"
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;

namespace {

bool record_holds(House& house, const Table& table) {
    return protocol::verify(protocol::read_record(house.record(table).dump()).value(), house.rulesets).holds;
}

void finish(House& house, const Party& party, int first_decision = 1) {
    party.red->throws("f1", first_decision, "rock");
    party.green->throws("f2", first_decision + 1, "rock");
    party.blue->throws("f3", first_decision + 2, "rock");
    party.blue->answer("f3");
    house.settle();
}

}  // namespace

TEST_CASE("nobody is told anything before it is durable, and then everybody") {
    ScriptedStore store;
    House house(store);
    const Party party(house, 1);
    store.hold();
    const auto mine = party.red->told().size();
    const auto theirs = party.green->told().size();
    const auto spectators = party.spectator->told().size();
    party.red->throws("r", 1, "paper");
    house.settle();
    REQUIRE(store.held() == 1);
    CHECK(party.red->told().size() == mine);
    CHECK(party.green->told().size() == theirs);
    CHECK(party.spectator->told().size() == spectators);
    store.release();
    CHECK(party.red->outcome("r") == "accepted 7");
    house.settle();
    CHECK(party.green->told().size() == theirs + 1);
    CHECK(party.spectator->told().size() == spectators + 1);
}

TEST_CASE("the reveal, its dice and the end of the battle wait for the commit as well") {
    ScriptedStore store;
    House house(store);
    const Party party(house, 1);
    party.red->throws("r", 1, "paper");
    party.green->throws("g", 2, "rock");
    party.green->answer("g");
    house.settle();
    store.hold();
    party.blue->throws("b", 3, "rock");
    house.settle();
    CHECK(party.spectator->last("event")["event"] == "decision_sealed");
    store.release();
    CHECK(party.blue->outcome("b") == "accepted 11");
    house.settle();
    CHECK(party.spectator->last("event")["event"] == "battle_ended");
    CHECK(record_holds(house, party.table));
}

TEST_CASE("who comes while a commit is under way waits for it, and so does who reads over HTTP") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    store.hold();
    party.red->say("s", "hello");
    const auto late = house.client(party.table);
    late->follow("f");
    std::string read;
    house.port(party.table.battle)->read_events({}, [&](std::expected<std::string, Refusal> text) { read = text.value(); });
    house.settle();
    CHECK(late->messages.empty());
    CHECK(read.empty());
    store.release();
    CHECK(late->answer("f")["head"] == 7);
    house.settle();
    CHECK(late->numbers().size() == 7);
    CHECK(Json::parse(read)["head"] == 7);
}

TEST_CASE("a seat is taken only once that is durable") {
    ScriptedStore store;
    House house(store);
    const auto table = house.create();
    const auto spectator = house.watch(table);
    store.hold();
    const auto red = house.client(table);
    red->follow("f", table.tokens.at("red"));
    house.settle();
    REQUIRE(store.held() == 1);
    CHECK(red->messages.empty());
    CHECK(spectator->numbers().size() == 1);
    store.release();
    CHECK(red->answer("f")["viewer"] == "red");
    house.settle();
    CHECK(red->numbers().size() == 2);
    CHECK(spectator->numbers().size() == 2);
}

TEST_CASE("a choice that could not be stored is answered by server_busy, and nobody else hears of it") {
    ScriptedStore store;
    House house(store);
    const Party party(house, 1);
    const auto theirs = party.green->told().size();
    const auto spectators = party.spectator->told().size();
    store.fail_appends(1);
    party.red->throws("r", 1, "paper");
    CHECK(party.red->outcome("r") == "server_busy");
    CHECK(party.red->answer("r")["decision"] == 1);
    house.settle();
    CHECK(party.green->told().size() == theirs);
    CHECK(party.spectator->told().size() == spectators);
}

TEST_CASE("after a failed commit the battle is read again and goes on where it was") {
    ScriptedStore store;
    House house(store);
    const Party party(house, 1);
    party.red->throws("r", 1, "paper");
    party.green->throws("g", 2, "scissors");
    party.green->answer("g");
    house.settle();
    store.fail_appends(1);
    party.blue->throws("b", 3, "rock");
    CHECK(party.blue->outcome("b") == "server_busy");
    party.blue->throws("c", 3, "paper");
    CHECK(party.blue->outcome("c") == "accepted 11");
    house.settle();
    CHECK(party.spectator->has_event("battle_ended"));
    CHECK(party.spectator->numbers().size() == static_cast<std::size_t>(party.spectator->numbers().back()));
    for (const auto& seat : {party.red, party.green, party.blue}) CHECK(seat->numbers() == party.spectator->numbers());
    CHECK(record_holds(house, party.table));
}

TEST_CASE("the same id is free again when its choice was not stored") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    store.fail_appends(1);
    party.red->throws("r", 1, "paper");
    CHECK(party.red->outcome("r") == "server_busy");
    party.red->throws("r", 1, "paper");
    house.until([&] { return party.red->outcome("r") == "accepted 7"; });
}

TEST_CASE("commands that wait behind a failed commit are done after the battle is read again") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    store.hold();
    party.red->throws("r", 1, "paper");
    house.settle();
    party.green->throws("g", 2, "rock");
    party.blue->say("s", "hello");
    store.fail_appends(1);
    store.release();
    CHECK(party.red->outcome("r") == "server_busy");
    CHECK(party.green->outcome("g") == "accepted 7");
    CHECK(party.blue->outcome("s") == "accepted 8");
}

TEST_CASE("a seat that could not be stored is free") {
    ScriptedStore store;
    House house(store);
    const auto table = house.create();
    const auto red = house.client(table);
    store.fail_appends(1);
    red->follow("1", table.tokens.at("red"));
    CHECK(red->outcome("1") == "server_busy");
    red->follow("2", table.tokens.at("red"));
    CHECK(red->answer("2")["viewer"] == "red");
    CHECK(red->answer("2")["head"] == 2);
}

TEST_CASE("while the store cannot be read everybody is told to try again") {
    ScriptedStore store;
    const auto table = House(store).create();
    House house(store);
    store.fail_loads(1);
    const auto spectator = house.client(table);
    spectator->follow("1");
    CHECK(spectator->outcome("1") == "server_busy");
    spectator->follow("2");
    CHECK(spectator->answer("2")["type"] == "following");
}

TEST_CASE("the queue of a battle is bounded; beyond it the answer is server_busy") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    store.hold();
    party.red->say("first", "x");
    house.settle();
    for (std::size_t i = 0; i < server::limits::battle_queue_max; ++i) party.green->say("g", "x");
    party.blue->say("over", "x");
    CHECK(party.blue->outcome("over") == "server_busy");
    CHECK(party.green->ids() == std::vector<std::string>{"join"});
    store.release();
    CHECK(party.red->outcome("first") == "accepted 7");
    party.blue->say("after", "x");
    house.until([&] { return party.blue->outcome("after").starts_with("accepted"); });
}

TEST_CASE("who leaves is let go even when the queue is full") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    store.hold();
    party.red->say("first", "x");
    house.settle();
    for (std::size_t i = 0; i < server::limits::battle_queue_max; ++i) party.green->follow("f", "no token");
    party.spectator->unfollow("u");
    house.settle();
    store.release();
    CHECK(party.spectator->answer("u")["type"] == "unfollowed");
    const auto seen = party.spectator->numbers().size();
    party.red->say("second", "y");
    party.red->answer("second");
    house.settle();
    CHECK(party.spectator->numbers().size() == seen);
}

TEST_CASE("a spectator that was passed over when a commit failed gets its events when the battle is back") {
    ScriptedStore store;
    House house(store);
    const Party party(house, 1);
    std::vector<ClientPtr> crowd;
    for (int i = 0; i < 1000; ++i) crowd.push_back(house.watch(party.table, 6));
    // Both wait in the queue: the second fails while the crowd is still being served the first.
    store.hold();
    party.red->say("1", "hello");
    house.settle();
    party.green->say("2", "lost");
    party.blue->follow("3", party.table.tokens.at("blue"), 7);
    store.release();
    store.fail_appends(1);
    CHECK(party.green->outcome("2") == "server_busy");
    CHECK(party.blue->answer("3")["head"] == 7);
    house.settle();
    for (const auto& each : crowd) REQUIRE(each->numbers() == std::vector<std::int64_t>{7});
}

TEST_CASE("a battle that the rules do not bring back as it was is refused, not continued") {
    ScriptedStore store;
    Table table;
    {
        House house(store);
        const Party party(house, 1);
        table = party.table;
        finish(house, party);
    }
    const auto first_answer = [&](const std::function<void(storage::StoredBattle&)>& damage) {
        store.damage_loads(damage);
        House house(store);
        const auto spectator = house.client(table);
        spectator->follow("f");
        const Json answer = spectator->answer("f");
        return answer.value("code", answer["type"].get<std::string>());
    };
    CHECK(first_answer([](storage::StoredBattle&) {}) == "following");
    const auto replaced = [](std::string& text, const std::string& from, const std::string& to) {
        const auto at = text.find(from);
        REQUIRE(at != std::string::npos);
        text.replace(at, from.size(), to);
    };
    CHECK(first_answer([&](storage::StoredBattle& battle) { replaced(battle.steps.back().events, "\"dice\":[", "\"dice\":[6,"); }) == "internal");
    CHECK(first_answer([&](storage::StoredBattle& battle) { replaced(battle.steps.back().inputs, "rock", "paper"); }) == "internal");
    CHECK(first_answer([&](storage::StoredBattle& battle) { replaced(battle.steps[3].inputs, "\"seat\":\"red\"", "\"seat\":\"blue\""); }) == "internal");
    CHECK(first_answer([&](storage::StoredBattle& battle) { battle.header.server_seed[0] = static_cast<char>(battle.header.server_seed[0] + 1); }) ==
          "internal");
    CHECK(first_answer([&](storage::StoredBattle& battle) { battle.steps.back().events.erase(0, battle.steps.back().events.find('\n') + 1); }) == "internal");
}

TEST_CASE("a battle that became another server's while a step of it was being stored, or while it was read, is read anew when that is done") {
    ScriptedStore store;
    House house(store);
    const Party party(house, 1);
    std::atomic<int> loads = 0;
    store.damage_loads([&](storage::StoredBattle&) { ++loads; });
    store.hold();
    party.red->throws("r", 1, "paper");
    house.settle();
    REQUIRE(store.held() == 1);
    house.lobby->lost(party.table.battle);
    house.settle_loads();
    CHECK(loads == 0);
    store.release();  // it was stored before the battle was lost
    CHECK(party.red->outcome("r") == "accepted 7");
    house.settle_loads();
    CHECK(loads == 1);
    house.lobby->lost(party.table.battle);
    house.lobby->lost(party.table.battle);  // and once more before what is being read now has come
    house.until([&] { return loads == 3; });
    house.settle_loads();
    party.green->throws("g", 2, "rock");
    party.blue->throws("b", 3, "rock");
    CHECK(party.blue->outcome("b").starts_with("accepted"));
    house.settle();
    CHECK(record_holds(house, party.table));
}
