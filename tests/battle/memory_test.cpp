// The bytes that battles take in memory, all together, and what happens when they take all that they may.
#include <algorithm>
#include <ranges>

#include "server/base/limits.hpp"
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// From now on nothing more may come into memory; or it may again.
void fill(House& house) {
    house.services.settings.change([&](server::Settings& each) { each.battle_bytes_max = 1; });
}
void empty(House& house) {
    house.services.settings.change([&](server::Settings& each) { each.battle_bytes_max = server::limits::battle_bytes_max; });
}

std::size_t bytes(const House& house) { return house.services.battle_bytes.bytes(); }

/// The refusal of one battle more; none: it was made.
std::optional<Code> refusal_of_creation(House& house) {
    protocol::Create message;
    message.ruleset = "rock-paper";
    message.setup = {{"rounds", 1}};
    const auto created = house.ask_for(message);
    return created ? std::nullopt : std::optional(created.error().code);
}

Table of_bots(House& house, int rounds) {
    protocol::Create message;
    message.ruleset = "rock-paper";
    message.setup = {{"rounds", rounds}};
    for (const auto* seat : {"red", "green", "blue"}) message.seats[seat].bot = protocol::Bot::best;
    return house.create(message);
}

bool ends_it(const std::string& text) { return text.contains("\"event\":\"battle_ended\""); }

/// All battles of this house rest, and leave.
void let_all_leave(House& house) {
    fill(house);
    CHECK(!house.ask_for({}));
    house.settle();
    empty(house);
    REQUIRE(house.lobby->size() == 0);
}

/// All but this one, which is in use.
void let_all_leave_but(House& house, const Party& party) {
    fill(house);
    party.red->say("full", "x");
    CHECK(party.red->outcome("full") == "server_busy");
    house.settle();
    empty(house);
    REQUIRE(house.lobby->size() == 1);
}

}  // namespace

TEST_CASE("battles are counted while they are in memory, and not a moment longer") {
    ScriptedStore store;
    House house(store);
    CHECK(bytes(house) == 0);
    const auto table = house.create();
    house.settle();
    const auto alone = bytes(house);
    CHECK(alone >= server::limits::battle_base_bytes);
    const auto red = house.join(table, "red");
    red->say("s", std::string(400, 'x'));
    CHECK(red->outcome("s").starts_with("accepted"));
    CHECK(bytes(house) >= alone + std::size_t(3) * 400);  // each seat has its own copy of what was said
    const auto before = bytes(house);
    Json orders = Json::array();
    for (int i = 0; i < 60; ++i) orders.push_back({{"for", "throw"}, {"play", {{"throw", "rock"}}}});
    red->order("o", orders);
    CHECK(red->outcome("o").starts_with("accepted"));
    CHECK(bytes(house) >= before + 60 * 100);
    red->order("none", Json::array());
    CHECK(red->outcome("none").starts_with("accepted"));
    CHECK(bytes(house) < before + 60 * 100);
    red->leave();
    house.settle();
    let_all_leave(house);
    CHECK(bytes(house) == 0);
}

TEST_CASE("a step that waits for the store is counted, and so are commands that wait for it") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    const auto before = bytes(house);
    store.hold();
    party.red->say("s", std::string(400, 'x'));
    house.settle();
    const auto storing = bytes(house);
    CHECK(storing >= before + 400);
    for (int i = 0; i < 10; ++i) party.red->say("w" + std::to_string(i), std::string(400, 'y'));
    house.settle();
    CHECK(bytes(house) >= storing + std::size_t(10) * 400);
    fill(house);
    party.red->say("late", std::string(400, 'y'));
    CHECK(party.red->outcome("late") == "server_busy");
    store.release();
    for (int i = 0; i < 10; ++i) CHECK(party.red->outcome("w" + std::to_string(i)) == "server_busy");
    CHECK(party.red->outcome("s").starts_with("accepted"));
    empty(house);
    party.red->say("again", "x");
    CHECK(party.red->outcome("again").starts_with("accepted"));
}

TEST_CASE("where battles take all the memory they may, those at rest leave first") {
    ScriptedStore store;
    House house(store);
    std::vector<Table> resting;
    for (std::size_t i = 0; i <= 2 * server::limits::battle_share; ++i) resting.push_back(house.create());
    const auto played = house.create();
    const auto red = house.join(played, "red");
    for (const auto& each : resting) house.watch(each)->leave();
    house.settle();
    house.services.settings.change([&](server::Settings& each) { each.battle_bytes_max = bytes(house); });
    red->say("s", "x");
    CHECK(red->outcome("s").starts_with("accepted"));
    house.settle();
    CHECK(house.lobby->existing(resting.front().battle) == nullptr);
    CHECK(house.lobby->existing(resting.back().battle) != nullptr);
    CHECK(house.lobby->existing(played.battle) != nullptr);
}

