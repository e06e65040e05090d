// Who is told that a battle waits, as plain values: what a seat may subscribe, what is shown of that, and what is told when.
#include "server/base/limits.hpp"
#include "tests/battle/clocks.hpp"
#include "tests/battle/one_battle.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

const Json channel = Json::array({{{"kind", "webhook"}, {"format", "discord"}, {"url", "https://club"}}});

class OnlyHttps final : public NudgePlaces {
public:
    std::expected<std::string, Refusal> check(const protocol::NudgeTarget& target, const std::string& path) const override {
        constexpr std::string_view scheme = "https://";
        if (!target.url.starts_with(scheme)) return refuse(Code::bad_message, "only https:// is supported", path + "/url");
        return target.url.substr(scheme.size(), target.url.find('/', scheme.size()) - scheme.size());
    }
};
const OnlyHttps places{};

protocol::Subscribe webhook(const std::string& url, const std::string& secret = {}) {
    protocol::Subscribe out;
    out.nudge.url = url;
    out.nudge.secret = secret;
    return out;
}

/// A battle on a server that sends nudges; everybody is here.
struct Nudged : OneBattle {
    explicit Nudged(const protocol::Create& wanted = rock_paper_wanted()) : OneBattle(wanted, &places) { all_sit_down(); }

    Json subscribe(const std::string& seat, const std::string& where) { return ask(seat, webhook("https://" + where)); }
    Json list(const std::string& seat) { return ask(seat, protocol::ListNudges{""})["nudges"]; }

    /// What is told when so much time has passed: "red 1 throw to r".
    Names after(std::int64_t ms) {
        pass(ms);
        Names out;
        while (const auto command = time_demands(*state, now)) {
            const auto change = apply(*command);
            REQUIRE(change);
            for (const auto& nudge : change->nudges) {
                const auto& turn = nudge.turn;
                for (const auto& each : nudge.to)
                    out.push_back(turn.seat + " " + std::to_string(turn.decision) + " " + turn.kind + " to " + each.target.url.substr(8));
                last = nudge;
            }
        }
        return out;
    }

    Change::Nudge last{};
};

}  // namespace

TEST_CASE("who subscribes is told the secret once; the list shows no more than the host, and the same address again is the same place") {
    Nudged battle;
    const auto made = battle.subscribe("red", "hooks.example/very-secret");
    CHECK(made["type"] == "subscribed");
    CHECK(made["secret"].get<std::string>().size() == 32);
    CHECK(!made.dump().contains("very-secret"));
    CHECK(battle.ask("red", webhook("https://own.example", "my own secret of 26 bytes"))["secret"] == "my own secret of 26 bytes");
    const auto again = battle.subscribe("red", "hooks.example/very-secret");
    CHECK(again["nudge"] == made["nudge"]);
    CHECK(again["secret"] != made["secret"]);
    battle.reload();
    const auto shown = battle.list("red");
    REQUIRE(shown.size() == 2);
    CHECK(std::ranges::count(shown, Json{{"nudge", made["nudge"]["nudge"]}, {"kind", "webhook"}, {"host", "hooks.example"}}) == 1);
    CHECK(battle.list("green").empty());
}

TEST_CASE("what nobody may guess follows from a message's random bytes alone: a subscription's name and secret, a seat's token") {
    Nudged battle;
    const auto before = battle.stored;
    const auto told = [&](const SeatMessage& message, const std::string& fresh) {
        battle.stored = before;
        battle.reload();
        return OneBattle::answer(battle.apply(FromSeat{{.token = battle.tokens["red"]}, "", message, fresh}));
    };
    const SeatMessage subscribe = webhook("https://r"), hand_over = protocol::HandOver{"", battle.tokens["red"]};
    const auto one = told(subscribe, "a"), other = told(subscribe, "b");
    CHECK(told(subscribe, "a") == one);
    CHECK(other["secret"] != one["secret"]);
    CHECK(other["nudge"]["nudge"] != one["nudge"]["nudge"]);
    CHECK(!one["secret"].get<std::string>().starts_with(one["nudge"]["nudge"].get<std::string>()));  // the list shows the name
    CHECK(told(hand_over, "a") == told(hand_over, "a"));
    CHECK(told(hand_over, "a")["token"] != told(hand_over, "b")["token"]);
}

