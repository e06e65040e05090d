// A battle as plain values: what each command changes, and what it refuses.
#include "protocol/event_parts.hpp"
#include "server/base/limits.hpp"
#include "tests/battle/one_battle.hpp"
#include "tests/protocol/games.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

TEST_CASE("a sealed choice shows that it was made; the last of them reveals all, in the order of the seats") {
    OneBattle battle;
    const auto begun = battle.history.head();
    CHECK(battle.throws("blue", "rock") == "accepted " + std::to_string(begun + 1));
    CHECK(battle.throws("red", "paper") == "accepted " + std::to_string(begun + 2));
    for (std::int64_t seq = begun + 1; seq <= battle.history.head(); ++seq)
        for (const auto* hand : {"rock", "paper"}) CHECK(battle.text_of(seq).find(hand) == std::string::npos);
    CHECK(battle.throws("green", "scissors") == "accepted " + std::to_string(begun + 4));  // behind red's
    const Names shown = battle.events(begun);
    CHECK(Names(shown.begin(), shown.begin() + 5) == Names{"decision_sealed", "decision_sealed", "chosen", "chosen", "chosen"});
    int decision = 0;
    for (const auto& [seat, hand] : {std::pair{"red", "paper"}, {"green", "scissors"}, {"blue", "rock"}}) {
        const Json data{{"seat", seat}, {"decision", ++decision}, {"kind", "throw"}, {"choice", {{"throw", hand}}}};
        CHECK(Json::parse(battle.text_of(begun + 2 + decision))["data"] == data);
    }
    CHECK(battle.stored.sealed.empty());
}

TEST_CASE("a second choice is refused until the first is taken back") {
    OneBattle battle;
    battle.throws("red", "rock");
    CHECK(battle.throws("red", "paper") == "stale_decision");
    const auto decision = battle.decision_of("red");
    CHECK(battle.tell("red", protocol::Retract{"", decision}).starts_with("accepted"));
    CHECK(battle.tell("red", protocol::Retract{"", decision}) == "stale_decision");
    CHECK(battle.throws("red", "paper").starts_with("accepted"));
}

TEST_CASE("only what lies in the box is taken back, and only by its seat") {
    OneBattle battle;
    const auto red = battle.decision_of("red"), green = battle.decision_of("green"), blue = battle.decision_of("blue");
    battle.throws("red", "rock");
    battle.throws("green", "rock");
    CHECK(battle.tell("green", protocol::Retract{"", red}) == "stale_decision");
    CHECK(battle.tell("red", protocol::Retract{"", green}) == "stale_decision");
    CHECK(battle.tell("blue", protocol::Retract{"", blue}) == "stale_decision");
    CHECK(battle.outcome(battle.apply(FromSeat{{.watches = "Eve"}, "", protocol::Retract{"", red}})) == "not_your_seat");
    for (const auto* seat : {"red", "green"}) CHECK(battle.state->sealed(battle.seat(seat)));
    battle.throws("blue", "rock");
    CHECK(battle.tell("red", protocol::Retract{"", red}) == "stale_decision");
}

TEST_CASE("what is refused changes nothing") {
    OneBattle battle;
    const auto head = battle.history.head();
    const auto steps = battle.stored.steps.size();
    CHECK(battle.tell("red", protocol::Choose{"", battle.decision_of("green"), Json{{"throw", "rock"}}}) == "not_your_seat");
    CHECK(battle.tell("red", protocol::Choose{"", 99, Json{{"throw", "rock"}}}) == "stale_decision");
    CHECK(battle.throws("red", "fire") == "illegal_choice");
    CHECK(battle.send("red", protocol::Choose{"", battle.decision_of("red"), Json{{"throw", "fire"}}}).error().path == "/choice/throw");
    CHECK(battle.tell("red", protocol::AnswerDraw{"", true}) == "illegal_choice");
    CHECK(battle.tell("red", protocol::Claim{{""}}) == "illegal_choice");
    CHECK(battle.outcome(battle.apply(FromSeat{{.watches = "Eve"}, "", protocol::Concede{{""}}})) == "not_your_seat");
    CHECK(battle.outcome(battle.apply(FromSeat{{.token = "wrong"}, "", protocol::Concede{{""}}})) == "bad_token");
    CHECK(battle.state->fold().head() == head);
    CHECK(battle.stored.steps.size() == steps);
}