TEST_CASE("where all are in use nothing is made, read or added, and all of it can be done later") {
    ScriptedStore store;
    House house(store);
    const auto away = house.create();
    house.settle();
    let_all_leave(house);
    const Party party(house);
    fill(house);
    const auto full = bytes(house);
    CHECK(refusal_of_creation(house) == Code::server_busy);
    const auto reader = house.client(away);
    reader->follow("f");
    CHECK(reader->outcome("f") == "server_busy");
    party.red->throws("t", 1, "rock");
    CHECK(party.red->outcome("t") == "server_busy");
    party.red->say("s", "x");
    CHECK(party.red->outcome("s") == "server_busy");
    party.spectator->say("s", "x");
    CHECK(party.spectator->outcome("s") == "server_busy");
    party.red->order("o", Json::array());
    CHECK(party.red->outcome("o") == "server_busy");
    house.settle();
    CHECK(bytes(house) == full);
    CHECK(house.events(party.table).contains("battle_started"));  // to look costs nothing
    empty(house);
    reader->follow("f2");
    CHECK(reader->answer("f2")["type"] == "following");
    party.red->throws("t2", 1, "rock");
    CHECK(party.red->outcome("t2").starts_with("accepted"));
}

TEST_CASE("bots and standing orders wait where there is no memory for what they do; others go on, and so do they later") {
    constexpr std::size_t most = 1'200 * 1024;
    ScriptedStore store;
    House house(store);
    house.services.settings.change([&](server::Settings& each) { each.battle_bytes_max = most; });
    const Party ordered(house, 500);
    for (const auto& each : {ordered.red, ordered.green, ordered.blue}) {
        each->order("o", Json::array({{{"for", "throw"}, {"play", {{"throw", "rock"}}}}}), true);
        CHECK(each->outcome("o").starts_with("accepted"));
    }
    std::vector<ClientPtr> watching{ordered.spectator};
    for (int i = 0; i < 3; ++i) watching.push_back(house.watch(of_bots(house, 500)));
    house.settle();
    CHECK(bytes(house) > most / 4);
    CHECK(bytes(house) < most);
    for (const auto& each : watching) CHECK(!each->has_event("battle_ended"));
    const Party other(house);
    other.red->throws("t", 1, "rock");
    CHECK(other.red->outcome("t").starts_with("accepted"));
    empty(house);
    for (const auto& each : watching) house.until([&] { return std::ranges::any_of(each->texts | std::views::reverse | std::views::take(5), ends_it); });
}

TEST_CASE("the less memory is free the less one battle may take: a large one is not read and does not grow, and small ones go on") {
    ScriptedStore store;
    House house(store);
    const auto large = of_bots(house, 100);
    house.settle();
    let_all_leave(house);
    const Party small(house);
    const auto before = bytes(house);
    const auto reader = house.client(large);
    reader->follow("f");
    CHECK(reader->answer("f")["type"] == "following");
    house.settle_loads();
    const auto taken = bytes(house) - before;
    CHECK(taken > 60'000);
    reader->leave();
    house.settle();
    let_all_leave_but(house, small);
    house.services.settings.change([&](server::Settings& each) { each.battle_bytes_max = bytes(house) + 2 * taken; });
    reader->follow("again");
    CHECK(reader->outcome("again") == "server_busy");
    small.red->throws("t", 1, "rock");
    CHECK(small.red->outcome("t").starts_with("accepted"));
    house.services.settings.change([&](server::Settings& each) { each.battle_bytes_max = bytes(house) + 6 * taken; });
    reader->follow("then");
    CHECK(reader->answer("then")["type"] == "following");
}

TEST_CASE("clocks and endings go on where battles take all the memory they may, also of a battle that must be read first") {
    ScriptedStore store;
    House house(store);
    const Json clock{{"clock", {{"mode", "correspondence"}, {"per_decision", "PT1H"}}}};
    const auto begin = [&](const Table& table) {
        for (const auto* seat : {"red", "green", "blue"}) house.join(table, seat)->leave();
        house.settle();
    };
    const auto read_first = house.create(2, clock);
    begin(read_first);
    let_all_leave(house);
    const auto here = house.create(2, clock);
    begin(here);
    const auto watching = house.watch(here);
    const Party conceding(house);
    fill(house);
    conceding.red->concede("c");
    CHECK(conceding.red->outcome("c").starts_with("accepted"));
    house.pass(7'400'000);  // two rounds
    CHECK(watching->has_event("battle_ended"));
    house.pass(60'000);
    CHECK(house.lobby->existing(read_first.battle) == nullptr);
    empty(house);
    CHECK(house.watch(read_first)->has_event("battle_ended"));
}
