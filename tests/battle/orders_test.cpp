// Standing orders: private until used, shown as such when used, and as durable as anything else.
#include "protocol/verify.hpp"
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;

namespace {

Json throws_always(const char* hand) { return Json::array({{{"for", "throw"}, {"play", {{"throw", hand}}}}}); }

bool mentions(const Client& client, const std::string& word) {
    for (const auto& text : client.texts)
        if (text.find(word) != std::string::npos) return true;
    return false;
}

/// The data of the events of that name.
std::vector<Json> told(const Client& client, std::string_view name) {
    std::vector<Json> out;
    for (const auto& event : client.all("event"))
        if (event["event"].get<std::string>() == name) out.push_back(event["data"]);
    return out;
}

/// The first round of rock-paper, by hand: decisions 1 to 3.
void first_round(House& house, const Party& party) {
    party.red->throws("r1", 1, "rock");
    party.green->throws("g1", 2, "rock");
    party.blue->throws("b1", 3, "rock");
    party.blue->answer("b1");
    house.settle();
}

}  // namespace

TEST_CASE("orders decide later decisions, not the one that is open; used, they are shown as standing") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->order("o", throws_always("scissors"));
    CHECK(party.red->outcome("o") == "accepted 6");
    house.settle();
    CHECK(told(*party.spectator, "decision_sealed").empty());
    first_round(house, party);
    CHECK(told(*party.spectator, "decision_sealed").back().dump() == R"({"decision":4,"seat":"red"})");
    CHECK(party.red->last("request")["pending"] == Json{{"throw", "scissors"}});
    party.green->throws("g2", 5, "rock");
    party.blue->throws("b2", 6, "paper");
    party.blue->answer("b2");
    house.settle();
    const auto chosen = told(*party.spectator, "chosen");
    REQUIRE(chosen.size() == 6);
    CHECK(chosen[0].dump() == R"({"choice":{"throw":"rock"},"decision":1,"kind":"throw","seat":"red"})");
    CHECK(chosen[3].dump() == R"({"choice":{"throw":"scissors"},"decision":4,"kind":"throw","seat":"red","standing":true})");
    CHECK(!chosen[4].contains("standing"));
    const Json record = house.record(party.table);
    CHECK(protocol::verify(protocol::read_record(record.dump()).value(), house.rulesets).holds);
    CHECK(record.dump().find(R"("standing":true)") != std::string::npos);
}

TEST_CASE("nobody but the seat sees its orders, on any path, before they are used and before the reveal") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto window = house.join(party.table, "red");
    for (const auto& each : {party.red, party.green, party.blue, party.spectator}) each->texts.clear();
    party.red->order("o", throws_always("scissors"), true);
    party.red->answer("o");
    house.settle();
    CHECK(mentions(*window, "scissors"));  // the seat's other window
    for (const auto& each : {party.green, party.blue, party.spectator}) {
        CHECK(!mentions(*each, "scissors"));
        CHECK(!mentions(*each, "\"orders\""));
        CHECK(!mentions(*each, "standing"));
    }
    for (const auto& token : {std::string(), party.table.tokens.at("green")}) CHECK(house.events(party.table, token).find("scissors") == std::string::npos);
    CHECK(house.record(party.table).dump().find("scissors") == std::string::npos);
    party.green->tell_orders("a");
    CHECK(party.green->answer("a")["orders"].empty());
    party.spectator->tell_orders("s");
    CHECK(party.spectator->outcome("s") == "not_your_seat");
    party.spectator->order("t", throws_always("rock"));
    CHECK(party.spectator->outcome("t") == "not_your_seat");
}

TEST_CASE("what orders chose can be taken back, and then the decision is the seat's") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->order("o", throws_always("paper"), true);
    party.red->answer("o");
    house.settle();
    party.red->retract("t", 1);
    CHECK(party.red->outcome("t").starts_with("accepted"));
    house.settle();
    CHECK(told(*party.spectator, "decision_sealed").size() == 1);  // they do not choose it again
    CHECK(!party.red->last("request").contains("pending"));
    first_round(house, party);
    const auto chosen = told(*party.spectator, "chosen");
    REQUIRE(chosen.size() == 3);
    CHECK(!chosen[0].contains("standing"));
    CHECK(told(*party.spectator, "decision_sealed").back()["decision"] == 4);  // the next one is theirs again
}

TEST_CASE("orders and what they have chosen outlive the server") {
    ScriptedStore store;
    Table table;
    {
        House house(store);
        const Party party(house, 3);
        table = party.table;
        party.red->order("o", throws_always("paper"), true);
        party.red->answer("o");
        house.settle();
    }
    House house(store);
    const auto red = house.join(table, "red");
    const auto green = house.join(table, "green");
    const auto blue = house.join(table, "blue");
    red->tell_orders("q");
    CHECK(red->answer("q")["orders"] == throws_always("paper"));
    green->throws("g1", 2, "rock");
    blue->throws("b1", 3, "rock");
    blue->answer("b1");
    house.settle();
    CHECK(told(*green, "chosen")[0]["standing"] == true);
    CHECK(told(*green, "decision_sealed").back()["decision"] == 4);
}

TEST_CASE("orders that could not be stored are not kept, and said to be so") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    store.fail_appends(1);
    party.red->order("o", throws_always("paper"), true);
    CHECK(party.red->outcome("o") == "server_busy");
    party.red->tell_orders("q");
    CHECK(party.red->answer("q")["orders"].empty());
}

TEST_CASE("when all seats leave orders the battle goes on to its end by itself") {
    ScriptedStore store;
    House house(store);
    const Party party(house, 40);
    for (const auto& each : {party.red, party.green, party.blue}) {
        each->order("o", Json::array({{{"for", "*"}, {"play", "default"}}}), true);
        each->answer("o");
    }
    house.until([&] { return party.spectator->has_event("battle_ended"); });
    CHECK(told(*party.spectator, "chosen").size() == 120);
    for (const auto& chosen : told(*party.spectator, "chosen")) CHECK(chosen["standing"] == true);
    party.red->order("late", Json::array());
    CHECK(party.red->outcome("late") == "battle_over");
}
