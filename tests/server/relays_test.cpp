// A relay's battles with an upstream of the test's own: what is asked of it and when, and what happens at each bound.
#include "server/relay/relays.hpp"

#include <doctest/doctest.h>

#include "tests/server/own_upstream.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::server;

namespace {

using test::TestClock;
using test::TestUpstream;

class Viewer final : public Subscriber {
public:
    bool gone() const override { return left; }
    std::string address() const override { return "192.0.2.1"; }
    bool may_fetch() override { return fetches-- > 0; }
    void deliver(Bundle bundle) override {
        for (std::size_t i = 0; i < bundle->size(); ++i) heard.push_back(Json::parse((*bundle)[i].text));
    }
    void deliver_then(Bundle bundle, std::function<void()> drained) override {
        deliver(std::move(bundle));
        drained();
    }
    void come_again() override { left = true; }
    std::vector<Json> of(std::string_view type) const {
        std::vector<Json> out;
        for (const auto& each : heard)
            if (each["type"] == type) out.push_back(each);
        return out;
    }

    bool left = false;
    int fetches = 1'000'000;
    std::vector<Json> heard{};
};

const std::string banned = "203.0.113.7";
const std::string first = "AAAAAAAAAAAAAAAAAAAAAA", second = "BBBBBBBBBBBBBBBBBBBBBB", third = "CCCCCCCCCCCCCCCCCCCCCC";

std::string drawn(int number) {
    std::string id = first;
    id[0] = static_cast<char>('a' + number % 26);
    id[1] = static_cast<char>('a' + number / 26);
    return id;
}

class House {
public:
    explicit House(std::size_t battles_max = 100) : relays(std::make_shared<Relays>(all, ask_list, battles_max)) {}

    void run() {
        io.restart();
        io.poll();
    }
    std::shared_ptr<Viewer> follow(const std::string& battle, std::int64_t since = 0, bool snapshot = false, const std::string& generation = {}) {
        auto viewer = std::make_shared<Viewer>();
        const auto found = relays->find(battle);
        if (!found) {
            viewer->heard.push_back({{"type", "rejected"}, {"code", name(found.error().code)}, {"message", found.error().message}});
            return viewer;
        }
        (*found)->follow(viewer, "mine", {.battle = battle, .since = since, .generation = generation, .snapshot = snapshot});
        run();
        return viewer;
    }
    TestUpstream::TestLine& line() { return *upstream.lines.back(); }
    /// The line is there now: what it asks is answered.
    void open() {
        line().listener.lock()->on_open();
        answer();
    }
    void answer(std::int64_t head = 2, const std::string& generation = "aaaaaaaaaaaaaaaa") {
        const auto& asked = line().said.back();
        line().tell({{"type", "following"},
                     {"id", asked["id"]},
                     {"battle", asked["battle"]},
                     {"viewer", "spectator"},
                     {"head", head},
                     {"generation", generation},
                     {"seats", Json::array()}});
        run();
    }
    void event(std::int64_t seq, const std::string& data = "x") {
        const auto& asked = line().said.front();
        line().tell(
            {{"type", "event"}, {"battle", asked["battle"]}, {"seq", seq}, {"at", "2026-11-29T14:00:00.000Z"}, {"event", "said"}, {"data", {{"text", data}}}});
        run();
    }
    /// The relay's own clocks and pauses have come so far that this holds.
    void until(const std::function<bool()>& holds) {
        test::wait_until([&] {
            run();
            return holds();
        });
    }

