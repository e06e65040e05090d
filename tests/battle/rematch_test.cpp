// The same battle once more: who wants it how, what is made when all do, and what the store, the seats and the others get of it.
#include "protocol/ids.hpp"
#include "tests/battle/house.hpp"
#include "tests/battle/one_battle.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

const std::string reds(32, 'r'), greens(32, 'g'), blues(32, 'b'), others(32, 'x');
const std::map<std::string, std::string> drawn_by{{"red", reds}, {"green", greens}, {"blue", blues}};

/// Rock-paper that is over.
struct EndedBattle : OneBattle {
    explicit EndedBattle(const Json& options = Json::object()) : OneBattle(options) { REQUIRE(apply(CloseBattle{})); }
    explicit EndedBattle(const protocol::Create& message) : OneBattle(message, nullptr) {
        all_sit_down();
        REQUIRE(apply(CloseBattle{}));
    }

    /// As the actor does it: where the message is the last that was missing, the new battle is made before it is carried out.
    BattleState::Applied want(const std::string& seat, bool swap = false, const std::string& token = {}) {
        auto message = wish(seat, swap, token);
        if (state->rematch_due(message)) {
            static const rules::Rulesets known({&rock_paper()});
            const auto terms = state->rematch_terms(swap);
            REQUIRE_MESSAGE(terms, terms.error().message);
            message.drawn = std::make_shared<const std::expected<NewBattle, Refusal>>(new_battle(*terms, {known, test_key()}, now));
            REQUIRE_MESSAGE(*message.drawn, message.drawn->error().message);
        }
        return apply(message);
    }
    FromSeat wish(const std::string& seat, bool swap = false, const std::string& token = {}) const {
        return {{.token = tokens.at(seat)}, "r", protocol::Rematch{"", swap, token.empty() ? drawn_by.at(seat) : token}};
    }
    std::string wants(const std::string& seat, bool swap = false, const std::string& token = {}) { return outcome(want(seat, swap, token)); }
    std::string takes_back(const std::string& seat, const std::string& id = {}) { return tell(seat, protocol::WithdrawRematch{}, id); }
    Json data_of_last() const { return Json::parse(text_of(history.head()))["data"]; }
    /// All that a store would have of it.
    std::string kept() const {
        std::string out;
        for (const auto& each : stored.kept) out += each.seat + " " + each.name + " " + each.value + "\n";
        for (const auto& each : stored.steps) out += each.events + each.inputs + each.answers;
        return out;
    }
};

/// Who may sit where in the new battle, by the tokens that were drawn.
std::map<std::string, std::string> seats_of(const storage::Beginning& battle) {
    std::map<std::string, std::string> out;
    for (const auto& each : battle.seats)
        for (const auto& [seat, token] : drawn_by)
            if (each.token_hash == SeatTokens::hash_of(token)) out[seat] = each.seat;
    return out;
}

using Seats = std::map<std::string, std::string>;

}  // namespace

TEST_CASE("when all people want it the battle is made once more, in the step that says so, and each has the seat that he had") {
    EndedBattle battle({{"title", "At the ford"}, {"visibility", "unlisted"}, {"confirm", true}});
    const auto head = battle.history.head();
    CHECK(battle.wants("red") == "accepted " + std::to_string(head + 1));
    CHECK(battle.data_of_last() == Json{{"seat", "red"}, {"swap", false}});
    CHECK(battle.wants("blue") == "accepted " + std::to_string(head + 2));
    const auto made = battle.want("green");
    REQUIRE(made);
    REQUIRE(made->step.begins);
    const auto& header = made->step.begins->header;
    CHECK(OneBattle::answer(made) == Json{{"type", "invitation"}, {"id", "r"}, {"battle", header.id}, {"seat", "green"}, {"token", greens}});
    CHECK(battle.data_of_last() == Json{{"battle", header.id}, {"swap", false}});
    CHECK(battle.events(head) == Names{"rematch_wanted", "rematch_wanted", "rematch_made"});
    CHECK(seats_of(*made->step.begins) == Seats{{"red", "red"}, {"green", "green"}, {"blue", "blue"}});
    const auto& before = battle.stored.header;
    CHECK(header.ruleset == before.ruleset);
    CHECK(header.title == "At the ford");
    CHECK(header.visibility == "unlisted");
    CHECK(header.setup == before.setup);
    CHECK(header.options == before.options);
}

