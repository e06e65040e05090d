// Who sits in one battle, as plain values: seats that are handed over or claimed, and what the server plays for a seat by itself.
#include <set>

#include "rules/systems.hpp"
#include "tests/battle/clocks.hpp"
#include "tests/battle/one_battle.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

const Json live{{"clock", {{"mode", "live"}, {"bank", "PT1H"}, {"disconnected", "PT30S"}}}};

Json throws_always(const char* hand) { return Json::array({{{"for", "throw"}, {"play", {{"throw", hand}}}}}); }
std::string thrown(const char* hand) { return Json{{"throw", hand}}.dump(); }

/// A new token for a seat.
std::string offer(OneBattle& battle, const std::string& seat) { return battle.ask(seat, protocol::HandOver{"", battle.tokens[seat]})["token"]; }

/// The seat that a token opens; empty: none.
std::string opened_by(const OneBattle& battle, const std::string& token) {
    const auto viewer = battle.state->viewer_for(token);
    return viewer && viewer->seat ? battle.state->seat_id(*viewer->seat) : std::string();
}

/// Somebody comes with a new token for a seat, and gives this name.
void hand_over(OneBattle& battle, const std::string& seat, const std::string& name) {
    const auto token = offer(battle, seat);
    REQUIRE(battle.apply(AcceptSeat{battle.seat(seat), name}));
    battle.tokens[seat] = token;
}

/// The data of all events of this name.
std::vector<Json> told(const OneBattle& battle, const std::string& event) {
    std::vector<Json> out;
    for (std::int64_t seq = 1; seq <= battle.history.head(); ++seq)
        if (const auto body = Json::parse(battle.text_of(seq)); body["event"] == event) out.push_back(body["data"]);
    return out;
}

/// The server's own players move until they want nothing more: what they chose, or "no" to a draw.
Names let_own_players_act(OneBattle& battle) {
    rules::Random random(1);
    Names out;
    while (const auto command = own_players_move(*battle.state, random)) {
        const auto* played = std::get_if<PlayForSeat>(&*command);
        out.push_back(played ? played->choice.dump() : "no");
        REQUIRE(out.size() < 100);
        REQUIRE(battle.apply(*command));
    }
    return out;
}

/// Rock-paper in which the server plays blue.
struct AgainstBlue : OneBattle {
    explicit AgainstBlue(protocol::Bot bot, const Json& options = Json::object()) : OneBattle(wanted(bot, options), nullptr) { all_sit_down(); }
    static protocol::Create wanted(protocol::Bot bot, const Json& options) {
        auto out = rock_paper_wanted(options);
        out.seats["blue"].bot = bot;
        return out;
    }
    std::string says_ready(const std::string& seat, bool ready) { return tell(seat, protocol::Choose{"", decision_of(seat), Json{{"ready", ready}}}); }
};

/// Two people, of whom the attacker is asked first.
struct Duel : OneBattle {
    explicit Duel(const Json& options) : OneBattle(wanted(options), nullptr) { all_sit_down(); }
    static protocol::Create wanted(const Json& options) {
        auto out = rock_paper_wanted(options);
        out.ruleset = "advanced-combat";
        out.setup = rules::shipped_rulesets().find(out.ruleset)->catalog().at("example");
        return out;
    }
    /// "accepted 7", or why not.
    std::string claims(const std::string& seat) {
        const auto claimed = send(seat, protocol::Claim{{""}});
        return claimed ? outcome(claimed) : claimed.error().message;
    }
};

}  // namespace

TEST_CASE("an invitation that nobody has used is made anew at once: the old one opens nothing any more") {
    OneBattle battle(rock_paper_wanted(), nullptr);
    const auto old = battle.tokens["red"];
    const auto invitation = battle.ask("red", protocol::HandOver{"", old});
    CHECK(invitation["type"] == "invitation");
    CHECK(invitation["seat"] == "red");
    CHECK(opened_by(battle, old).empty());
    battle.tokens["red"] = invitation["token"];
    CHECK(opened_by(battle, battle.tokens["red"]) == "red");
    battle.reload();
    CHECK(opened_by(battle, old).empty());
    battle.all_sit_down();
    CHECK(battle.throws("red", "rock").starts_with("accepted"));
}

TEST_CASE("of a taken seat the old token holds until the new one is first used, whenever the battle is read anew") {
    OneBattle battle;
    const auto old = battle.tokens["red"];
    const auto token = offer(battle, "red");
    battle.reload();
    CHECK(opened_by(battle, old) == "red");
    CHECK(opened_by(battle, token).empty());
    REQUIRE(battle.state->offered_seat_of(token) == battle.seat("red"));
    REQUIRE(battle.apply(AcceptSeat{battle.seat("red")}));
    CHECK(battle.events().back() == "seat_handed_over");
    battle.reload();
    CHECK(opened_by(battle, old).empty());
    CHECK(opened_by(battle, token) == "red");
    CHECK(!battle.state->offered_seat_of(token));
}

