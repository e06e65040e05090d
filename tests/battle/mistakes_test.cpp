// A mistake of the server's in one battle: whoever waits is answered, the battle is read again and goes on, and other battles know nothing.
#include "tests/battle/house.hpp"
#include "tests/battle/one_battle.hpp"

using namespace muster;
using namespace muster::test;

namespace {

void play_on(House& house, const Party& party, std::int64_t decision) {
    party.green->throws("g", decision, "rock");
    party.blue->throws("b", decision + 1, "paper");
    CHECK(party.green->outcome("g").starts_with("accepted"));
    CHECK(party.blue->outcome("b").starts_with("accepted"));
    house.settle();
    CHECK(party.spectator->numbers().back() == party.green->numbers().back());
}

}  // namespace

TEST_CASE("a mistake while a choice is told: who made it is answered, and everybody gets what was stored") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->mistakes = 1;
    party.red->throws("r", 1, "scissors");
    const auto answer = party.red->answer("r");
    CHECK(answer["code"] == "internal");
    CHECK(answer["message"] == "something went wrong on the server; check before you send it again");
    party.red->throws("again", 1, "rock");
    CHECK(party.red->outcome("again") == "stale_decision");
    play_on(house, party, 2);
    CHECK(house.join(party.table, "red")->numbers().back() == party.green->numbers().back());  // what was lost on the way shows as a gap
}

TEST_CASE("a mistake in an answer: who asked is told that nothing was changed, and so is whoever waits behind him") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    std::vector<std::string> told;
    house.port(party.table.battle)->read_record({}, {}, [&](const std::expected<server::RecordSlice, Refusal>& slice) {
        if (slice) throw std::runtime_error("a mistake in what is done with the answer");
        told.push_back(slice.error().message);
    });
    house.settle_loads();
    CHECK(told == std::vector<std::string>{"something went wrong on the server; nothing was changed"});
    party.red->throws("r", 1, "rock");
    CHECK(party.red->outcome("r").starts_with("accepted"));
    play_on(house, party, 2);
}

TEST_CASE("a mistake while a step is being stored: it is looked up what became of the step, and who made it is told that") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    hold_red(house, store, party, "scissors");
    for (std::size_t i = 0; i < server::limits::battle_queue_max; ++i) party.blue->tell_orders("waits");
    house.settle();
    party.green->mistakes = 1;
    party.green->tell_orders("one too many");
    house.settle();
    CHECK(party.blue->outcome("waits") == "internal");
    CHECK(!party.red->has_event("decision_sealed"));
    store.release();
    CHECK(party.red->outcome("r") == "accepted 7");
    play_on(house, party, 2);
}

TEST_CASE("a mistake while a mistake is told: who cannot be told is passed over, and whoever waits behind him is answered") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    hold_red(house, store, party, "scissors");
    party.green->tell_orders("cannot be told");
    for (std::size_t i = 1; i < server::limits::battle_queue_max; ++i) party.blue->tell_orders("waits");
    house.settle();
    party.green->mistakes = 3;
    party.green->tell_orders("one too many");
    house.settle();
    CHECK(party.green->mistakes == 1);
    CHECK(party.blue->outcome("waits") == "internal");
    party.green->mistakes = 0;
    store.release();
    CHECK(party.red->outcome("r") == "accepted 7");
    play_on(house, party, 2);
}

TEST_CASE("a mistake once a new battle is durable: who made it is told to look, and the battle goes on") {
    ScriptedStore store;
    House house(store);
    const Json live{{"clock", {{"mode", "live"}, {"bank", "PT1M"}}}};
    std::string battle;
    std::vector<std::string> told;
    house.lobby->create(rock_paper_wanted(live), [&](const std::expected<protocol::Created, Refusal>& created) {
        if (!created) return told.push_back(created.error().message);
        battle = created->battle;
        throw std::runtime_error("a mistake in what is done with the answer");
    });
    house.until([&] { return !told.empty(); });
    CHECK(told == std::vector<std::string>{"something went wrong on the server; check before you send it again"});
    const auto looks = house.watch({battle, {}});
    CHECK(looks->last("following")["viewer"] == "spectator");
    play_on(house, Party(house), 2);
}