TEST_CASE("id, secret and commitment of the new battle are drawn anew, and no token is in what is stored or told") {
    EndedBattle battle;
    battle.want("red");
    battle.want("green");
    const auto made = battle.want("blue");
    REQUIRE(made);
    const auto& header = made->step.begins->header;
    CHECK(header.id != battle.stored.header.id);
    CHECK(header.server_seed.size() == 32);
    CHECK(header.server_seed != battle.stored.header.server_seed);
    CHECK(header.commitment == protocol::to_hex(protocol::bytes_of(protocol::sha256(header.server_seed))));
    const auto& first = made->step.begins->first;
    for (const auto& [seat, token] : drawn_by) {
        CHECK(!battle.kept().contains(token));
        CHECK(!(first.events + first.inputs + header.options).contains(token));
        for (std::int64_t seq = 1; seq <= battle.history.head(); ++seq) CHECK(!battle.text_of(seq, {battle.seat(seat)}).contains(token));
    }
    for (const auto& [seat, token] : battle.tokens)
        for (const auto& each : made->step.begins->seats) CHECK(each.token_hash != SeatTokens::hash_of(token));
    CHECK(!battle.kept().contains(protocol::to_hex(header.server_seed)));
}

TEST_CASE("with swap each player gets the next seat; who wants it otherwise makes none, until he asks as the others did") {
    EndedBattle battle;
    battle.want("red", true);
    battle.want("green", true);
    CHECK(battle.wants("blue").starts_with("accepted"));
    CHECK(battle.events().back() == "rematch_wanted");
    const auto made = battle.want("blue", true);
    REQUIRE(made);
    REQUIRE(made->step.begins);
    CHECK(seats_of(*made->step.begins) == Seats{{"red", "green"}, {"green", "blue"}, {"blue", "red"}});
    CHECK(OneBattle::answer(made)["seat"] == "red");
    CHECK(battle.data_of_last()["swap"] == true);
}

TEST_CASE("the server's own players want what the people do, keep their policy, and change their seats with them") {
    auto message = rock_paper_wanted();
    message.seats["green"].bot = protocol::Bot::listed;
    message.seats["blue"].bot = protocol::Bot::random;
    for (const bool swap : {false, true}) {
        EndedBattle battle(message);
        const auto made = battle.want("red", swap);
        REQUIRE(made);
        REQUIRE(made->step.begins);
        const auto bots = Json::parse(made->step.begins->header.options)["bots"];
        CHECK(bots == (swap ? Json{{"blue", "listed"}, {"red", "random"}} : Json{{"green", "listed"}, {"blue", "random"}}));
        CHECK(seats_of(*made->step.begins) == Seats{{"red", swap ? "green" : "red"}});
        CHECK(battle.events().back() == "rematch_made");
    }
}

TEST_CASE("what is wanted outlives the server, and so does the word of what was made") {
    EndedBattle battle;
    battle.want("red");
    battle.want("green");
    battle.reload();
    const auto seq = battle.history.head();
    CHECK(battle.wants("green") == "accepted " + std::to_string(seq));
    CHECK(battle.history.head() == seq);
    const auto made = battle.want("blue");
    REQUIRE(made);
    REQUIRE(made->step.begins);
    CHECK(seats_of(*made->step.begins).size() == 3);
    battle.reload();
    const auto again = battle.want("red", true, others);  // there is no second one, however it is asked for
    REQUIRE(again);
    CHECK(!again->stores);
    REQUIRE(again->elsewhere);
    CHECK(again->elsewhere->battle == made->step.begins->header.id);
    CHECK(std::get<ComeFromBefore>(again->elsewhere->command).seat == battle.seat("red"));
    CHECK(battle.takes_back("red") == "illegal_choice");
}