TEST_CASE("what comes by itself, but too late, is refused and changes nothing") {
    OneBattle battle(Json{{"clock", {{"mode", "live"}, {"bank", "PT1H"}, {"disconnected", "PT30S"}}}});
    battle.throws("red", "rock");
    const auto head = battle.history.head();
    const auto steps = battle.stored.steps.size();
    const auto red = battle.decision_of("red"), green = battle.decision_of("green");
    CHECK(battle.outcome(battle.apply(PlayForSeat{99, Json{{"throw", "rock"}}})) == "stale_decision");
    CHECK(battle.outcome(battle.apply(PlayForSeat{red, Json{{"throw", "paper"}}})) == "stale_decision");
    CHECK(battle.outcome(battle.apply(PlayForSeat{green, Json{{"throw", "fire"}}})) == "illegal_choice");
    CHECK(battle.outcome(battle.apply(PassDeadline{})) == "stale_decision");
    CHECK(battle.outcome(battle.apply(PassDeadline{{battle.seat("green")}})) == "stale_decision");
    CHECK(battle.outcome(battle.apply(DeclineDraw{battle.seat("green")})) == "illegal_choice");
    CHECK(battle.outcome(battle.apply(AcceptSeat{battle.seat("green")})) == "bad_token");
    const auto credited = battle.apply(CreditAbsence{0});
    REQUIRE(credited);
    CHECK(!credited->stores);
    CHECK(battle.state->fold().head() == head);
    CHECK(battle.stored.steps.size() == steps);
    CHECK(battle.throws("green", "paper").starts_with("accepted"));
}

TEST_CASE("talk has an end: of each seat, of all spectators together, and of spectators with the battle") {
    OneBattle battle;
    for (std::size_t i = 0; i < limits::talk_per_seat_max; ++i) CHECK(battle.tell("red", words("x")).starts_with("accepted"));
    CHECK(battle.tell("red", words("x")) == "illegal_choice");
    CHECK(battle.tell("green", words("x")).starts_with("accepted"));
    const auto spectator = [&] { return battle.outcome(battle.apply(FromSeat{{.watches = "Eve"}, "", words("x")})); };
    CHECK(spectator().starts_with("accepted"));
    battle.apply(CloseBattle{});
    CHECK(spectator() == "battle_over");
    CHECK(battle.tell("blue", words("well played")).starts_with("accepted"));
    battle.reload();
    CHECK(battle.tell("red", words("x")) == "illegal_choice");
}

TEST_CASE("after the end each seat may say a little more, also when the battle was read anew") {
    OneBattle battle;
    for (int i = 0; i < 5; ++i) battle.tell("red", words("x"));
    battle.apply(CloseBattle{});
    for (std::size_t i = 0; i < limits::talk_after_end_max; ++i) CHECK(battle.tell("red", words("x")).starts_with("accepted"));
    CHECK(battle.tell("red", words("x")) == "illegal_choice");
    battle.reload();
    CHECK(battle.tell("red", words("x")) == "illegal_choice");
    CHECK(battle.tell("blue", words("x")).starts_with("accepted"));
}

TEST_CASE("spectators together have said enough some time, also when the battle was read anew") {
    OneBattle battle;
    const auto spectator = [&] { return battle.outcome(battle.apply(FromSeat{{.watches = "Eve"}, "", words("x")})); };
    for (std::size_t i = 0; i < limits::talk_of_spectators_max; ++i) CHECK(spectator().starts_with("accepted"));
    CHECK(spectator() == "illegal_choice");
    battle.reload();
    CHECK(spectator() == "illegal_choice");
    CHECK(battle.tell("red", words("x")).starts_with("accepted"));
}

TEST_CASE("what stays in its room is redacted for the other") {
    OneBattle battle;
    battle.tell("red", words("a secret"));
    const auto seq = battle.history.head();
    CHECK(battle.text_of(seq).find("secret") == std::string::npos);
    CHECK(battle.text_of(seq, {battle.seat("blue")}).find("secret") != std::string::npos);
    battle.apply(FromSeat{{.watches = "Eve"}, "", words("a whisper")});
    CHECK(battle.text_of(seq + 1).find("whisper") != std::string::npos);
    CHECK(battle.text_of(seq + 1, {battle.seat("blue")}).find("whisper") == std::string::npos);
}

TEST_CASE("taking back, offering a draw, handing over and changing orders have an end") {
    OneBattle battle;
    for (std::size_t i = 0; i < limits::retracts_per_decision_max; ++i) {
        CHECK(battle.throws("red", "rock").starts_with("accepted"));
        CHECK(battle.tell("red", protocol::Retract{"", battle.decision_of("red")}).starts_with("accepted"));
    }
    battle.throws("red", "rock");
    CHECK(battle.tell("red", protocol::Retract{"", battle.decision_of("red")}) == "illegal_choice");
    for (std::size_t i = 0; i < limits::draw_offers_per_seat_max; ++i) {
        CHECK(battle.tell("green", protocol::OfferDraw{{""}}).starts_with("accepted"));
        CHECK(battle.tell("red", protocol::AnswerDraw{"", false}).starts_with("accepted"));
    }
    CHECK(battle.tell("green", protocol::OfferDraw{{""}}) == "illegal_choice");
    for (std::int64_t i = 0; i < limits::order_changes_per_seat_max; ++i)
        CHECK(battle.tell("blue", protocol::Order{"", Json::array()}).starts_with("accepted"));
    CHECK(battle.tell("blue", protocol::Order{"", Json::array()}) == "illegal_choice");
    battle.reload();
    CHECK(battle.tell("red", protocol::Retract{"", battle.decision_of("red")}) == "illegal_choice");
    CHECK(battle.tell("green", protocol::OfferDraw{{""}}) == "illegal_choice");
    CHECK(battle.tell("blue", protocol::Order{"", Json::array()}) == "illegal_choice");
}

