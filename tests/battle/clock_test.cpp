// Deadlines, time-outs, credits and claims; time passes when the test says so.
#include "rules/systems.hpp"
#include "server/base/limits.hpp"
#include "tests/battle/clocked.hpp"

namespace muster::test {

namespace {

std::string deadline_of(const ClientPtr& client) { return client->last("request")["deadline"].get<std::string>(); }

std::vector<std::string> events_of(const ClientPtr& client, std::int64_t after) {
    std::vector<std::string> out;
    for (const auto& event : client->all("event"))
        if (event["seq"].get<std::int64_t>() > after) out.push_back(event["event"].get<std::string>());
    return out;
}

const Json* chosen_by(const std::vector<Json>& events, const std::string& seat) {
    for (const auto& event : events)
        if (event["event"] == "chosen" && event["data"]["seat"] == seat) return &event["data"];
    return nullptr;
}

/// A battle of two, attacker and defender, whose first decision is the attacker's alone or both seats'.
Table duel(House& house, const std::string& ruleset, const Json& options) {
    protocol::Create message;
    message.ruleset = ruleset;
    message.setup = rules::shipped_rulesets().find(ruleset)->catalog().at("example");
    message.options = read_fields<protocol::CreateOptions>(options, Code::bad_message).value();
    return house.create(message);
}

}  // namespace

TEST_CASE("who takes the last seat is there when the clocks are told: nobody may claim it") {
    ScriptedStore store;
    House house(store);
    const Clocked party(house, live);
    for (const auto* seat : {"red", "green", "blue"}) CHECK(!clock_of(party.red, seat).contains("claimable_at"));
}

TEST_CASE("whose time runs out plays the default, marked as timed out, and the battle goes on") {
    ScriptedStore store;
    House house(store);
    const Clocked party(house, by_letter);
    party.red->throws("r", 1, "paper");
    party.green->throws("g", 2, "paper");
    house.pass(10 * hour - 1);
    CHECK(!party.spectator->has_event("chosen"));
    house.pass(1);
    const auto events = party.spectator->all("event");
    REQUIRE(chosen_by(events, "blue"));
    CHECK((*chosen_by(events, "blue"))["choice"]["throw"] == "rock");
    CHECK((*chosen_by(events, "blue"))["timed_out"] == true);
    CHECK(!chosen_by(events, "red")->contains("timed_out"));
    CHECK(party.blue->last("request")["decision"] == 6);
    CHECK(deadline_of(party.blue) == "2027-01-16T04:00:00.000Z");
}

TEST_CASE("who chooses after the deadline comes too late, even before anybody looked at the clock") {
    ScriptedStore store;
    House house(store);
    const Clocked party(house, by_letter);
    house.pass(10 * hour - second);
    house.clock.pass(second);
    party.red->throws("late", 1, "paper");
    CHECK(party.red->outcome("late") == "stale_decision");
    CHECK(party.spectator->has_event("chosen"));
}

TEST_CASE("what the server's absence took is given back, and everybody is told") {
    ScriptedStore store;
    Table table;
    std::string before;
    std::int64_t head = 0;
    std::int64_t now = 0;
    {
        House house(store);
        const Clocked party(house, by_letter);
        table = party.table;
        before = deadline_of(party.red);
        head = party.red->numbers().back();
        house.pass(5 * second);  // a sign of life
        now = house.clock.now_ms();
    }
    House house(store, House::for_ever, now + 30 * hour);
    house.pass(0);
    const auto red = house.join(table, "red");
    CHECK(events_of(red, head) == std::vector<std::string>{"clock_credited"});
    CHECK(red->all("event").back()["data"] == Json{{"milliseconds", 30 * hour}, {"seats", {"red", "green", "blue"}}});
    CHECK(before == "2027-01-15T18:00:00.000Z");
    CHECK(deadline_of(red) == "2027-01-17T00:00:00.000Z");
    house.pass(9 * hour);
    CHECK(!red->has_event("chosen"));
    house.pass(1 * hour);
    CHECK(red->has_event("chosen"));
}

TEST_CASE("a stop of the machine takes from a bank no more than a moment, however short or long it was") {
    for (const auto stop : {2 * second, 4 * second, 5 * second, minute})
        for (const bool looked : {true, false}) {
            ScriptedStore store;
            House house(store);
            const Clocked party(house, live);
            house.clock.pass(stop);
            if (looked) house.waker.tick();
            house.settle();
            for (const auto& [client, decision] : {std::pair{party.red, 1}, {party.green, 2}, {party.blue, 3}}) client->throws("x", decision, "rock");
            house.settle();
            CHECK(clock_of(party.red, "red")["bank_ms"] == 65 * second - server::ServerTime::still_max.count());
        }
}

TEST_CASE("when somebody sets the time of day, deadlines move with it, both ways") {
    ScriptedStore store;
    House house(store);
    const Clocked party(house, by_letter);
    house.clock.jump(48 * hour);
    house.pass(1 * hour);
    CHECK(!party.red->has_event("chosen"));
    CHECK(deadline_of(party.red) == "2027-01-17T18:00:00.000Z");
    house.clock.jump(-48 * hour);
    house.pass(1 * hour);
    CHECK(deadline_of(party.red) == "2027-01-15T18:00:00.000Z");
    house.pass(7 * hour);
    CHECK(!party.red->has_event("chosen"));
    house.pass(1 * hour);
    CHECK(party.red->has_event("chosen"));
}

TEST_CASE("a battle that nobody looks at is woken when its time has come, after a restart too") {
    ScriptedStore store;
    Table table;
    {
        House house(store, std::chrono::milliseconds(0));
        Clocked party(house, by_letter, 1);
        table = party.table;
        for (const auto& client : {party.red, party.green, party.blue, party.spectator}) client->leave();
        house.until([&] { return house.lobby->size() == 0; });
        house.pass(6 * second);
    }
    House house(store, House::for_ever, 1'800'000'000'000 + 6 * second);
    house.pass(10 * hour);
    house.until([&] { return house.record(table)["outcome"].is_object(); });
    CHECK(house.record(table)["outcome"]["reason"] == "points");
}

TEST_CASE("a seat that is gone can be claimed when its allowance is over, and not while it is here") {
    ScriptedStore store;
    House house(store);
    const Table table = duel(house, "advanced-combat", {{"clock", {{"mode", "live"}, {"bank", "PT1H"}, {"disconnected", "PT30S"}}}});
    const auto attacker = house.join(table, "attacker");
    const auto defender = house.join(table, "defender");
    defender->claim("early");
    CHECK(defender->answer("early")["message"] == "the other player is here");
    attacker->leave();
    house.settle();
    house.pass(29 * second);
    defender->claim("soon");
    CHECK(defender->answer("soon")["message"] == "the other player can still come back until 2027-01-15T08:00:30.000Z");
    house.pass(1 * second);
    defender->claim("now");
    CHECK(defender->outcome("now").starts_with("accepted"));
    house.settle();
    CHECK(house.record(table)["outcome"]["winner"] == "defender");
    CHECK(house.record(table)["outcome"]["reason"] == "abandoned");
}

TEST_CASE("a store that fails at a deadline is asked again, and nobody is told before it is durable") {
    ScriptedStore store;
    House house(store);
    const Clocked party(house, by_letter);
    house.pass(10 * hour - second);
    store.fail_appends(1);
    house.pass(second);
    CHECK(!party.red->has_event("chosen"));
    house.pass(5 * second);
    house.until([&] { return party.red->has_event("chosen"); });
}

}  // namespace muster::test