TEST_CASE("what is taken back counts no longer, and taken back again by the same message it is the same answer") {
    EndedBattle battle;
    CHECK(battle.takes_back("red") == "illegal_choice");
    battle.want("red");
    const auto taken = battle.takes_back("red", "w");
    CHECK(taken.starts_with("accepted"));
    CHECK(battle.events().back() == "rematch_withdrawn");
    battle.reload();
    CHECK(battle.takes_back("red", "w") == taken);
    battle.want("green");
    CHECK(battle.wants("blue").starts_with("accepted"));
    CHECK(battle.wants("red") == "invitation");
}

TEST_CASE("before the end, without a seat and with a token that another seat has there is none") {
    OneBattle running;
    CHECK(running.tell("red", protocol::Rematch{"", false, reds}) == "illegal_choice");
    EndedBattle battle;
    CHECK(battle.outcome(battle.apply(FromSeat{{.watches = "Eve"}, "", protocol::Rematch{"", false, others}})) == "not_your_seat");
    battle.want("red");
    CHECK(battle.wants("green", false, reds) == "bad_token");
    CHECK(battle.wants("green", false, battle.tokens["green"]) == "bad_token");
    const std::string offered = battle.ask("blue", protocol::HandOver{"", battle.tokens["blue"]})["token"];
    CHECK(battle.wants("green", false, offered) == "bad_token");
}

TEST_CASE("the new battle is made for whoever can have it alone: not for a seat's token that another has, nor for one that opens no seat") {
    EndedBattle battle;
    battle.want("red");
    battle.want("green");
    CHECK(!battle.state->rematch_due(battle.wish("blue", false, reds)));
    CHECK(!battle.state->rematch_due(battle.wish("blue", false, battle.tokens["red"])));
    CHECK(!battle.state->rematch_due({{.token = others}, "r", protocol::Rematch{"", false, blues}}));
    CHECK(!battle.state->rematch_due({{.watches = "Eve"}, "r", protocol::Rematch{"", false, others}}));
    CHECK(battle.state->rematch_due(battle.wish("blue")));
}

TEST_CASE("where a seat was never taken by anybody there is nobody to fight again") {
    OneBattle battle(rock_paper_wanted(), nullptr);
    battle.sit_down("red");
    battle.sit_down("green");
    REQUIRE(battle.apply(CloseBattle{}));
    const auto head = battle.history.head();
    const auto refused = battle.send("red", protocol::Rematch{"", false, others});
    CHECK(battle.outcome(refused) == "illegal_choice");
    CHECK(refused.error().message.contains("blue"));
    CHECK(battle.tell("blue", protocol::Rematch{"", false, others}) == "not_your_seat");
    CHECK(battle.history.head() == head);
}

TEST_CASE("a rematch that cannot be made is wanted by nobody any more, and everybody is told why; also after the server was away") {
    EndedBattle battle;
    battle.want("red");
    battle.want("green");
    const auto head = battle.history.head();
    auto message = battle.wish("blue");
    message.drawn = std::make_shared<const std::expected<NewBattle, Refusal>>(refuse(Code::bad_setup, "these rules are gone", "/ruleset"));
    const auto told = battle.apply(message);
    REQUIRE(told);
    CHECK(OneBattle::answer(told)["code"] == "bad_setup");
    CHECK(battle.events(head) == Names{"rematch_withdrawn", "rematch_withdrawn"});
    CHECK(battle.data_of_last() == Json{{"seat", "green"}, {"code", "bad_setup"}, {"message", "these rules are gone"}});
    battle.reload();
    CHECK(battle.state->rematch_state()->wanted.empty());
    CHECK(battle.wants("blue").starts_with("accepted"));
}

TEST_CASE("a seat wants it so many times and no more") {
    EndedBattle battle;
    for (std::size_t i = 0; i < limits::rematch_wants_per_seat_max; ++i) REQUIRE(battle.wants("red", i % 2 == 1).starts_with("accepted"));
    CHECK(battle.wants("red") == "illegal_choice");
    battle.reload();
    CHECK(battle.wants("red") == "illegal_choice");
    CHECK(battle.wants("green").starts_with("accepted"));
}