TEST_CASE("taking choices back has an end for the whole battle too, since these notes do not count to its bound") {
    OneBattle battle(Json::object(), 100);
    const auto back = [&] { return battle.tell("red", protocol::Retract{"", battle.decision_of("red")}); };
    std::size_t times = 0;
    for (int round = 0; round < 100 && times < limits::retracts_per_seat_max; ++round) {
        for (std::size_t i = 0; i < limits::retracts_per_decision_max; ++i, ++times) {
            battle.throws("red", "rock");
            REQUIRE(back().starts_with("accepted"));
        }
        for (const auto* seat : {"red", "green", "blue"}) battle.throws(seat, "rock");
    }
    CHECK(times == limits::retracts_per_seat_max);
    battle.throws("red", "rock");
    CHECK(back() == "illegal_choice");
    battle.reload();
    CHECK(back() == "illegal_choice");
    battle.throws("green", "rock");
    CHECK(battle.tell("green", protocol::Retract{"", battle.decision_of("green")}).starts_with("accepted"));
}

TEST_CASE("a seat changes hands when the new token is first used; orders end with it, and the number of times has an end") {
    OneBattle battle;
    battle.tell("red", protocol::Order{"", {{{"for", "*"}, {"play", "default"}}}, false});
    for (std::size_t i = 0; i < limits::hand_overs_per_seat_max; ++i) {
        const auto offered = battle.send("red", protocol::HandOver{"", battle.tokens["red"]});
        REQUIRE(offered);
        CHECK(offered->step.is_silent());  // an offer leaves nothing behind, however many there are
        const std::string token = Json::parse((*offered->answer)[0].text)["token"];
        CHECK(battle.state->viewer_for(token).error().code == Code::bad_token);
        CHECK(battle.state->offered_seat_of(token) == battle.seat("red"));
        const auto accepted = battle.apply(AcceptSeat{battle.seat("red")});
        REQUIRE(accepted);
        CHECK(accepted->unseated == battle.seat("red"));
        CHECK(battle.state->viewer_for(battle.tokens["red"]).error().code == Code::bad_token);
        battle.tokens["red"] = token;
        CHECK(battle.state->viewer_for(token)->seat == battle.seat("red"));
    }
    CHECK(battle.tell("red", protocol::HandOver{"", battle.tokens["red"]}) == "illegal_choice");
    const auto orders = battle.send("red", protocol::AskOrders{{""}});
    CHECK(Json::parse((*orders->answer)[0].text)["orders"].empty());
}

TEST_CASE("who concedes has lost; what lay sealed is never shown") {
    OneBattle battle;
    battle.throws("red", "scissors");
    CHECK(battle.tell("green", protocol::Concede{{""}}).starts_with("accepted"));
    CHECK(battle.tell("blue", protocol::Concede{{""}}).starts_with("accepted"));
    CHECK(battle.state->over());
    CHECK(battle.state->fold().outcome()->winner == battle.seat("red"));
    CHECK(battle.stored.sealed.empty());
    CHECK(battle.stored.status == storage::Status::over);
    CHECK(battle.tell("green", protocol::Concede{{""}}) == "battle_over");
    CHECK(battle.throws("red", "rock") == "battle_over");
    for (std::int64_t seq = 1; seq <= battle.history.head(); ++seq) CHECK(!battle.text_of(seq).contains("scissors"));
}

TEST_CASE("a battle that is over wants no attention, also if an older server left a wake for it; the next step takes it back") {
    OneBattle battle;
    REQUIRE(battle.apply(CloseBattle{}));
    CHECK(battle.state->wake_at() == 0);
    battle.stored.wake_at = 1;
    battle.reload();
    CHECK(battle.state->wake_at() == 0);
    CHECK(battle.stored.wake_at == 1);
    CHECK(battle.tell("red", protocol::Say{{""}, "Well played."}).starts_with("accepted"));
    CHECK(battle.stored.wake_at == 0);
}

