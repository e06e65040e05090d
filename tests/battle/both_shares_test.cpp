// Both seats' shares of the next dice: one step and one commit, whenever both come at about the same time, and nobody is worse off for it.
#include "protocol/ladder.hpp"
#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "server/battle/codec.hpp"
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;
using protocol::Ladder;

namespace {

/// Two people in a battle with shared dice, at its first roll; the store holds what comes from then on.
struct AtTheDice {
    explicit AtTheDice(Json options = Json::object(), const char* bot_seat = nullptr) {
        house.services.settings.change([&](server::Settings& each) { each.share_wait = House::for_ever; });
        protocol::Create message;
        message.ruleset = "advanced-combat";
        message.setup = rules::shipped_rulesets().find(message.ruleset)->catalog().at("example");
        options["dice"] = "shared";
        message.options = read_fields<protocol::CreateOptions>(options, Code::bad_message).value();
        if (bot_seat) message.seats[bot_seat] = {protocol::Bot::listed, false};
        table = house.create(message);
        const auto stored = store.load(table.battle);
        start = server::BattleCodec::read(**stored, house.services.surroundings(), house.time.now(), [] { return false; })->state->fold().chain().start();
        for (const auto& [name, token] : table.tokens)
            if (name != (bot_seat ? bot_seat : "")) sit_down(name);
        while (house.settle(), request(people.begin()->first)["kind"] != "share") choose();
        store.hold();
    }
    ~AtTheDice() { store.release(); }  // what it holds reports to the house
    AtTheDice(const AtTheDice&) = delete;
    AtTheDice& operator=(const AtTheDice&) = delete;

    struct Person {
        ClientPtr client;
        Ladder ladder;
        std::int64_t chosen = 0;
    };

    void sit_down(const std::string& name) {
        const Ladder ladder(start, name, protocol::Hash{static_cast<std::uint8_t>(people.size() + 1)});
        const auto client = house.client(table);
        house.port(table.battle)
            ->follow(client, "join",
                     {.battle = table.battle,
                      .token = table.tokens.at(name),
                      .ladder = protocol::to_hex(protocol::bytes_of(ladder.foot())),
                      .start = protocol::to_hex(protocol::bytes_of(start))});
        people.insert_or_assign(name, Person{client, ladder});
        REQUIRE(client->answer("join")["viewer"] == name);
    }
    /// Null: it was asked nothing yet.
    Json request(const std::string& name) {
        const auto all = people.at(name).client->all("request");
        return all.empty() ? Json() : all.back();
    }
    void choose() {
        for (auto& [name, person] : people) {
            const Json asked = request(name);
            if (asked.is_null() || asked["kind"] == "share" || asked["decision"] == person.chosen) continue;
            person.chosen = asked["decision"];
            const auto id = "c" + std::to_string(person.chosen);
            person.client->choose(id, person.chosen, "default");
            REQUIRE(person.client->outcome(id).starts_with("accepted"));
        }
    }
    Json share(const std::string& name) {
        const auto rung = people.at(name).ladder.rung(request(name)["options"]["step"].get<int>());
        return {{"share", protocol::to_hex(protocol::bytes_of(rung))}};
    }
    void give(const std::string& name, const std::string& id) { people.at(name).client->choose(id, request(name)["decision"], share(name)); }
    const ClientPtr& client(const std::string& name) { return people.at(name).client; }
    bool dice_fell(const std::string& name) { return client(name)->has_event("rolled"); }
    std::string judged() {
        client("attacker")->concede("end");
        CHECK(client("attacker")->outcome("end").starts_with("accepted"));
        house.settle();
        const auto verdict = protocol::verify(protocol::read_record(house.record(table).dump()).value(), house.rulesets);
        return verdict.holds ? "holds" : verdict.path + ": " + verdict.message;
    }

    ScriptedStore store{};
    House house{store};
    Table table{};
    protocol::Hash start{};
    std::map<std::string, Person> people{};
};

}  // namespace

TEST_CASE("both shares are one step: nobody hears of either before it is durable") {
    AtTheDice battle;
    battle.give("attacker", "a");
    battle.house.settle();
    CHECK(battle.store.held() == 0);
    battle.give("defender", "d");
    battle.house.settle();
    CHECK(battle.store.held() == 1);
    CHECK(!battle.dice_fell("attacker"));
    battle.store.release();
    CHECK(battle.client("attacker")->outcome("a").starts_with("accepted"));
    CHECK(battle.client("defender")->outcome("d").starts_with("accepted"));
    CHECK(battle.dice_fell("attacker"));
    CHECK(battle.store.load(battle.table.battle).value()->sealed.empty());
    CHECK(battle.judged() == "holds");
}

TEST_CASE("a share whose other half does not come is stored by itself after a moment") {
    AtTheDice battle;
    battle.house.services.settings.change([&](server::Settings& each) { each.share_wait = server::limits::share_wait; });
    battle.give("defender", "d");
    battle.house.until([&] { return battle.store.held() == 1; });
    battle.store.release();
    CHECK(battle.client("defender")->outcome("d").starts_with("accepted"));
    CHECK(battle.store.load(battle.table.battle).value()->sealed.size() == 1);
    battle.give("attacker", "a");
    CHECK(battle.client("attacker")->outcome("a").starts_with("accepted"));
    CHECK(battle.dice_fell("defender"));
    CHECK(battle.judged() == "holds");
}