TEST_CASE("what the former holder of a seat wanted is not wanted by whoever has it now") {
    EndedBattle battle;
    battle.want("red");
    battle.want("green");
    const std::string offered = battle.ask("green", protocol::HandOver{"", battle.tokens["green"]})["token"];
    REQUIRE(battle.apply(AcceptSeat{battle.seat("green")}));
    CHECK(battle.events().back() == "seat_handed_over");
    battle.reload();
    CHECK(battle.wants("blue").starts_with("accepted"));
    battle.tokens["green"] = offered;
    CHECK(battle.wants("green") == "invitation");
}

TEST_CASE("a battle that was hidden has a hidden rematch, and open seats are not open again") {
    auto message = rock_paper_wanted();
    message.seats["green"].open = true;
    EndedBattle battle(message);
    REQUIRE(battle.apply(SetHidden{true}));
    battle.want("red");
    battle.want("green");
    const auto made = battle.want("blue");
    REQUIRE(made);
    CHECK(made->step.begins->header.visibility == "unlisted");
    CHECK(!Json::parse(made->step.begins->header.options).contains("open"));
    CHECK(!made->step.begins->first.open);
}

TEST_CASE("until somebody sits on a seat of the rematch, whoever had it before may draw another token; later nobody") {
    OneBattle battle(rock_paper_wanted(), nullptr);
    const auto red = battle.seat("red");
    const auto come = [&](const std::string& token) { return battle.outcome(battle.apply(ComeFromBefore{red, token, "r"})); };
    CHECK(come(battle.tokens["red"]) == "invitation");
    CHECK(come(battle.tokens["blue"]) == "bad_token");
    CHECK(come(reds) == "invitation");
    battle.reload();
    CHECK(battle.state->viewer_for(reds)->seat == red);
    CHECK(!battle.state->viewer_for(battle.tokens["red"]));
    battle.sit_down("red");
    CHECK(come(others) == "not_your_seat");
    CHECK(come(reds) == "invitation");
    CHECK(battle.state->viewer_for(reds)->seat == red);
}

// ---- with a store and people who look on -------------------------------------------------------------------------------------

namespace {

struct EndedParty : Party {
    explicit EndedParty(House& house) : Party(house, 1), house(house) {
        bool closed = false;
        house.port(table.battle)->command(CloseBattle{}, [&](std::expected<void, Refusal> done) { closed = done.has_value(); });
        house.until([&] { return closed; });
        house.settle();
        want(red, reds);
        want(green, greens);
        house.settle();
    }
    static void want(const ClientPtr& client, const std::string& token, const std::string& id = "r") { client->send(id, protocol::Rematch{"", false, token}); }
    std::string made() const {
        const auto last = spectator->last("event");
        return last["event"] == "rematch_made" ? last["data"]["battle"].get<std::string>() : "";
    }
    House& house;
};

std::int64_t battles_in(ScriptedStore& store) {
    const auto counts = store.counts().value();
    return counts.waiting + counts.running + counts.over;
}

}  // namespace

TEST_CASE("nobody hears of the rematch before both are stored; then each sits down there with what he drew, and spectators are told no token") {
    ScriptedStore store;
    House house(store);
    const EndedParty party(house);
    store.hold();
    party.want(party.blue, blues);
    house.settle();
    CHECK(party.made().empty());
    CHECK(battles_in(store) == 1);
    store.release();
    const Json got = party.blue->answer("r");
    CHECK(got["type"] == "invitation");
    house.settle();
    CHECK(got["battle"] == party.made());
    CHECK(battles_in(store) == 2);
    const Table next{party.made(), drawn_by};
    for (const auto* seat : {"red", "green", "blue"}) house.join(next, seat);
    CHECK(house.watch(next)->has_event("battle_started"));
    for (const auto& text : party.spectator->texts)
        for (const auto& [seat, token] : drawn_by) CHECK(!text.contains(token));
}

TEST_CASE("a rematch that could not be stored is none, and asked again it is one") {
    ScriptedStore store;
    House house(store);
    const EndedParty party(house);
    store.fail_appends(1);
    party.want(party.blue, blues);
    CHECK(party.blue->outcome("r") == "server_busy");
    house.settle();
    CHECK(battles_in(store) == 1);
    CHECK(party.made().empty());
    party.want(party.blue, blues, "again");
    CHECK(party.blue->answer("again")["type"] == "invitation");
    CHECK(battles_in(store) == 2);
}

