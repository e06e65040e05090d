// Sending again with the same id gets the same answer and does nothing twice.
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::vector<std::int64_t> accepted(const Client& client, const std::string& id) {
    std::vector<std::int64_t> out;
    for (const auto& message : client.all("accepted"))
        if (message["id"] == id) out.push_back(message["seq"].get<std::int64_t>());
    return out;
}

using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a choice that is sent again before it is durable is answered twice and made once") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    store.hold();
    party.red->throws("a", 1, "paper");
    party.red->throws("a", 1, "paper");
    house.settle();
    store.release();
    house.settle();
    CHECK(accepted(*party.red, "a") == Numbers{7, 7});
    CHECK(party.spectator->numbers().back() == 7);
}

TEST_CASE("a choice that is sent again after it was answered gets the same answer, from another connection too") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->throws("a", 1, "paper");
    party.red->answer("a");
    const auto again = house.join(party.table, "red");
    again->throws("a", 1, "paper");
    CHECK(again->outcome("a") == "accepted 7");
    CHECK(again->answer("a")["decision"] == 1);
    house.settle();
    CHECK(party.spectator->numbers().back() == 7);
}

TEST_CASE("a choice that is sent again after its decision was revealed gets the same answer") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->throws("a", 1, "paper");
    party.green->throws("a", 2, "paper");
    party.blue->throws("a", 3, "paper");
    CHECK(party.blue->outcome("a") == "accepted 11");
    party.red->throws("a", 1, "rock");
    party.blue->throws("a", 3, "rock");
    house.settle();
    CHECK(accepted(*party.red, "a") == Numbers{7, 7});
    CHECK(accepted(*party.blue, "a") == Numbers{11, 11});
}

TEST_CASE("acknowledgements outlive the server") {
    ScriptedStore store;
    Table table;
    {
        House house(store);
        const Party party(house, 1);
        table = party.table;
        party.red->throws("a", 1, "paper");
        party.red->say("s", "hello");
        party.green->concede("c");
        party.green->answer("c");
    }
    House house(store);
    const auto red = house.join(table, "red");
    red->throws("a", 1, "paper");
    red->say("s", "hello");
    CHECK(red->outcome("a") == "accepted 7");
    CHECK(red->outcome("s") == "accepted 8");
    const auto green = house.join(table, "green");
    green->concede("c");
    CHECK(green->outcome("c") == "accepted 9");
    CHECK(green->answer("c")["type"] == "accepted");
    house.settle();
    CHECK(red->numbers().back() == 10);
}

TEST_CASE("the same id is another choice in another decision, and for another seat") {
    ScriptedStore store;
    House house(store);
    const Party party(house, 2);
    for (const auto& seat : {party.red, party.green, party.blue}) seat->throws("x", seat->last("request")["decision"].get<int>(), "rock");
    house.settle();
    CHECK(accepted(*party.red, "x") == Numbers{7});
    CHECK(accepted(*party.green, "x") == Numbers{8});
    CHECK(accepted(*party.blue, "x") == Numbers{11});
    party.red->throws("x", 4, "paper");
    house.settle();
    CHECK(accepted(*party.red, "x").size() == 2);
    CHECK(accepted(*party.red, "x").back() > 11);
}

TEST_CASE("the same id is another question of another kind") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->throws("x", 1, "rock");
    party.red->retract("x", 1);
    party.red->say("x", "one");
    party.red->say("x", "two");
    party.red->say("x", "two");
    party.red->offer_draw("x");
    house.settle();
    CHECK(accepted(*party.red, "x") == Numbers{7, 8, 9, 10, 10, 11});
}

TEST_CASE("without an id every message is a new one, and answered") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->say("", "one");
    party.red->say("", "one");
    house.settle();
    CHECK(party.red->all("accepted").size() == 2);
    CHECK(party.spectator->numbers().back() == 8);
}

TEST_CASE("a refusal is not remembered: the same id may try again") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->throws("a", 1, "lizard");
    party.red->throws("a", 1, "rock");
    house.settle();
    CHECK(party.red->all("rejected").size() == 1);
    CHECK(accepted(*party.red, "a") == Numbers{7});
}

TEST_CASE("a concession or draw offer that is sent again does nothing twice") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->offer_draw("o");
    party.red->offer_draw("o");
    party.green->answer_draw("n", false);
    party.green->answer_draw("n", false);
    party.red->concede("c");
    party.red->concede("c");
    house.settle();
    CHECK(accepted(*party.red, "o") == Numbers{7, 7});
    CHECK(accepted(*party.green, "n") == Numbers{8, 8});
    CHECK(accepted(*party.red, "c") == Numbers{9, 9});
    CHECK(party.spectator->numbers().back() == 10);
}
