// What time brings about in a battle, as plain values: deadlines, reminders, absences of the server, seats that are gone.
#include "server/battle/server_time.hpp"
#include "tests/battle/clocks.hpp"
#include "tests/battle/one_battle.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

const Json live{{"clock", {{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT10S"}}}};

/// What everybody is shown of a seat's clock.
Json clock_of(const OneBattle& battle, const std::string& seat) {
    const auto shown = Json::parse((*battle.state->clock(battle.now))[0].text);
    for (const auto& each : shown["seats"])
        if (each["seat"] == seat) return each;
    return {};
}

std::int64_t bank(const OneBattle& battle, const std::string& seat) { return clock_of(battle, seat).value("bank_ms", -1); }
std::string deadline(const OneBattle& battle, const std::string& seat) {
    const auto shown = clock_of(battle, seat);
    return shown["deadline"].is_string() ? shown["deadline"].get<std::string>() : "none";
}

/// A clock that a test sets: time of day and steady time apart.
class TwoHands final : public Clock {
public:
    std::int64_t now_ms() const override { return day; }
    std::int64_t steady_ms() const override { return steady; }
    void pass(std::int64_t ms) {
        day += ms;
        steady += ms;
    }
    std::int64_t day = OneBattle::start_ms;
    std::int64_t steady = 77'000;
};

}  // namespace

TEST_CASE("at a deadline the default is played, one seat after the other") {
    OneBattle battle(by_letter);
    battle.pass(10 * hour - 1);
    CHECK(battle.let_time_act() == Names{"remind"});
    battle.pass(1);
    CHECK(battle.let_time_act() == Names{"deadline", "deadline", "deadline"});
    CHECK(battle.decision_of("red") > 3);
}

TEST_CASE("at a deadline a battle that says so is forfeited; nobody wins where all were late together") {
    Json options = by_letter;
    options["on_timeout"] = "forfeit";
    OneBattle battle(options);
    battle.pass(10 * hour);
    CHECK(battle.let_time_act() == Names{"deadline"});
    CHECK(battle.state->over());
    CHECK(!battle.state->fold().outcome()->winner);
}

TEST_CASE("a battle that says so is forfeited by one after the other whose time ran out; no choice is shown") {
    Json options = live;
    options["on_timeout"] = "forfeit";
    OneBattle battle(options);
    for (const auto* seat : {"red", "blue"}) battle.throws(seat, "rock");
    battle.pass(30 * second);
    battle.throws("green", "rock");  // its bank is the shortest now
    const auto begun = battle.history.head();
    battle.throws("blue", "paper");
    battle.pass(9 * minute + 40 * second - 1);
    CHECK(battle.let_time_act().empty());
    battle.pass(hour);
    CHECK(battle.let_time_act() == Names{"deadline", "deadline"});
    REQUIRE(battle.state->over());
    CHECK(battle.events(begun) == Names{"decision_sealed", "forfeited", "forfeited", "battle_ended"});
    CHECK(Json::parse(battle.text_of(begun + 2))["data"] == Json{{"seat", "green"}});  // its time ran out first
    CHECK(battle.state->fold().outcome()->winner == battle.seat("blue"));
    CHECK(battle.stored.sealed.empty());
}

TEST_CASE("which of several sealed choices were time-outs is known at the reveal and not before, also when the battle was read anew") {
    OneBattle battle(by_letter);
    battle.throws("red", "paper");
    const auto begun = battle.history.head();
    battle.pass(10 * hour);
    REQUIRE(battle.apply(time_demands(*battle.state, battle.now).value()));
    CHECK(battle.events(begun) == Names{"decision_sealed"});
    CHECK(!battle.text_of(begun + 1).contains("timed_out"));
    battle.reload();
    CHECK(battle.let_time_act() == Names{"deadline"});
    Names late;
    for (std::int64_t seq = begun + 1; seq <= battle.history.head(); ++seq)
        if (const auto body = Json::parse(battle.text_of(seq)); body["event"] == "chosen")
            late.push_back(body["data"]["seat"].get<std::string>() + (body["data"].contains("timed_out") ? " late" : ""));
    CHECK(late == Names{"red", "green late", "blue late"});
    Names entered;  // and the record says the same
    for (const auto& input : battle.history.inputs())
        if (const auto read = Json::parse(input)["input"]; read.contains("choice"))
            entered.push_back(read["seat"].get<std::string>() + (read.contains("timed_out") ? " late" : ""));
    CHECK(entered == late);
}

TEST_CASE("a seat's bank runs only while it is asked, and gets its increment with each decision") {
    OneBattle battle(live);
    battle.pass(30 * second);
    battle.throws("red", "rock");
    battle.pass(60 * second);
    battle.throws("green", "rock");
    battle.throws("blue", "rock");
    CHECK(bank(battle, "red") == 10 * minute - 30 * second + 10 * second);
    CHECK(bank(battle, "green") == 10 * minute - 90 * second + 10 * second);
}

TEST_CASE("a choice that is taken back wins neither an increment nor time for its decision; by letter it has the deadline that it had") {
    Json options = live;
    options["clock"]["decision_max"] = "PT1M";
    OneBattle battle(options);
    battle.pass(10 * second);
    battle.throws("red", "rock");
    CHECK(deadline(battle, "red") == "none");
    battle.pass(20 * second);
    battle.tell("red", protocol::Retract{"", battle.decision_of("red")});
    CHECK(bank(battle, "red") == 10 * minute - 10 * second);
    CHECK(deadline(battle, "red") == "2027-01-15T08:01:20.000Z");  // fifty seconds are left
    battle.pass(15 * second);
    for (const auto* seat : {"red", "green", "blue"}) battle.throws(seat, "rock");
    CHECK(bank(battle, "red") == 10 * minute - 25 * second + 10 * second);

    OneBattle letters(by_letter);
    const auto before = deadline(letters, "red");
    letters.throws("red", "rock");
    CHECK(deadline(letters, "red") == "none");
    letters.pass(9 * hour);
    letters.tell("red", protocol::Retract{"", letters.decision_of("red")});
    CHECK(deadline(letters, "red") == before);
}

TEST_CASE("a shift of all deadlines is credited before anything is overdue, and changes no bank") {
    OneBattle battle(live);
    battle.pass(10 * second);
    const auto before = bank(battle, "red");
    battle.now.ms += hour;  // the time of day was set, or the server stood still: both come together
    battle.now.shift_ms += hour;
    CHECK(battle.let_time_act() == Names{"credit"});
    CHECK(bank(battle, "red") == before);
    CHECK(battle.events().back() == "clock_credited");
    battle.now.ms -= 2 * hour;
    battle.now.shift_ms -= 2 * hour;
    CHECK(battle.let_time_act() == Names{"credit"});
    battle.throws("red", "rock");
    battle.throws("green", "rock");
    battle.throws("blue", "rock");
    CHECK(bank(battle, "red") == 10 * minute);  // ten seconds used, ten won
}

TEST_CASE("a seat's absence moves with all deadlines") {
    OneBattle battle(live);
    battle.tell("blue", protocol::Concede{{""}});  // of three nobody may claim it
    battle.state->set_here(battle.seat("red"), false, battle.now);
    const auto claimable = [&] {
        const auto shown = Json::parse((*battle.state->clock(battle.now))[0].text);
        return shown["seats"][0].value("claimable_at", "");
    };
    CHECK(claimable() == "2027-01-15T08:01:00.000Z");
    battle.now.ms += hour;
    battle.now.shift_ms += hour;
    CHECK(claimable() == "2027-01-15T09:01:00.000Z");
}

TEST_CASE("the server's time goes on steadily, whatever is done to the time of day") {
    TwoHands clock;
    ServerTime time(clock);
    for (const std::int64_t jump : {hour, -hour, 2 * hour}) {
        const auto before = time.now();
        clock.day += jump;
        clock.pass(500);
        CHECK(time.now().ms == before.ms + 500);  // before anybody looked
        CHECK(time.now().shift_ms == before.shift_ms);
        CHECK(time.look() == jump);
        CHECK(time.now().ms == before.ms + 500 + jump);  // and after it, both together
        CHECK(time.now().shift_ms == before.shift_ms + jump);
        CHECK(time.now().ms == clock.day);
    }
}

TEST_CASE("while the process or the machine stands still no time of play passes, before anybody looks and after it") {
    for (const auto stop : {2 * second, 4 * second, 5 * second, minute, hour}) {
        TwoHands clock;
        ServerTime time(clock);
        for (int i = 0; i < 10; ++i) {
            clock.pass(second);
            CHECK(time.look() == 0);
        }
        const auto before = time.now();
        const auto played = [&] { return time.now().ms - time.now().shift_ms - (before.ms - before.shift_ms); };
        clock.pass(stop);  // nobody looked
        CHECK(played() == ServerTime::still_max.count());
        time.look();
        CHECK(played() == ServerTime::still_max.count());
        CHECK(clock.day - time.now().ms < ServerTime::jump_min.count());
    }
}

TEST_CASE("short stops add up until the server's time is set, and all deadlines with it") {
    TwoHands clock;
    ServerTime time(clock);
    const auto before = time.now();
    std::int64_t moved = 0;
    for (int i = 0; i < 100; ++i) {
        clock.pass(2'500);
        const auto seen = time.now();
        moved += time.look();
        CHECK(time.now().ms >= seen.ms);
    }
    CHECK(moved == time.now().shift_ms);
    CHECK(moved > 20 * second);
    CHECK(time.now().ms - moved == before.ms + 100 * ServerTime::still_max.count());
}

TEST_CASE("slow corrections of the time of day are no jumps, and lead nowhere") {
    TwoHands clock;
    ServerTime time(clock);
    for (int i = 0; i < 1'000; ++i) {
        clock.pass(second);
        clock.day += 1;
        const auto moved = time.look();
        CHECK(moved == 0);
    }
}