TEST_CASE("a second offer makes the first void, and what is only offered neither plays nor hands on") {
    OneBattle battle;
    const auto first = offer(battle, "red"), second_one = offer(battle, "red");
    battle.reload();
    CHECK(!battle.state->offered_seat_of(first));
    CHECK(battle.state->offered_seat_of(second_one) == battle.seat("red"));
    CHECK(battle.outcome(battle.apply(FromSeat{{.token = second_one}, "", protocol::Concede{{""}}})) == "bad_token");
    for (const auto& token : {second_one, std::string("wrong")}) CHECK(battle.tell("red", protocol::HandOver{"", token}) == "bad_token");
    OneBattle hidden({{"visibility", "private"}});
    CHECK(hidden.tell("red", protocol::HandOver{"", "wrong"}) == "unknown_battle");
}

TEST_CASE("with a seat go its name and what lies sealed, which the new holder may take back; orders for later end") {
    OneBattle battle;
    battle.tell("red", protocol::Order{"", throws_always("scissors")});
    battle.throws("red", "paper");
    const auto token = offer(battle, "red");
    REQUIRE(battle.apply(AcceptSeat{battle.seat("red")}));
    battle.tokens["red"] = token;
    battle.reload();
    CHECK(battle.ask("red", protocol::AskOrders{{""}})["orders"].empty());
    CHECK(battle.state->fold().seat_name(battle.seat("red")) == "red");
    CHECK(battle.tell("red", protocol::Retract{"", battle.decision_of("red")}).starts_with("accepted"));
    for (const auto* seat : {"red", "green", "blue"}) battle.throws(seat, "rock");
    CHECK(let_own_players_act(battle).empty());
}

TEST_CASE("each line of talk bears the name that its speaker had when he said it; whoever gives no name has that of the seat") {
    OneBattle battle;
    const auto says = [&](const std::string& name) {
        CHECK(battle.tell("red", words("hello")).starts_with("accepted"));
        const auto line = Json::parse(battle.text_of(battle.history.head(), {battle.seat("green")}))["data"];
        CHECK(line == Json{{"room", "players"}, {"seat", "red"}, {"name", name}, {"text", "hello"}});
    };
    says("red");
    hand_over(battle, "red", "Carl");
    says("Carl");
    battle.reload();
    says("Carl");
    hand_over(battle, "red", "");
    CHECK(told(battle, "seat_handed_over").back() == Json{{"seat", "red"}});
    says("Carl");
    hand_over(battle, "red", "Dora");
    battle.reload();
    says("Dora");
    CHECK(battle.state->following({}).seats.at(0).name == "Dora");
    CHECK(battle.state->fold().seat_name(battle.seat("red")) == "red");  // as the proof has it
}

TEST_CASE("a seat of a private battle is handed over like any other, and the former token finds no battle any more") {
    OneBattle battle({{"visibility", "private"}});
    const auto old = battle.tokens["red"];
    hand_over(battle, "red", "Carl");
    battle.reload();
    CHECK(opened_by(battle, battle.tokens["red"]) == "red");
    CHECK(battle.outcome(battle.apply(FromSeat{{.token = old}, "", words("still here"), {}})) == "unknown_battle");
    CHECK(battle.throws("red", "rock").starts_with("accepted"));
}

TEST_CASE("a bot decides once, as its kind does, and is shown like anybody") {
    for (const auto& [bot, hand] : {std::pair{protocol::Bot::best, "rock"}, {protocol::Bot::listed, "scissors"}}) {
        AgainstBlue battle(bot);
        CHECK(!battle.tokens.contains("blue"));
        CHECK(let_own_players_act(battle) == Names{thrown(hand)});
        battle.reload();
        CHECK(let_own_players_act(battle).empty());
        battle.throws("red", "paper");
        CHECK(told(battle, "chosen").empty());
        battle.throws("green", "paper");
        const auto chosen = told(battle, "chosen");
        REQUIRE(chosen.size() == 3);
        CHECK(chosen[2] == Json{{"seat", "blue"}, {"decision", 3}, {"kind", "throw"}, {"choice", {{"throw", hand}}}});
        CHECK(let_own_players_act(battle) == Names{thrown(hand)});
    }
    AgainstBlue battle(protocol::Bot::random);
    rules::Random random(1);
    std::set<std::string> drawn;
    for (int i = 0; i < 50; ++i) drawn.insert(std::get<PlayForSeat>(own_players_move(*battle.state, random).value()).choice.dump());
    CHECK(drawn.size() == 3);
}