    IoContext io{1};
    TestClock clock{};
    ServerTime time{clock};
    Ground ground{io, time, Settings{}};
    TestUpstream upstream{};
    Origin origin{"https://up.example", clock, [](const std::string&, const std::string& address, Origin::Answered done) {
                      if (address == banned) return done(std::pair(403, R"({"detail":"this address is banned"})"));
                      done(std::pair(200, R"({"address":"https://play.example","relays":0})"));
                  }};
    Origin::Answer lists = std::pair(200, R"({"battles":[]})");
    std::vector<std::pair<std::string, std::string>> lists_asked{};  // the query, for whom
    Relays::AskList ask_list = [this](const std::string& query, const std::string& address, const Origin::Answered& done) {
        lists_asked.emplace_back(query, address);
        done(lists);
    };
    RelayGround all{ground, upstream, origin, clock};
    std::shared_ptr<Relays> relays;
};

std::vector<std::int64_t> numbers(const Viewer& viewer) {
    std::vector<std::int64_t> out;
    for (const auto& each : viewer.of("event")) out.push_back(each["seq"]);
    return out;
}

}  // namespace

TEST_CASE("any number of viewers is one follow upstream, and each gets every event once, in order, also who comes later or comes again") {
    House house;
    const auto early = house.follow(first);
    const auto other = house.follow(first);
    REQUIRE(house.upstream.lines.size() == 1);
    house.open();
    for (int seq = 1; seq <= 3; ++seq) house.event(seq);
    CHECK(early->of("following").size() == 1);
    CHECK(early->of("following")[0]["id"] == "mine");
    CHECK(numbers(*early) == std::vector<std::int64_t>{1, 2, 3});
    CHECK(numbers(*other) == std::vector<std::int64_t>{1, 2, 3});
    const auto late = house.follow(first, 1);
    CHECK(numbers(*late) == std::vector<std::int64_t>{2, 3});
    CHECK(house.upstream.lines.size() == 1);
    CHECK(house.line().said.size() == 1);  // what is known is not a second old
    house.event(2);                        // once more, as both follows of a line tell it
    CHECK(numbers(*early) == std::vector<std::int64_t>{1, 2, 3});
}

TEST_CASE("who comes when what upstream said has grown old waits for what it says now, and a crowd asks once") {
    House house;
    const auto early = house.follow(first);
    house.open();
    for (int seq = 1; seq <= 3; ++seq) house.event(seq);
    house.clock.pass(limits::relay_fresh);
    const auto late = house.follow(first), later = house.follow(first);
    CHECK(late->heard.empty());
    CHECK(house.line().said.size() == 2);
    CHECK(house.line().said.back()["since"] == 3);
    house.answer(3);
    CHECK(numbers(*late) == std::vector<std::int64_t>{1, 2, 3});
    CHECK(numbers(*later) == std::vector<std::int64_t>{1, 2, 3});
    CHECK(early->of("following").size() == 1);
}

TEST_CASE("upstream is let go of once nobody has watched for the time of grace, and not before") {
    House house;
    const auto viewer = house.follow(first);
    house.open();
    house.clock.pass(limits::relay_grace * 2);
    house.relays->look();
    house.run();
    CHECK(!house.line().is_cut);  // somebody watches
    house.relays->existing(first)->leave(viewer);
    house.run();
    house.clock.pass(limits::relay_grace - std::chrono::milliseconds(1));
    house.relays->look();
    house.run();
    CHECK(!house.line().is_cut);
    house.clock.pass(std::chrono::milliseconds(1));
    house.relays->look();
    house.run();
    CHECK(house.line().is_cut);
    CHECK(house.relays->existing(first) == nullptr);
    CHECK(house.all.bytes.bytes() == 0);
}

TEST_CASE("a line that breaks costs nobody its place: it is followed from the last event that is here") {
    House house;
    const auto viewer = house.follow(first);
    house.open();
    house.event(1);
    house.line().listener.lock()->on_closed("cut");
    house.run();
    CHECK(house.relays->figures().paused == 1);
    house.clock.pass(std::chrono::seconds(3));
    CHECK(house.relays->figures().lag_ms == 3'000);
    const auto meanwhile = house.follow(first);  // what is here is told at once
    CHECK(numbers(*meanwhile) == std::vector<std::int64_t>{1});
    house.until([&] { return house.upstream.lines.size() == 2; });
    house.line().listener.lock()->on_open();
    CHECK(house.line().said.back()["since"] == 1);
    CHECK(house.line().said.back()["generation"] == "aaaaaaaaaaaaaaaa");
    house.answer(2);
    house.event(2);
    CHECK(numbers(*viewer) == std::vector<std::int64_t>{1, 2});
    CHECK(numbers(*meanwhile) == std::vector<std::int64_t>{1, 2});
    CHECK(house.relays->figures().paused == 0);
    CHECK(!viewer->left);
}

TEST_CASE("when upstream is said to be gone it is followed anew at once, however its line looks, and if it is waited for too; no other line is cut") {
    House house;
    const auto viewer = house.follow(first);
    house.open();
    house.event(1);
    house.event(2);
    const auto look_again = [&](bool lost) {
        house.relays->look_again(first, lost);
        house.run();
    };
    look_again(false);
    look_again(false);
    CHECK(house.upstream.lines.size() == 1);
    look_again(true);
    REQUIRE(house.upstream.lines.size() == 2);
    CHECK(house.upstream.lines.front()->is_cut);
    house.open();
    CHECK(house.line().said.back()["since"] == 2);
    house.line().listener.lock()->on_closed("gone");
    CHECK(house.upstream.lines.size() == 2);
    look_again(false);
    CHECK(house.upstream.lines.size() == 3);
    house.relays->look_again(second, true);
    CHECK(viewer->of("event").size() == 2);
    CHECK(!viewer->left);
}

TEST_CASE("another generation, and a history that is shorter than ours, send everybody away to come again") {
    House house;
    const auto viewer = house.follow(first);
    house.open();
    house.event(1);
    house.line().listener.lock()->on_closed("cut");
    house.until([&] { return house.upstream.lines.size() == 2; });
    house.line().listener.lock()->on_open();
    SUBCASE("another generation") {
        house.answer(1, "bbbbbbbbbbbbbbbb");
        CHECK(viewer->left);
    }
    SUBCASE("a shorter history") {
        house.line().tell({{"type", "rejected"},
                           {"id", house.line().said.back()["id"]},
                           {"battle", first},
                           {"code", "bad_message"},
                           {"path", "/since"},
                           {"message", "there are not so many"}});
        house.run();
        CHECK(viewer->left);
        CHECK(house.line().said.back()["since"] == 0);
        house.answer(1, "bbbbbbbbbbbbbbbb");
    }
    const auto again = house.follow(first, 1, false, "aaaaaaaaaaaaaaaa");
    house.event(1, "another");
    REQUIRE(again->of("event").size() == 1);
    CHECK(again->of("event")[0]["data"]["text"] == "another");
}

TEST_CASE("what upstream refuses is passed on with its code and words, and a battle that is gone is told to all who watch it") {
    House house;
    const auto viewer = house.follow(first);
    house.line().listener.lock()->on_open();
    const auto no = [&] {
        house.line().tell({{"type", "rejected"},
                           {"id", house.line().said.back()["id"]},
                           {"battle", first},
                           {"code", "unknown_battle"},
                           {"message", "there is no such battle"}});
        house.run();
    };
    SUBCASE("at once") {
        no();
        REQUIRE(viewer->of("rejected").size() == 1);
        CHECK(viewer->of("rejected")[0]["code"] == "unknown_battle");
        CHECK(viewer->of("rejected")[0]["id"] == "mine");
    }
    SUBCASE("later") {
        house.answer(0);
        house.line().listener.lock()->on_closed("cut");
        house.until([&] { return house.upstream.lines.size() == 2; });
        house.line().listener.lock()->on_open();
        no();
        REQUIRE(viewer->of("unfollowed").size() == 1);
        CHECK(viewer->of("unfollowed")[0]["message"] == "there is no such battle");
    }
    CHECK(house.line().is_cut);
    CHECK(house.relays->existing(first) == nullptr);
}

TEST_CASE("what upstream sends that is no message, or out of turn, ends that line and nothing else") {
    House house;
    const auto viewer = house.follow(first);
    house.open();
    house.event(1);
    auto& line = house.line();
    SUBCASE("no JSON") { line.listener.lock()->on_text("{\"type\":"); }
    SUBCASE("no object") { line.listener.lock()->on_text("[1,2]"); }
    SUBCASE("an event too many") { house.event(3); }
    SUBCASE("an event without a number") { line.tell({{"type", "event"}, {"battle", first}}); }
    SUBCASE("an event whose number is none") { line.tell({{"type", "event"}, {"battle", first}, {"seq", "2"}}); }
    house.run();
    CHECK(line.is_cut);
    house.until([&] { return house.upstream.lines.size() == 2; });
    house.open();
    house.event(2);
    CHECK(numbers(*viewer) == std::vector<std::int64_t>{1, 2});
}

TEST_CASE("what upstream says that is not of this battle, or not known, is passed over") {
    House house;
    const auto viewer = house.follow(first);
    house.open();
    house.line().tell({{"type", "event"}, {"battle", second}, {"seq", 1}});
    house.line().tell({{"type", "something_new"}, {"battle", first}});
    house.line().tell({{"type", "notice"}, {"notice", "restart"}, {"message", "bye"}});
    house.line().tell({{"type", "following"}, {"id", "77"}, {"battle", first}, {"head", 9}});
    house.event(1);
    CHECK(numbers(*viewer) == std::vector<std::int64_t>{1});
    CHECK(viewer->of("notice").empty());
    CHECK(!house.line().is_cut);
}

TEST_CASE("a snapshot is asked for once, serves those who come after it, and leaves no event out for the others") {
    House house;
    const auto plain = house.follow(first);
    house.open();
    house.event(1);
    const auto viewer = house.follow(first, 0, true);
    CHECK(house.line().said.back()["snapshot"] == true);
    house.answer(3);
    house.line().tell({{"type", "snapshot"}, {"battle", first}, {"seq", 3}, {"state", Json::object()}});
    house.run();
    CHECK(house.line().said.back()["since"] == 1);  // what it left out
    CHECK(!house.line().said.back().contains("snapshot"));
    house.answer(3);
    CHECK(viewer->heard.empty());  // until that is here
    house.event(2);
    house.event(3);
    house.event(4);
    CHECK(viewer->of("snapshot").size() == 1);
    CHECK(numbers(*viewer) == std::vector<std::int64_t>{4});
    CHECK(numbers(*plain) == std::vector<std::int64_t>{1, 2, 3, 4});
    const auto said = house.line().said.size();
    const auto late = house.follow(first, 0, true);
    CHECK(numbers(*late) == std::vector<std::int64_t>{4});
    CHECK(house.line().said.size() == said);
}

TEST_CASE("an event that comes between a snapshot and the follow for what it left out costs no line: it comes once more") {
    House house;
    const auto plain = house.follow(first);
    house.open();
    house.event(1);
    const auto viewer = house.follow(first, 0, true);
    house.answer(3);
    house.line().tell({{"type", "snapshot"}, {"battle", first}, {"seq", 3}, {"state", Json::object()}});
    house.run();
    house.event(4);
    CHECK(!house.line().is_cut);
    house.answer(4);
    for (int seq = 2; seq <= 4; ++seq) house.event(seq);
    CHECK(numbers(*plain) == std::vector<std::int64_t>{1, 2, 3, 4});
    CHECK(numbers(*viewer) == std::vector<std::int64_t>{4});
    CHECK(house.upstream.lines.size() == 1);
}

TEST_CASE("a seat's token is refused with the address where it plays, and goes nowhere") {
    House house;
    const auto battle = *house.relays->find(first);
    const auto viewer = std::make_shared<Viewer>();
    battle->follow(viewer, "mine", {.battle = first, .token = "secretsecretsecretsecretsecretse"});
    battle->send(viewer, "mine too", protocol::Concede{{first}});
    house.run();
    REQUIRE(viewer->of("rejected").size() == 2);
    for (const auto& each : viewer->of("rejected")) {
        CHECK(each["code"] == "not_your_seat");
        CHECK(each["message"].get<std::string>().ends_with("https://up.example/b/" + first));
    }
    CHECK(house.upstream.lines.empty());
}

TEST_CASE("a relay follows only so many battles: one that nobody watches makes room, and if all are watched it says so") {
    House house(2);
    const auto viewer = house.follow(first);
    house.open();
    const auto other = house.follow(second);
    const auto refused = house.follow(third);
    REQUIRE(refused->heard.size() == 1);
    CHECK(refused->heard[0]["code"] == "server_busy");
    CHECK(refused->heard[0]["message"].get<std::string>().ends_with("/b/" + third));
    (*house.relays->find(first))->leave(viewer);
    house.run();
    const auto taken = house.follow(third);
    CHECK(house.relays->existing(first) == nullptr);
    CHECK(house.relays->existing(third) != nullptr);
    CHECK(house.upstream.lines.front()->is_cut);
}

TEST_CASE("new battles are asked for only so fast, whoever draws ids, and what is not followed takes no place") {
    House house(10'000);
    std::size_t refused = 0;
    for (int i = 0; i < 300; ++i) refused += house.follow(drawn(i))->of("rejected").size();
    CHECK(refused > 50);
    CHECK(house.relays->figures().battles == 300 - refused);
}

TEST_CASE("one address that draws ids uses up its own share, and leaves the others theirs; what only a seat sends asks for nothing") {
    House house(10'000);
    const auto greedy = std::make_shared<Viewer>();
    greedy->fetches = 10;
    for (int i = 0; i < 300; ++i) {
        const auto battle = *house.relays->find(drawn(i));
        battle->follow(greedy, "mine", {.battle = battle->battle()});
        battle->send(greedy, "mine too", protocol::Concede{{battle->battle()}});
        house.run();
    }
    CHECK(house.relays->figures().battles == 10);
    CHECK(house.upstream.lines.size() == 10);
    const auto other = house.follow(first);
    CHECK(other->heard.empty());  // it waits for upstream
    CHECK(house.upstream.lines.size() == 11);
}

TEST_CASE("a battle that would pass the memory of all is given up, in words, and its memory is free again") {
    House house;
    house.all.bytes_max = 20'000;
    const auto viewer = house.follow(first);
    house.open();
    int seq = 0;
    while (viewer->of("unfollowed").empty() && seq < 100) house.event(++seq, std::string(1'000, 'x'));
    CHECK(seq < 25);
    CHECK(viewer->of("unfollowed").at(0)["message"].get<std::string>().contains("no memory left"));
    CHECK(house.all.bytes.bytes() == 0);
    CHECK(house.line().is_cut);
}

TEST_CASE("memory runs short: battles that nobody watches leave first, and one whose beginning is still on its way is refused before one that goes on") {
    House house;
    house.all.bytes_max = 40'000;
    const auto fill = [&](std::int64_t from, std::int64_t count) {
        for (auto seq = from; seq < from + count; ++seq) house.event(seq, std::string(1'000, 'x'));
    };
    const auto passing = house.follow(second);
    house.open();
    fill(1, 15);
    house.relays->existing(second)->leave(passing);
    house.run();
    const auto viewer = house.follow(first);
    house.open();
    const auto live = house.upstream.lines.back();
    fill(1, 24);
    CHECK(viewer->of("unfollowed").empty());
    CHECK(numbers(*viewer).size() == 24);
    CHECK(house.relays->existing(second) == nullptr);
    const auto greedy = house.follow(third);
    house.line().listener.lock()->on_open();
    house.answer(100);
    for (std::int64_t seq = 1; seq <= 8 && !house.line().is_cut; ++seq) house.event(seq, std::string(1'000, 'x'));  // there is room for them
    REQUIRE(greedy->of("unfollowed").size() == 1);
    CHECK(greedy->of("unfollowed")[0]["message"].get<std::string>().contains("no memory left"));
    house.upstream.lines.push_back(live);
    fill(25, 8);
    CHECK(numbers(*viewer).size() == 32);
    CHECK(viewer->of("unfollowed").empty());
}

TEST_CASE("a snapshot for which there is no memory costs only those who want it their place") {
    House house;
    house.all.bytes_max = 20'000;
    const auto viewer = house.follow(first);
    house.open();
    house.event(1);
    house.event(2);
    const auto wants = house.follow(first, 0, true);
    house.answer(2);
    house.line().tell({{"type", "snapshot"}, {"battle", first}, {"seq", 2}, {"state", std::string(20'000, 'x')}});
    house.run();
    REQUIRE(wants->of("rejected").size() == 1);
    CHECK(wants->of("rejected")[0]["message"].get<std::string>().contains("no memory left"));
    CHECK(house.all.bytes.bytes() < 20'000);
    house.answer(2);
    house.event(3);
    CHECK(numbers(*viewer) == std::vector<std::int64_t>{1, 2, 3});
    CHECK(!house.line().is_cut);
}

TEST_CASE("one viewer more than there is place for is refused, and one that leaves makes place") {
    House house;
    house.all.viewers_max = 2;
    const auto one = house.follow(first);
    house.open();
    const auto two = house.follow(first), three = house.follow(first);
    REQUIRE(three->of("rejected").size() == 1);
    CHECK(three->of("rejected")[0]["code"] == "server_busy");
    house.relays->existing(first)->leave(one);
    house.run();
    CHECK(house.follow(first)->of("following").size() == 1);
}

TEST_CASE("who waits for a battle that upstream says nothing of is told so after a while") {
    House house;
    const auto viewer = house.follow(first);
    house.clock.pass(limits::relay_wait_max - std::chrono::milliseconds(1));
    house.relays->look();
    house.run();
    CHECK(viewer->heard.empty());
    house.clock.pass(std::chrono::milliseconds(1));
    house.relays->look();
    house.run();
    REQUIRE(viewer->of("rejected").size() == 1);
    CHECK(viewer->of("rejected")[0]["code"] == "server_busy");
}

TEST_CASE("a clock that is told later says the time of that moment, and presence counts who is here") {
    House house;
    const auto early = house.follow(first);
    house.open();
    house.line().tell({{"type", "clock"}, {"battle", first}, {"now", "2026-11-29T14:00:00.000Z"}, {"seats", Json::array()}});
    house.line().tell({{"type", "presence"}, {"battle", first}, {"seats", Json::array()}, {"spectators", 3}});
    house.run();
    REQUIRE(early->of("clock").size() == 1);
    house.clock.pass(std::chrono::milliseconds(500));
    const auto late = house.follow(first);
    REQUIRE(!late->of("clock").empty());
    CHECK(late->of("clock")[0]["now"] == "2026-11-29T14:00:00.500Z");
    house.until([&] { return !early->of("presence").empty(); });
    CHECK(early->of("presence").back()["spectators"] == 4);  // two others there, besides this relay, and two here
}

TEST_CASE("a way in a circle, and one that is too long, is refused in words; one address's verdict is asked once for all who wait") {
    TestClock clock;
    std::vector<std::pair<std::string, Origin::Answered>> asked;
    Origin origin("https://up.example", clock,
                  [&](const std::string&, const std::string& address, Origin::Answered done) { asked.emplace_back(address, std::move(done)); });
    CHECK(!origin.refuse_way("0011223344556677"));
    REQUIRE(origin.refuse_way("0011223344556677, " + origin.name()));
    CHECK(origin.refuse_way(origin.name())->message.contains("circle"));
    CHECK(origin.refuse_way("a,b,c,d,e,f,g,h")->message.contains("too many relays"));
    CHECK(origin.way_from("a") == "a, " + origin.name());
    int let_in = 0, kept_out = 0;
    const auto count = [&](const std::optional<Refusal>& refusal) { (refusal ? kept_out : let_in) += 1; };
    for (int i = 0; i < 3; ++i) origin.admit("192.0.2.1", {}, count);
    origin.admit("192.0.2.2", {}, count);
    REQUIRE(asked.size() == 2);
    asked[0].second(std::pair(403, R"({"detail":"this address is banned"})"));
    asked[1].second(std::pair(200, R"({"address":"","relays":0})"));
    CHECK(kept_out == 3);
    CHECK(let_in == 1);
    CHECK(origin.url() == "https://up.example");
    clock.pass(limits::relay_verdict_kept - std::chrono::milliseconds(1));
    origin.admit("192.0.2.1", {}, count);
    CHECK(kept_out == 4);
    clock.pass(std::chrono::milliseconds(1));
    origin.admit("192.0.2.1", {}, count);
    REQUIRE(asked.size() == 3);
    asked[2].second(std::unexpected(std::nullopt));  // upstream is away: what is here is shown
    CHECK(let_in == 2);
}

TEST_CASE("what a proxy says before a server that is away is no answer, and only what the relay asks for itself is trouble") {
    TestClock clock;
    std::vector<Origin::Answered> asked;
    Origin origin("https://up.example", clock, [&](const std::string&, const std::string&, Origin::Answered done) { asked.push_back(std::move(done)); });
    std::vector<std::optional<Refusal>> verdicts;
    const auto ask = [&](const std::string& address) { origin.admit(address, {}, [&](std::optional<Refusal> refusal) { verdicts.push_back(refusal); }); };
    ask({});
    asked.at(0)(std::pair(404, ""));  // from before there were relays
    CHECK(origin.trouble().empty());
    for (const int status : {502, 429, 508}) {
        ask("192.0.2.1");  // each time anew: none of them is kept
        asked.back()(std::pair(status, R"({"detail":"a circle"})"));
        CHECK(verdicts.back().has_value() == (status == 508));
        CHECK(origin.trouble().empty());
    }
    CHECK(asked.size() == 4);
    clock.pass(limits::relay_pause_max);
    ask({});
    asked.back()(std::pair(502, "<html>"));
    CHECK(origin.trouble().contains("502"));
    ask({});
    asked.back()(std::unexpected(std::nullopt));
    CHECK(origin.trouble() == "the server upstream cannot be reached");
    ask({});
    asked.back()(std::pair(508, R"({"detail":"a circle"})"));
    CHECK(origin.trouble() == "a circle");
    ask({});
    asked.back()(std::pair(200, R"({"address":"","relays":0})"));
    CHECK(origin.trouble().empty());
}

TEST_CASE("whoever cannot be asked about here is refused, and that says nothing of upstream or of the address") {
    TestClock clock;
    std::vector<Origin::Answered> asked;
    Origin origin("https://up.example", clock, [&](const std::string&, const std::string&, Origin::Answered done) { asked.push_back(std::move(done)); });
    std::vector<std::optional<Refusal>> verdicts;
    const auto ask = [&](const std::string& address) { origin.admit(address, {}, [&](std::optional<Refusal> refusal) { verdicts.push_back(refusal); }); };
    ask({});
    asked.at(0)(std::pair(200, R"({"address":"","relays":0})"));
    ask("192.0.2.1");
    asked.at(1)(std::unexpected(Refusal{Code::server_busy, "too many requests at once"}));
    REQUIRE(verdicts.size() == 2);
    REQUIRE(verdicts.back());
    CHECK(verdicts.back()->message == "too many requests at once");
    CHECK(origin.trouble().empty());
    ask("192.0.2.1");
    CHECK(asked.size() == 3);
}

TEST_CASE("a list is asked for on behalf of who wants it, whom upstream keeps out gets none, and what upstream refuses is a refusal") {
    House house;
    const auto ask = [&](const std::string& address) {
        std::expected<std::string, Refusal> out;
        house.relays->list({}, "mine", address, [&](std::expected<std::string, Refusal> found) { out = std::move(found); });
        return out;
    };
    const auto refused = [&](int status, const std::string& body) {
        house.lists = std::pair(status, body);
        const auto out = ask("192.0.2.1");
        REQUIRE(!out);
        return out.error();
    };
    CHECK(Json::parse(*ask("192.0.2.1")) == Json{{"type", "battles"}, {"id", "mine"}, {"battles", Json::array()}});
    CHECK(house.lists_asked.at(0).second == "192.0.2.1");
    CHECK(ask(banned).error().code == Code::not_your_seat);
    CHECK(house.lists_asked.size() == 1);
    const auto fast = refused(429, R"({"title":"Too Many Requests","code":"rate_limited","detail":"too many searches"})");
    CHECK(fast.code == Code::rate_limited);
    CHECK(fast.message == "too many searches");
    CHECK(refused(503, R"({"detail":"going down"})").code == Code::server_busy);
    CHECK(refused(502, "<html>").message.contains("gave no list"));
    house.lists = std::unexpected(std::nullopt);
    CHECK(ask("192.0.2.1").error().message.contains("gave no list"));
}