TEST_CASE("a share waits for nobody who is not there, and not while one's own time is short") {
    AtTheDice away;
    away.client("attacker")->leave();
    away.house.settle();
    away.give("defender", "d");
    away.house.settle();
    CHECK(away.store.held() == 1);

    AtTheDice in_a_hurry({{"clock", {{"mode", "live"}, {"bank", "PT10S"}}}});
    in_a_hurry.house.clock.pass(1);
    in_a_hurry.give("defender", "d");
    in_a_hurry.house.settle();
    CHECK(in_a_hurry.store.held() == 1);
}

TEST_CASE("whatever else comes finds the share carried out before it") {
    AtTheDice battle;
    battle.give("attacker", "a");
    battle.client("attacker")->say("s", "go on");
    battle.house.settle();
    CHECK(battle.store.held() == 1);
    battle.store.release();
    CHECK(battle.client("attacker")->outcome("s").starts_with("accepted"));
    const auto ids = battle.client("attacker")->ids();
    CHECK(std::ranges::find(ids, "a") < std::ranges::find(ids, "s"));
    battle.give("defender", "d");
    CHECK(battle.client("defender")->outcome("d").starts_with("accepted"));
    CHECK(battle.judged() == "holds");
}

TEST_CASE("a share that is wrong takes nothing from the other") {
    for (const std::string wrong : {"attacker", "defender"}) {
        CAPTURE(wrong);
        AtTheDice battle;
        const std::string right = wrong == "attacker" ? "defender" : "attacker";
        const auto says_wrong = [&] { battle.client(wrong)->choose("w", battle.request(wrong)["decision"], battle.share(right)); };
        if (wrong == "attacker") says_wrong();
        battle.give(right, "r");
        if (wrong == "defender") says_wrong();
        battle.store.release();
        CHECK(battle.client(wrong)->outcome("w") == "illegal_choice");
        battle.give(wrong, "again");
        CHECK(battle.client(right)->outcome("r").starts_with("accepted"));
        CHECK(battle.client(wrong)->outcome("again").starts_with("accepted"));
        CHECK(battle.dice_fell(right));
        CHECK(battle.judged() == "holds");
    }
}

TEST_CASE("if both cannot be stored both are refused, nothing is changed, and both may send theirs again") {
    AtTheDice battle;
    battle.store.release();
    battle.store.fail_appends(1);
    battle.give("attacker", "a");
    battle.give("defender", "d");
    CHECK(battle.client("attacker")->outcome("a") == "server_busy");
    CHECK(battle.client("defender")->outcome("d") == "server_busy");
    CHECK(!battle.dice_fell("attacker"));
    battle.give("attacker", "a2");
    battle.give("defender", "d2");
    CHECK(battle.client("attacker")->outcome("a2").starts_with("accepted"));
    CHECK(battle.client("defender")->outcome("d2").starts_with("accepted"));
    CHECK(battle.judged() == "holds");
}

TEST_CASE("if nobody knows what became of both, it is looked up, and both hear the same") {
    for (const bool kept : {true, false}) {
        CAPTURE(kept);
        AtTheDice battle;
        battle.store.release();
        battle.store.doubt_append(kept);
        battle.give("attacker", "a");
        battle.give("defender", "d");
        for (const auto& [name, id] : {std::pair{"attacker", "a"}, std::pair{"defender", "d"}})
            CHECK(battle.client(name)->outcome(id).starts_with(kept ? "accepted" : "server_busy"));
        battle.house.settle_loads();
        CHECK(battle.dice_fell("attacker") == kept);
    }
}

TEST_CASE("a share that is sent twice while it waits is answered only when it is durable") {
    AtTheDice battle;
    battle.give("attacker", "a");
    battle.give("attacker", "a");
    battle.house.settle();
    CHECK(battle.store.held() == 1);
    const auto ids = battle.client("attacker")->ids();
    CHECK(std::ranges::find(ids, "a") == ids.end());
    battle.store.release();
    CHECK(battle.client("attacker")->outcome("a").starts_with("accepted"));
    battle.house.settle();
    const auto after = battle.client("attacker")->ids();
    CHECK(std::ranges::count(after, "a") == 2);
}

TEST_CASE("a bot's share goes with that of whoever it plays against") {
    AtTheDice battle(Json::object(), "defender");
    CHECK(battle.store.load(battle.table.battle).value()->sealed.empty());
    battle.give("attacker", "a");
    battle.house.settle();
    CHECK(battle.store.held() == 1);
    battle.store.release();
    CHECK(battle.client("attacker")->outcome("a").starts_with("accepted"));
    CHECK(battle.dice_fell("attacker"));
    CHECK(battle.judged() == "holds");
}

TEST_CASE("a share that waits when the server goes down is refused, and may be sent to the next") {
    AtTheDice battle;
    battle.give("attacker", "a");
    battle.house.settle();
    battle.house.services.stopping = true;
    battle.house.lobby->stop();
    CHECK(battle.client("attacker")->outcome("a") == "server_busy");
    CHECK(battle.store.held() == 0);
}