TEST_CASE("a bot says no to a draw whenever one is offered, also when it has chosen already") {
    AgainstBlue battle(protocol::Bot::best);
    CHECK(let_own_players_act(battle) == Names{thrown("rock")});
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(battle.tell("red", protocol::OfferDraw{{""}}).starts_with("accepted"));
        CHECK(let_own_players_act(battle) == Names{"no"});
        CHECK(told(battle, "draw_answered").at(i) == Json{{"seat", "blue"}, {"accept", false}});
        battle.reload();
        CHECK(battle.tell("green", protocol::AnswerDraw{"", true}) == "illegal_choice");  // there is nothing to answer any more
    }
    CHECK(!battle.state->over());
}

TEST_CASE("with confirm nobody's time runs before all are ready, which a bot is and no order says; one who is not ends the battle") {
    Json options = by_letter;
    options["confirm"] = true;
    AgainstBlue battle(protocol::Bot::best, options);
    battle.tell("red", protocol::Order{"", Json::array({{{"for", "*"}, {"play", "default"}}}), true});
    CHECK(let_own_players_act(battle) == Names{R"({"ready":true})"});
    battle.pass(20 * hour);
    CHECK(battle.let_time_act().empty());
    CHECK(battle.says_ready("red", true).starts_with("accepted"));
    CHECK(told(battle, "chosen").size() == 2);  // nothing of it is sealed
    battle.reload();
    CHECK(battle.stored.status == storage::Status::waiting);
    CHECK(battle.tell("red", protocol::OfferDraw{{""}}) == "illegal_choice");
    CHECK(battle.says_ready("green", true).starts_with("accepted"));
    CHECK(battle.stored.status == storage::Status::running);
    CHECK(let_own_players_act(battle) == Names{thrown("rock"), thrown("rock")});
    battle.pass(10 * hour);
    CHECK(battle.let_time_act() == Names{"deadline"});

    AgainstBlue declined(protocol::Bot::best, options);
    CHECK(declined.says_ready("red", false).starts_with("accepted"));
    REQUIRE(declined.state->over());
    CHECK(declined.state->fold().outcome()->reason == "declined");
    CHECK(!declined.state->fold().outcome()->winner);
}

TEST_CASE("what orders decide lies sealed and is shown as theirs; only the seat is told of them, and a restart keeps nobody waiting") {
    OneBattle battle;
    const auto ordered = battle.send("red", protocol::Order{"", throws_always("scissors"), true});
    REQUIRE(ordered);
    CHECK(ordered->events.empty());
    REQUIRE(ordered->told.size() == 1);
    CHECK(ordered->told[0].seat == battle.seat("red"));
    const auto preview = battle.ask("red", protocol::AskOrders{{""}})["preview"].dump();
    CHECK(preview == R"([{"choice":{"throw":"scissors"},"decision":1,"kind":"throw","order":0}])");
    CHECK(battle.ask("green", protocol::AskOrders{{""}})["orders"].empty());
    CHECK(battle.stored.wake_at == 1);  // at once, when the server comes back
    battle.reload();
    CHECK(let_own_players_act(battle) == Names{thrown("scissors")});
    CHECK(battle.stored.wake_at == 0);
    CHECK(battle.ask("red", protocol::AskOrders{{""}})["preview"].empty());  // they have nothing to decide now
    CHECK(!battle.text_of(battle.history.head()).contains("scissors"));
    battle.reload();
    battle.throws("green", "rock");
    battle.throws("blue", "rock");
    const auto chosen = told(battle, "chosen");
    REQUIRE(chosen.size() == 3);
    CHECK(chosen[0]["standing"] == true);
    CHECK(!chosen[1].contains("standing"));
}

TEST_CASE("orders leave alone what was open before them and what was taken back; nonsense leaves them as they were") {
    OneBattle battle;
    battle.tell("red", protocol::Order{"", throws_always("scissors")});
    CHECK(let_own_players_act(battle).empty());
    battle.tell("red", protocol::Order{"", throws_always("paper"), true});
    CHECK(let_own_players_act(battle) == Names{thrown("paper")});
    CHECK(battle.tell("red", protocol::Retract{"", battle.decision_of("red")}).starts_with("accepted"));
    battle.reload();
    CHECK(let_own_players_act(battle).empty());
    const auto nonsense = battle.send("red", protocol::Order{"", throws_always("well")});
    REQUIRE(!nonsense);
    CHECK(nonsense.error().path == "/orders/0/play/throw");
    const Json later{{"for", "throw"}, {"if", {{"round", {{"at_least", 2}}}}}, {"play", "default"}};
    battle.tell("green", protocol::Order{"", Json::array({later})});
    CHECK(battle.ask("green", protocol::AskOrders{{""}})["preview"].dump() == R"([{"choice":null,"decision":2,"kind":"throw","order":null}])");
    battle.tell("green", protocol::Order{"", Json::array()});
    for (const auto* seat : {"red", "green", "blue"}) battle.throws(seat, "rock");
    CHECK(let_own_players_act(battle) == Names{thrown("paper")});
}

