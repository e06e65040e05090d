// Sealed choices and seats' secrets: who sees what, and when.
#include <regex>

#include "protocol/verify.hpp"
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// What all may differ in between two battles: its name, its secret, the time.
std::string without_names(std::string text, const Table& table) {
    for (auto at = text.find(table.battle); at != std::string::npos; at = text.find(table.battle)) text.replace(at, table.battle.size(), "BATTLE");
    text = std::regex_replace(text, std::regex(R"re(\d{4}-\d\d-\d\dT[0-9:.]+Z)re"), "TIME");
    text = std::regex_replace(text, std::regex(R"re("commitment":"[0-9a-f]{64}")re"), "COMMITMENT");
    text = std::regex_replace(text, std::regex(R"re("generation":"[0-9a-f]{16}")re"), "GENERATION");
    text = std::regex_replace(text, std::regex(R"re("signature":"[0-9a-f]{128}")re"), "SIGNATURE");
    return std::regex_replace(text, std::regex(R"re("(chain|shown)":"[0-9a-f]{64}")re"), "CHAIN");
}

bool mentions(const Client& client, const std::string& word) {
    for (const auto& text : client.texts)
        if (text.find(word) != std::string::npos) return true;
    return false;
}

std::vector<Json> events_named(const Client& client, std::string_view name) {
    std::vector<Json> out;
    for (const auto& event : client.all("event"))
        if (event["event"].get<std::string>() == name) out.push_back(event);
    return out;
}

}  // namespace

TEST_CASE("a sealed choice shows others only that it was made") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    for (const auto& each : {party.red, party.green, party.blue, party.spectator}) each->texts.clear();
    party.green->throws("g", 2, "scissors");
    CHECK(party.green->outcome("g") == "accepted 7");
    house.settle();
    for (const auto& each : {party.red, party.blue, party.spectator}) {
        CHECK(each->last("event")["event"] == "decision_sealed");
        CHECK(each->last("event")["data"].dump() == R"({"decision":2,"seat":"green"})");
        CHECK(!mentions(*each, "scissors"));
    }
    CHECK(house.events(party.table).find("scissors") == std::string::npos);
    CHECK(house.events(party.table, party.table.tokens.at("red")).find("scissors") == std::string::npos);
    CHECK(house.record(party.table).dump().find("scissors") == std::string::npos);
}

TEST_CASE("what a choice would come to is told by what is open alone: whoever looks ahead hears nothing of what is sealed, and keeps no step") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto ahead = [&](const std::string& id) {
        party.green->preview(id, 2, {{"throw", "rock"}});
        auto answer = party.green->answer(id);
        answer.erase("id");
        return answer.dump();
    };
    const auto before = ahead("p1");
    CHECK(before == R"({"battle":")" + party.table.battle + R"(","choice":{"throw":"rock"},"decision":2,"type":"previewed"})");
    party.red->throws("r", 1, "scissors");
    party.red->answer("r");
    house.settle();
    CHECK(ahead("p2") == before);
    party.red->preview("p3", 2, {{"throw", "rock"}});
    CHECK(party.red->outcome("p3").starts_with("not_your_seat"));
    CHECK(!party.green->last("request").contains("pending"));
}

TEST_CASE("a seat's other windows learn what was sealed in one, and all of them that it is decided") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto window = house.join(party.table, "red");
    party.red->throws("r", 1, "scissors");
    party.red->answer("r");
    house.settle();
    CHECK(window->last("request")["pending"].dump() == R"({"throw":"scissors"})");
    CHECK(!party.red->last("request").contains("pending"));
    party.green->throws("g", 2, "rock");
    party.blue->throws("b", 3, "rock");
    party.blue->answer("b");
    house.settle();
    for (const auto& each : {party.red, window, party.green}) CHECK(each->all("request_closed").size() == 1);
    CHECK(party.spectator->all("request_closed").empty());
}

TEST_CASE("a seat's secret reaches that seat only: live, in its history and over HTTP") {
    ScriptedStore store;
    House house(store);
    const Party party(house, 1);
    party.red->throws("r", 1, "paper");
    party.green->throws("g", 2, "rock");
    party.blue->throws("b", 3, "rock");
    party.blue->answer("b");
    house.settle();
    const auto scores_of = [](const Client& client) {
        std::string out;
        for (const auto& event : events_named(client, "scored"))
            if (event["data"].contains("score")) out += event["data"]["seat"].get<std::string>() + " ";
        return out;
    };
    CHECK(scores_of(*party.red) == "red ");
    CHECK(scores_of(*party.green) == "green ");
    CHECK(scores_of(*party.blue) == "blue ");
    CHECK(scores_of(*party.spectator) == "");
    CHECK(scores_of(*house.join(party.table, "green")) == "green ");
    CHECK(scores_of(*house.watch(party.table)) == "");
    const auto http_scores = [&](const std::string& token) {
        const Json read = Json::parse(house.events(party.table, token));
        std::string out;
        for (const auto& event : read["events"])
            if (event["data"].contains("score")) out += event["data"]["seat"].get<std::string>() + " ";
        return out;
    };
    CHECK(http_scores(party.table.tokens.at("blue")) == "blue ");
    CHECK(http_scores("") == "");
    const Json record = house.record(party.table);
    CHECK(record.dump().find("\"score\"") == std::string::npos);
    CHECK(protocol::verify(protocol::read_record(record.dump()).value(), house.rulesets).holds);
}

