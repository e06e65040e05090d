// Seats that are open to anybody, as plain values: who takes one, who does not, and whom nobody can put out.
#include "tests/battle/one_battle.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

const std::string eves(32, 'e'), mallorys(32, 'm');

/// Rock-paper whose maker keeps red and leaves the others to whoever comes first.
struct OpenBattle : OneBattle {
    explicit OpenBattle(const Json& options = Json::object()) : OneBattle(wanted(options), nullptr) {}
    static protocol::Create wanted(const Json& options) {
        auto out = rock_paper_wanted(options);
        out.seats["green"].open = true;
        out.seats["blue"].open = true;
        return out;
    }
    BattleState::Applied take(const std::string& token, const std::string& seat = {}, const std::string& name = "Eve") {
        return apply(FromSeat{{}, "t", protocol::Take{"", seat, token, name, {}}});
    }
    /// The seat that was got, or the refusal.
    std::string takes(const std::string& token, const std::string& seat = {}) {
        const auto taken = take(token, seat);
        return taken ? answer(taken)["seat"].get<std::string>() : outcome(taken) + ": " + taken.error().message;
    }
    std::string opened_by(const std::string& token) const {
        const auto viewer = state->viewer_for(token);
        return viewer && viewer->seat ? state->seat_id(*viewer->seat) : std::string();
    }
};

std::string created(const protocol::Create& message) {
    const rules::Rulesets known({&rock_paper()});
    const auto made = new_battle(message, {known, test_key()}, Now{OneBattle::start_ms, 0});
    return made ? "made" : made.error().path + ": " + made.error().message;
}

}  // namespace

TEST_CASE("whoever takes an open seat sits there at once, with the token of his own, and the one that the maker had opens nothing any more") {
    OpenBattle battle;
    const auto taken = battle.take(eves, "blue");
    CHECK(OneBattle::answer(taken) == Json{{"type", "invitation"}, {"id", "t"}, {"battle", battle.stored.header.id}, {"seat", "blue"}, {"token", eves}});
    CHECK(battle.state->fold().seat_name(battle.seat("blue")) == "Eve");
    CHECK(battle.events().back() == "seat_taken");
    for (const bool reloaded : {false, true}) {
        if (reloaded) battle.reload();
        CHECK(battle.opened_by(eves) == "blue");
        CHECK(battle.opened_by(battle.tokens["blue"]).empty());
        CHECK(battle.outcome(battle.apply(FromSeat{{.token = battle.tokens["blue"]}, "", protocol::Concede{{""}}})) == "bad_token");
    }
    battle.tokens["blue"] = eves;
    battle.all_sit_down();
    CHECK(battle.throws("blue", "rock").starts_with("accepted"));
}

TEST_CASE("without a seat's name it is the first that is free, and when none is nobody gets one") {
    OpenBattle battle;
    CHECK(battle.takes(eves) == "green");
    CHECK(battle.takes(mallorys, "green") == "not_your_seat: this seat has already been taken");
    CHECK(battle.takes(mallorys) == "blue");
    CHECK(battle.takes(std::string(32, 'x')) == "not_your_seat: this seat has already been taken");
    CHECK(battle.events().size() == 3);
}

TEST_CASE("the same token again is the same seat again and changes nothing; for another seat it is refused, like one that a seat has") {
    OpenBattle battle;
    CHECK(battle.takes(eves) == "green");
    battle.reload();
    const auto head = battle.history.head();
    for (const auto* seat : {"", "green"}) CHECK(battle.takes(eves, seat) == "green");
    for (const auto& token : {eves, battle.tokens["red"], battle.tokens["blue"]})
        CHECK(battle.takes(token, "blue") == "bad_token: this token already belongs to a seat; draw another");
    battle.sit_down("red");
    const std::string offered = battle.ask("red", protocol::HandOver{"", battle.tokens["red"]})["token"];
    CHECK(battle.takes(offered, "blue") == "bad_token: this token already belongs to a seat; draw another");
    CHECK(battle.history.head() == head + 1);
}

TEST_CASE("what its maker keeps for himself nobody takes, sits he there or not; who sits on an open one is not put out either") {
    OpenBattle battle;
    for (const bool seated : {false, true}) {
        if (seated) battle.sit_down("red");
        CHECK(battle.takes(mallorys, "red") == "not_your_seat: this seat is not open to anybody; only whoever has its token takes it");
        CHECK(battle.opened_by(battle.tokens["red"]) == "red");
    }
    battle.sit_down("green");  // by its link
    CHECK(battle.takes(mallorys, "green") == "not_your_seat: this seat has already been taken");
    CHECK(battle.takes(mallorys, "grey") == "bad_message: there is no seat \"grey\"; did you mean \"red\"?");
    CHECK(battle.opened_by(battle.tokens["green"]) == "green");
}

TEST_CASE("in a battle that is not open, or over, nobody takes a seat; a private one does not exist") {
    OneBattle invited(rock_paper_wanted(), nullptr), hidden(rock_paper_wanted({{"visibility", "private"}}), nullptr);
    const auto take = [](OneBattle& battle) { return battle.outcome(battle.apply(FromSeat{{}, "", protocol::Take{"", "", eves, "Eve", {}}})); };
    CHECK(take(invited) == "not_your_seat");
    CHECK(take(hidden) == "unknown_battle");
    OpenBattle closed;
    REQUIRE(closed.apply(CloseBattle{}));
    CHECK(closed.takes(eves) == "battle_over: this battle is over");
    CHECK(!closed.stored.open);
}

TEST_CASE("a battle waits for anybody until its last open seat is taken, by whatever way") {
    OpenBattle battle;
    CHECK(battle.stored.open);
    CHECK(battle.state->following({}).options["open"] == Json{"green", "blue"});
    battle.takes(eves);
    CHECK(battle.stored.open);
    battle.reload();
    battle.sit_down("blue");
    CHECK(!battle.stored.open);
    OneBattle invited(rock_paper_wanted(), nullptr);
    CHECK(!invited.stored.open);
    CHECK(!invited.state->following({}).options.contains("open"));
}

TEST_CASE("a name that is none is refused, and without one the seat's own is shown") {
    OpenBattle battle;
    const auto bad = battle.take(eves, "", "two\nlines");
    REQUIRE(!bad);
    CHECK(bad.error().path == "/name");
    REQUIRE(battle.take(eves, "", "  "));
    CHECK(battle.state->fold().seat_name(battle.seat("green")) == "green");
}

TEST_CASE("the server's own seats and those of private battles cannot be open") {
    auto message = rock_paper_wanted();
    message.seats["blue"] = {protocol::Bot::best, true};
    CHECK(created(message) == "/seats/blue/open: the server plays this seat; nobody else can take it");
    message = rock_paper_wanted({{"visibility", "private"}});
    message.seats["blue"].open = true;
    CHECK(created(message).starts_with("/seats/blue/open: a private battle"));
    message = rock_paper_wanted({{"visibility", "unlisted"}});
    message.seats["blue"].open = true;
    CHECK(created(message) == "made");
}