TEST_CASE("an empty list takes orders back, also those that were to decide what is open, and nothing is left of them") {
    OneBattle battle;
    battle.tell("red", protocol::Order{"", throws_always("scissors"), true});
    CHECK(battle.stored.wake_at == 1);
    CHECK(battle.tell("red", protocol::Order{"", Json::array(), true}).starts_with("accepted"));
    CHECK(battle.stored.wake_at == 0);
    for (const bool anew : {false, true}) {
        if (anew) battle.reload();
        const auto shown = battle.ask("red", protocol::AskOrders{{""}});
        CHECK(shown["orders"].empty());
        CHECK(shown["preview"][0]["choice"].is_null());
        CHECK(let_own_players_act(battle).empty());
        for (const auto* seat : {"red", "green", "blue"}) battle.throws(seat, "rock");
    }
    CHECK(battle.state->over());
    for (const auto& chosen : told(battle, "chosen")) CHECK(!chosen.contains("standing"));
}

TEST_CASE("of two the one whose time runs out has lost to the other, where a battle says so") {
    Json options = by_letter;
    options["on_timeout"] = "forfeit";
    Duel battle(options);
    battle.pass(10 * hour);
    CHECK(battle.let_time_act() == Names{"deadline"});
    battle.reload();
    REQUIRE(battle.state->over());
    CHECK(told(battle, "forfeited").at(0) == Json{{"seat", "attacker"}});
    CHECK(battle.state->fold().outcome()->winner == battle.seat("defender"));
    CHECK(battle.state->fold().outcome()->reason == "timeout");
}

TEST_CASE("who was gone before a battle began has the whole time to come from its beginning on") {
    OneBattle battle(Duel::wanted(live), nullptr);
    battle.sit_down("attacker");
    battle.set_here("attacker", false);
    battle.pass(hour);
    battle.sit_down("defender");
    REQUIRE(battle.decision_of("attacker") > 0);
    CHECK(battle.send("defender", protocol::Claim{{""}}).error().message == "the other player can still come back until 2027-01-15T09:00:30.000Z");
    battle.pass(30 * second);
    CHECK(battle.tell("defender", protocol::Claim{{""}}).starts_with("accepted"));
}

TEST_CASE("who is gone long enough while something is asked of him can be claimed by a live clock, not before and not once he is back") {
    Duel battle(live);
    CHECK(battle.claims("defender") == "the other player is here");
    battle.set_here("attacker", false);
    battle.pass(30 * second - 1);
    CHECK(battle.claims("defender") == "the other player can still come back until 2027-01-15T08:00:30.000Z");
    battle.set_here("attacker", true);
    battle.pass(second);
    CHECK(battle.claims("defender") == "the other player is here");
    for (const auto* seat : {"attacker", "defender"}) battle.set_here(seat, false);
    battle.pass(30 * second);
    CHECK(battle.claims("attacker") == "the defender has nothing to decide right now");
    CHECK(battle.claims("defender").starts_with("accepted"));
    CHECK(told(battle, "claimed").at(0) == Json{{"seat", "defender"}});
    battle.reload();
    REQUIRE(battle.state->over());
    CHECK(battle.state->fold().outcome()->winner == battle.seat("defender"));
    CHECK(battle.state->fold().outcome()->reason == "abandoned");

    Duel letters(by_letter);
    letters.set_here("attacker", false);
    letters.pass(hour);
    CHECK(letters.claims("defender") == "victory can only be claimed with a live clock");
}

TEST_CASE("when the battle was read anew everybody has the whole time to come back") {
    Duel battle(live);
    battle.set_here("attacker", false);
    battle.pass(29 * second);
    battle.reload();
    battle.set_here("defender", true);
    battle.pass(30 * second - 1);
    CHECK(battle.claims("defender") == "the other player can still come back until 2027-01-15T08:00:59.000Z");
    battle.pass(1);
    CHECK(battle.claims("defender").starts_with("accepted"));
}