TEST_CASE("a snapshot shows a seat its own secret and others none") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->throws("r", 1, "scissors");
    party.red->answer("r");
    const auto seat = house.client(party.table);
    seat->follow("s", party.table.tokens.at("red"), 0, true);
    seat->answer("s");
    house.settle();
    CHECK(seat->last("snapshot")["state"].contains("score"));
    CHECK(seat->all("event").empty());
    CHECK(seat->last("request")["pending"]["throw"] == "scissors");
    const auto spectator = house.client(party.table);
    spectator->follow("s", {}, 0, true);
    spectator->answer("s");
    house.settle();
    CHECK(!spectator->last("snapshot")["state"].contains("score"));
    CHECK(!mentions(*spectator, "scissors"));
}

TEST_CASE("two battles that differ only in what is sealed look the same to everybody else, byte for byte, until the reveal") {
    std::vector<std::vector<std::string>> seen;
    for (const auto* hand : {"rock", "paper", "scissors"}) {
        ScriptedStore store;
        House house(store);
        const Party party(house);
        party.green->throws("1", 2, hand);
        party.green->answer("1");
        party.blue->throws("2", 3, "rock");
        party.blue->answer("2");
        party.green->retract("3", 2);
        party.green->answer("3");
        party.green->throws("4", 2, hand);
        party.green->answer("4");
        party.red->say("5", "hurry up");
        party.red->answer("5");
        house.settle();
        std::vector<std::string> all;
        const auto keep = [&](const std::string& text) { all.push_back(without_names(text, party.table)); };
        const auto late_seat = house.join(party.table, "blue");
        const auto late_spectator = house.watch(party.table);
        for (const auto& each : {party.red, party.blue, party.spectator, late_seat, late_spectator})
            for (const auto& text : each->texts)
                if (text.find("\"presence\"") == std::string::npos) keep(text);
        keep(house.events(party.table));
        keep(house.events(party.table, party.table.tokens.at("red")));
        keep(house.record(party.table).dump());
        seen.push_back(std::move(all));
    }
    CHECK(seen[0] == seen[1]);
    CHECK(seen[0] == seen[2]);
    CHECK(seen[0].size() > 40);
}

TEST_CASE("a server that was started anew goes on with what lies in the box") {
    ScriptedStore store;
    Table table;
    {
        House house(store);
        const Party party(house, 1);
        table = party.table;
        party.red->throws("r", 1, "scissors");
        party.blue->throws("b", 3, "paper");
        party.blue->answer("b");
    }
    House house(store);
    const auto red = house.join(table, "red");
    CHECK(red->last("request")["pending"]["throw"] == "scissors");
    CHECK(red->numbers().size() == 8);
    const auto spectator = house.watch(table);
    CHECK(!mentions(*spectator, "scissors"));
    red->throws("again", 1, "rock");
    CHECK(red->outcome("again") == "stale_decision");
    red->retract("back", 1);
    CHECK(red->outcome("back") == "accepted 9");
    red->throws("new", 1, "rock");
    CHECK(red->outcome("new") == "accepted 10");
    const auto green = house.join(table, "green");
    green->throws("g", 2, "paper");
    CHECK(green->outcome("g") == "accepted 12");
    house.settle();
    CHECK(spectator->has_event("battle_ended"));
    const auto chosen = events_named(*spectator, "chosen");
    REQUIRE(chosen.size() == 3);
    CHECK(chosen[0]["data"]["choice"]["throw"] == "rock");
    CHECK(chosen[2]["data"]["choice"]["throw"] == "paper");
    CHECK(protocol::verify(protocol::read_record(house.record(table).dump()).value(), house.rulesets).holds);
}

TEST_CASE("players' talk stays among players and spectators' among spectators, with the same numbers for all") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->say("1", "a plot");
    party.red->answer("1");
    party.spectator->say("2", "a bet");
    party.spectator->answer("2");
    house.settle();
    CHECK(mentions(*party.green, "a plot"));
    CHECK(!mentions(*party.green, "a bet"));
    CHECK(mentions(*party.spectator, "a bet"));
    CHECK(!mentions(*party.spectator, "a plot"));
    CHECK(party.green->numbers() == party.spectator->numbers());
    CHECK(house.record(party.table).dump().find("a plot") == std::string::npos);
}
