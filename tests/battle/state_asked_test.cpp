// What a seat is asked, as plain values: until when, what it has sealed already, and when it is asked again.
#include "tests/battle/clocks.hpp"
#include "tests/battle/one_battle.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

Json request_of(const OneBattle& battle, const std::string& seat) {
    for (const auto& open : battle.state->fold().open())
        if (open.ask.seat == battle.seat(seat)) return Json::parse((*battle.state->request(open, open.ask.seat))[0].text);
    return {};
}

std::string deadline_of(const OneBattle& battle, const std::string& seat) {
    const auto request = request_of(battle, seat);
    return request["deadline"].is_null() ? "none" : request["deadline"].get<std::string>();
}

/// "1 all" for a decision that all windows of its seat are asked again, "1 others" where the sender's is not.
Names asked_again(const BattleState::Applied& applied) {
    REQUIRE(applied);
    Names out;
    for (const auto& [decision, sender_too] : applied->asked_again) out.push_back(std::to_string(decision) + (sender_too ? " all" : " others"));
    return out;
}

using Closed = std::vector<std::pair<std::int64_t, rules::Seat>>;

Json clock(const char* mode, Json rules) {
    rules["mode"] = mode;
    return {{"clock", std::move(rules)}};
}

SeatMessage choice(const OneBattle& battle, const std::string& seat, const char* hand) {
    return protocol::Choose{"", battle.decision_of(seat), Json{{"throw", hand}}};
}

}  // namespace

TEST_CASE("a request says until when it may wait, as the clock wants it, and nothing of it once its choice is made") {
    const std::vector<std::pair<Json, std::string>> clocks{
        {Json::object(), "none"},
        {by_letter, "2027-01-15T18:00:00.000Z"},
        {clock("live", {{"bank", "PT10M"}}), "2027-01-15T08:10:00.000Z"},
        {clock("live", {{"bank", "PT1M"}, {"decision_max", "PT40S"}}), "2027-01-15T08:00:40.000Z"},
        {clock("live", {{"bank", "PT30S"}, {"decision_max", "PT40S"}}), "2027-01-15T08:00:30.000Z"},
    };
    for (const auto& [options, deadline] : clocks) {
        CAPTURE(options.dump());
        OneBattle battle(options);
        CHECK((battle.state->clock(battle.now) == nullptr) == (deadline == "none"));
        battle.throws("red", "rock");
        battle.pass(second);
        for (const bool anew : {false, true}) {
            if (anew) battle.reload();
            CHECK(deadline_of(battle, "red") == "none");
            for (const auto* seat : {"green", "blue"}) CHECK(deadline_of(battle, seat) == deadline);
        }
    }
}

TEST_CASE("without a clock nothing ever comes by itself") {
    OneBattle battle;
    battle.pass(100'000 * hour);
    CHECK(battle.let_time_act().empty());
    CHECK(battle.state->wake_at() == 0);
}

TEST_CASE("each decision has a deadline of its own, from when it is asked on, and one that has moved is asked again") {
    OneBattle battle(by_letter);
    battle.pass(10 * hour);
    battle.let_time_act();
    CHECK(deadline_of(battle, "red") == "2027-01-16T04:00:00.000Z");
    battle.throws("red", "rock");
    battle.now.ms += hour;
    battle.now.shift_ms += hour;
    CHECK(asked_again(battle.apply(CreditAbsence{hour})) == Names{"4 all", "5 all", "6 all"});
    CHECK(deadline_of(battle, "green") == "2027-01-16T05:00:00.000Z");
}

TEST_CASE("a request shows its seat what it has sealed; whoever of the seat does not know is asked again") {
    OneBattle battle;
    CHECK(request_of(battle, "red")["sealed"] == true);
    CHECK(asked_again(battle.send("red", choice(battle, "red", "paper"))) == Names{"1 others"});
    for (const bool anew : {false, true}) {
        if (anew) battle.reload();
        CHECK(request_of(battle, "red")["pending"] == Json{{"throw", "paper"}});
        for (const auto* seat : {"green", "blue"}) CHECK(!request_of(battle, seat).contains("pending"));
    }
    CHECK(asked_again(battle.send("red", protocol::Retract{"", 1})) == Names{"1 all"});
    CHECK(!request_of(battle, "red").contains("pending"));
    CHECK(asked_again(battle.apply(PlayForSeat{1, Json{{"throw", "rock"}}, protocol::How::standing})) == Names{"1 all"});
    CHECK(request_of(battle, "red")["pending"] == Json{{"throw", "rock"}});
    CHECK(asked_again(battle.send("green", words("hurry up"))).empty());
}

TEST_CASE("what all have decided is closed for all, and asked nobody again") {
    OneBattle battle;
    battle.throws("blue", "rock");
    const auto red = battle.send("red", choice(battle, "red", "rock"));
    REQUIRE(red);
    CHECK(red->closed.empty());
    const auto last = battle.send("green", choice(battle, "green", "scissors"));
    CHECK(asked_again(last).empty());
    CHECK(last->closed == Closed{{1, battle.seat("red")}, {2, battle.seat("green")}, {3, battle.seat("blue")}});
    for (const auto* seat : {"red", "green", "blue"}) CHECK(!request_of(battle, seat).contains("pending"));
    const auto ended = battle.apply(CloseBattle{});
    REQUIRE(ended);
    CHECK(ended->closed.size() == 3);
}

TEST_CASE("at four fifths of a deadline by letter whoever has not chosen is reminded, once, and told until when") {
    OneBattle battle(by_letter);
    battle.throws("green", "paper");
    battle.pass(8 * hour - 1);
    CHECK(battle.let_time_act().empty());
    battle.pass(1);
    const auto reminded = battle.apply(time_demands(*battle.state, battle.now).value());
    REQUIRE(reminded);
    REQUIRE(reminded->told.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto* seat = i == 0 ? "red" : "blue";
        CHECK(reminded->told[i].seat == battle.seat(seat));
        CHECK(Json::parse((*reminded->told[i].bundle)[0].text) ==
              Json{{"type", "reminder"}, {"battle", battle.stored.header.id}, {"decision", battle.decision_of(seat)}, {"deadline", deadline_of(battle, seat)}});
    }
    for (const bool anew : {false, true}) {
        if (anew) battle.reload();
        battle.pass(hour - 1);
        CHECK(battle.let_time_act().empty());
    }
}