TEST_CASE("where nobody can say whether a rematch was stored, it is looked up: there are both or neither") {
    for (const bool kept : {false, true}) {
        ScriptedStore store;
        House house(store);
        const EndedParty party(house);
        store.doubt_append(kept);
        party.want(party.blue, blues);
        const Json told = party.blue->answer("r");
        CHECK(told["type"] == (kept ? "invitation" : "rejected"));
        CHECK(battles_in(store) == (kept ? 2 : 1));
        party.want(party.blue, blues, "again");
        CHECK(party.blue->answer("again")["seat"] == "blue");
        CHECK(battles_in(store) == 2);
    }
}

TEST_CASE("who did not hear of it asks again: the new battle answers, also for whoever has lost what he drew, until he sits there") {
    ScriptedStore store;
    House house(store);
    const EndedParty party(house);
    party.want(party.blue, blues);
    const std::string next = party.blue->answer("r")["battle"];
    for (const auto& [id, token] : {std::pair("same", reds), std::pair("other", others)}) {
        party.want(party.red, token, id);
        CHECK(party.red->answer(id) == Json{{"type", "invitation"}, {"id", id}, {"battle", next}, {"seat", "red"}, {"token", token}});
    }
    const Table there{next, {{"red", others}, {"green", greens}, {"blue", blues}}};
    house.join(there, "red");
    party.want(party.red, reds, "late");
    CHECK(party.red->outcome("late") == "not_your_seat");
    CHECK(battles_in(store) == 2);
}

TEST_CASE("when the rules of today refuse what was fought, whoever waits hears it with whoever said the last word") {
    ScriptedStore store;
    House house(store);
    const EndedParty party(house);
    house.rulesets = rules::Rulesets({});
    party.want(party.blue, blues);
    CHECK(party.blue->outcome("r") == "bad_setup");
    house.settle();
    for (const auto& client : {party.red, party.green, party.spectator}) {
        const auto told = client->last("event");
        CHECK(told["event"] == "rematch_withdrawn");
        CHECK(told["data"]["seat"] == "green");
        CHECK(told["data"]["code"] == "bad_setup");
        CHECK(told["data"]["message"].get<std::string>().contains("unknown ruleset"));
    }
    CHECK(battles_in(store) == 1);
}

TEST_CASE("while the server can store nothing, whoever waits for the rematch hears once that it has to wait, and it is made when it is asked for again") {
    ScriptedStore store;
    House house(store);
    const EndedParty party(house);
    store.fail_appends(2);
    for (const auto* id : {"r", "s"}) {
        party.want(party.blue, blues, id);
        CHECK(party.blue->outcome(id) == "server_busy");
    }
    house.settle();
    for (const auto& client : {party.red, party.green}) {
        const auto notices = client->all("notice");
        REQUIRE(notices.size() == 1);
        CHECK(notices[0]["notice"] == "rematch");
        CHECK(notices[0]["battle"] == party.table.battle);
        CHECK(notices[0]["message"].get<std::string>().contains("cannot store anything now"));
    }
    CHECK(party.blue->all("notice").empty());
    CHECK(party.spectator->all("notice").empty());
    party.want(party.blue, blues, "again");
    CHECK(party.blue->answer("again")["type"] == "invitation");
}

TEST_CASE("who follows from a snapshot hears what was wanted and made before, and nothing of it as long as the battle goes on") {
    ScriptedStore store;
    House house(store);
    const Party running(house, 1);
    const auto before = house.client(running.table);
    before->follow("f", {}, 0, true);
    before->answer("f");
    CHECK(!before->last("snapshot").contains("rematch"));
    const EndedParty party(house);
    const auto snapshot = [&] {
        const auto client = house.client(party.table);
        client->follow("f", {}, 0, true);
        client->answer("f");
        return client->last("snapshot")["rematch"];
    };
    CHECK(snapshot() == Json{{"wanted", {{"red", false}, {"green", false}}}, {"made", nullptr}});
    party.want(party.blue, blues);
    const std::string next = party.blue->answer("r")["battle"];
    CHECK(snapshot() == Json{{"wanted", Json::object()}, {"made", {{"battle", next}, {"swap", false}}}});
}