TEST_CASE("what is refused subscribes nobody: a place that is none, a sixth, a spectator's, one of a battle that is over, one where none are sent") {
    Nudged battle;
    const auto nowhere = battle.send("red", webhook("ftp://r"));
    REQUIRE(!nowhere);
    CHECK(nowhere.error().path == "/nudge/url");
    CHECK(battle.outcome(battle.apply(FromSeat{{.watches = "Eve"}, "", webhook("https://e")})) == "not_your_seat");
    CHECK(battle.list("red").empty());
    for (std::size_t i = 0; i < limits::nudges_per_seat_max; ++i) battle.subscribe("red", std::to_string(i));
    battle.reload();
    CHECK(battle.tell("red", webhook("https://more")) == "server_busy");
    CHECK(battle.list("red").size() == limits::nudges_per_seat_max);
    CHECK(battle.subscribe("green", "more")["type"] == "subscribed");
    battle.apply(CloseBattle{});
    CHECK(battle.tell("blue", webhook("https://b")) == "battle_over");
    OneBattle silent;
    CHECK(silent.tell("red", webhook("https://r")) == "bad_message");
}

TEST_CASE("subscriptions count to what a battle takes in memory") {
    Nudged battle;
    const auto before = battle.state->weight();
    const auto made = battle.subscribe("red", std::string(900, 'x'));
    CHECK(battle.state->weight() > before + 900);
    battle.ask("red", protocol::Unsubscribe{"", made["nudge"]["nudge"]});
    CHECK(battle.state->weight() == before);
}

TEST_CASE("a subscription ends when its seat takes it back or its place is gone; no other seat ends it") {
    Nudged battle;
    const std::string reds = battle.subscribe("red", "r")["nudge"]["nudge"], greens = battle.subscribe("green", "g")["nudge"]["nudge"];
    battle.subscribe("blue", "b");
    CHECK(battle.tell("green", protocol::Unsubscribe{"", reds}) == "bad_message");
    CHECK(battle.list("red").size() == 1);
    const auto ended = battle.send("red", protocol::Unsubscribe{"", reds});
    REQUIRE(ended);
    CHECK(OneBattle::answer(ended)["type"] == "unsubscribed");
    CHECK(ended->subscriptions_ended == Names{reds});
    CHECK(battle.tell("red", protocol::Unsubscribe{"", reds}) == "bad_message");
    CHECK(battle.apply(DropNudge{greens})->stores);
    CHECK(!battle.apply(DropNudge{greens})->stores);
    battle.reload();
    for (const auto* seat : {"red", "green"}) CHECK(battle.list(seat).empty());
    CHECK(battle.after(30 * second) == Names{"blue 3 throw to b"});
}

TEST_CASE("who is away is told after half a minute and who is here after five, each once; only until then the battle wants attention") {
    Nudged battle;
    CHECK(battle.state->wake_at() == 0);
    battle.subscribe("red", "r");
    battle.subscribe("green", "g");
    CHECK(battle.stored.wake_at == OneBattle::start_ms + 5 * minute);
    battle.set_here("red", false);
    CHECK(battle.state->wake_at() == OneBattle::start_ms + 30 * second);
    CHECK(battle.after(30 * second - 1).empty());
    CHECK(battle.after(1) == Names{"red 1 throw to r"});
    CHECK(battle.last.turn.battle == battle.stored.header.id);
    CHECK(battle.after(270 * second - 1).empty());
    CHECK(battle.after(1) == Names{"green 2 throw to g"});
    CHECK(battle.after(hour).empty());
    CHECK(battle.stored.wake_at == 0);
}

TEST_CASE("when the time of day is set nobody is told sooner or later than he would have been, and no event tells of it") {
    for (const auto jump : {hour, -hour}) {
        Nudged battle;
        battle.subscribe("red", "r");
        battle.subscribe("green", "g");
        battle.set_here("red", false);
        battle.pass(10 * second);
        const auto head = battle.history.head();
        battle.now.ms += jump;
        battle.now.shift_ms += jump;
        battle.set_here("blue", false);  // who goes and comes meanwhile changes nothing of it
        CHECK(battle.after(20 * second - 1).empty());
        CHECK(battle.stored.wake_at == OneBattle::start_ms + jump + 30 * second);
        CHECK(battle.after(1) == Names{"red 1 throw to r"});
        battle.reload();
        battle.set_here("green", true);
        CHECK(battle.after(270 * second - 1).empty());
        CHECK(battle.after(1) == Names{"green 2 throw to g"});
        CHECK(battle.history.head() == head);
    }
}