TEST_CASE("a draw needs everybody") {
    OneBattle battle;
    CHECK(battle.tell("red", protocol::OfferDraw{{""}}).starts_with("accepted"));
    CHECK(battle.tell("red", protocol::OfferDraw{{""}}) == "illegal_choice");
    CHECK(battle.tell("green", protocol::AnswerDraw{"", true}).starts_with("accepted"));
    CHECK(!battle.state->over());
    CHECK(battle.tell("blue", protocol::AnswerDraw{"", true}).starts_with("accepted"));
    CHECK(battle.state->over());
}

TEST_CASE("an agreed draw empties the box, and so does the operator: what lay there is never shown") {
    for (const bool agreed : {true, false}) {
        OneBattle battle;
        battle.throws("red", "scissors");
        battle.tell("green", protocol::OfferDraw{{""}});
        battle.tell("red", protocol::AnswerDraw{"", true});
        CHECK(battle.stored.sealed.size() == 1);  // not yet
        if (agreed) battle.tell("blue", protocol::AnswerDraw{"", true});
        else battle.apply(CloseBattle{});
        REQUIRE(battle.state->over());
        CHECK(battle.state->fold().outcome()->reason == (agreed ? "agreed" : "closed"));
        CHECK(battle.stored.sealed.empty());
        CHECK(!battle.state->sealed(battle.seat("red")));
        for (std::int64_t seq = 1; seq <= battle.history.head(); ++seq) CHECK(!battle.text_of(seq).contains("scissors"));
    }
}

TEST_CASE("the operator closes a battle, also one that waits: nobody sits down in it any more") {
    protocol::Create message;
    OneBattle battle;
    CHECK(battle.apply(CloseBattle{}));
    CHECK(battle.state->over());
    CHECK(battle.apply(CloseBattle{}).error().code == Code::battle_over);
    const auto late = battle.apply(TakeSeat{battle.seat("red"), {"Late"}});
    CHECK(late.error().code == Code::battle_over);
    battle.reload();
    CHECK(battle.state->over());
}

TEST_CASE("the operator's word on lists is the store's, not the record's") {
    OneBattle battle;
    CHECK(battle.apply(SetHidden{true}));
    CHECK(battle.stored.header.visibility == "unlisted");
    CHECK(battle.apply(SetHidden{false}));
    CHECK(battle.stored.header.visibility == "public");
    OneBattle hidden({{"visibility", "private"}});
    CHECK(hidden.apply(SetHidden{true}).error().code == Code::bad_message);
    CHECK(hidden.state->viewer_for({}).error().code == Code::unknown_battle);
    CHECK(hidden.state->viewer_for("wrong").error().code == Code::unknown_battle);
}

TEST_CASE("a battle is read from the store as it was") {
    OneBattle battle({{"clock", {{"mode", "correspondence"}, {"per_decision", "PT10H"}}}});
    battle.throws("red", "rock");
    battle.pass(60'000);
    battle.tell("green", protocol::Order{"", {{{"for", "*"}, {"play", "default"}}}, true});
    const auto request = [&] { return std::string((*battle.state->request(battle.state->fold().open()[0], 0))[0].text); };
    const auto asked = request();
    const auto clock = std::string((*battle.state->clock(battle.now))[0].text);
    battle.reload();
    for (const auto* seat : {"red", "green", "blue"}) battle.state->set_here(battle.seat(seat), true, battle.now);
    CHECK(request() == asked);
    CHECK(std::string((*battle.state->clock(battle.now))[0].text) == clock);
    CHECK(battle.state->order_due()->decision == battle.decision_of("green"));
    battle.stored.steps.back().events += "x\n";
    const rules::Rulesets none({});
    CHECK(!BattleCodec::read(battle.stored, {none, test_key()}, battle.now));
}

TEST_CASE("events of a store may have their keys in another order: the battle is read, and what was shown has the same hash") {
    OneBattle battle({{"confirm", true}});
    for (const auto* seat : {"red", "green", "blue"})
        battle.tell(seat, protocol::Choose{"", battle.decision_of(seat), parse_flat_json(R"({"ready":true})").value()});
    for (const auto* seat : {"red", "green", "blue"}) REQUIRE(battle.throws(seat, "rock").starts_with("accepted"));
    const auto shown = battle.state->signed_head().value().shown;
    int other = 0;
    for (auto& step : battle.stored.steps) {
        auto events = decode_events(step.events, step.first_seq);
        for (auto& event : events) {
            const auto data = std::string(protocol::parts_of(event.body).data);
            std::string entries;
            for (const auto& [key, value] : Json::parse(data).items()) entries = "\"" + key + "\":" + value.dump() + (entries.empty() ? "" : "," + entries);
            other += "{" + entries + "}" != data;
            event.body.replace(event.body.size() - 1 - data.size(), data.size(), "{" + entries + "}");
        }
        step.events = encode_events(events);
    }
    CHECK(other > 10);
    battle.reload();
    CHECK(battle.state->signed_head().value().shown == shown);
    CHECK(battle.throws("red", "paper").starts_with("accepted"));
}