TEST_CASE("whose battle was stored by an older server, that did not note the shift, is told in time") {
    Nudged battle;
    battle.now.shift_ms = 7 * hour;
    battle.subscribe("red", "r");
    auto& waiting = std::ranges::find(battle.stored.kept, "nudges", &storage::Kept::name)->value;
    auto json = Json::parse(waiting);
    REQUIRE(json.erase("shift_ms") == 1);
    waiting = json.dump();
    battle.reload();
    CHECK(battle.after(30 * second - 1).empty());
    CHECK(battle.after(1) == Names{"red 1 throw to r"});
}

TEST_CASE("what was told is not told again when the battle was read anew; what was not is, signed with the same secret") {
    Nudged battle;
    battle.subscribe("red", "r");
    const auto greens = battle.subscribe("green", "g");
    battle.set_here("red", false);
    CHECK(battle.after(30 * second) == Names{"red 1 throw to r"});
    battle.reload();
    CHECK(battle.after(0) == Names{"green 2 throw to g"});  // nobody is here any more
    REQUIRE(battle.last.to.size() == 1);
    CHECK(greens["secret"] == battle.last.to[0].target.secret);
    battle.reload();
    CHECK(battle.after(hour).empty());
}

TEST_CASE("what was decided in time is told to nobody; what was told is closed when it is decided") {
    Nudged battle;
    battle.subscribe("red", "r");
    battle.subscribe("green", "g");
    battle.set_here("red", false);
    CHECK(battle.after(30 * second) == Names{"red 1 throw to r"});
    const auto chosen = battle.send("red", protocol::Choose{"", battle.decision_of("red"), Json{{"throw", "rock"}}});
    REQUIRE(chosen);
    CHECK(chosen->nudges_closed == std::vector<std::int64_t>{1});
    battle.throws("green", "rock");
    battle.set_here("green", false);
    CHECK(battle.after(hour).empty());
}

TEST_CASE("a whole battle's channel hears which person's turn it is, not what of; nobody is shown it, and a private battle has none") {
    auto wanted = rock_paper_wanted({{"nudges", channel}});
    wanted.seats["blue"].bot = protocol::Bot::best;
    Nudged battle(wanted);
    battle.set_here("red", false);
    CHECK(battle.after(30 * second) == Names{"red 1  to club"});
    battle.reload();
    CHECK(battle.after(hour) == Names{"green 2  to club"});
    CHECK(battle.list("red").empty());
    for (std::int64_t seq = 1; seq <= battle.history.head(); ++seq) CHECK(!battle.text_of(seq).contains("club"));
    CHECK(!protocol::message_text(battle.state->following({})).contains("club"));
    wanted.options.nudges.push_back(wanted.options.nudges.front());
    const rules::Rulesets known({&rock_paper()});
    const auto twice = new_battle(wanted, {known, test_key(), &places}, battle.now);
    REQUIRE(!twice);
    CHECK(twice.error().path == "/options/nudges/1/url");
    wanted.options.visibility = protocol::Visibility::closed;
    const auto refused = new_battle(wanted, {known, test_key(), &places}, battle.now);
    REQUIRE(!refused);
    CHECK(refused.error().path == "/options/nudges");
}

TEST_CASE("the nudges of a seat's former holder end when the new one comes, not before") {
    Nudged battle;
    const std::string reds = battle.subscribe("red", "r")["nudge"]["nudge"];
    battle.subscribe("green", "g");
    const std::string token = battle.ask("red", protocol::HandOver{"", battle.tokens["red"]})["token"];
    CHECK(battle.list("red").size() == 1);
    const auto accepted = battle.apply(AcceptSeat{battle.seat("red")});
    REQUIRE(accepted);
    CHECK(accepted->subscriptions_ended == Names{reds});
    battle.tokens["red"] = token;
    battle.reload();
    CHECK(battle.list("red").empty());
    CHECK(battle.after(30 * second) == Names{"green 2 throw to g"});
}
