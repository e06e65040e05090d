// The way of a player to a battle that another server has, with an upstream of the test's own.
#include "server/peers/passage.hpp"

#include <doctest/doctest.h>

#include "server/base/refusals.hpp"
#include "tests/server/own_upstream.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::server;

namespace {

const std::string battle = "AAAAAAAAAAAAAAAAAAAAAA";

class Player final : public Subscriber {
public:
    void deliver(Bundle bundle) override {
        for (std::size_t i = 0; i < bundle->size(); ++i) heard.push_back(Json::parse((*bundle)[i].text));
    }
    void deliver_then(Bundle bundle, std::function<void()> drained) override {
        deliver(std::move(bundle));
        reads_on = std::move(drained);
    }
    void come_again() override { sent_away = true; }

    std::vector<Json> heard{};
    std::function<void()> reads_on{};
    bool sent_away = false;
};

Json told(const std::string& type, std::int64_t seq) {
    return {{"type", type}, {"battle", battle}, {"seq", seq}, {"at", "2026-11-29T14:00:00.000Z"}, {"event", "said"}, {"data", {{"text", "x"}}}};
}
Json request(std::int64_t decision) { return {{"type", "request"}, {"battle", battle}, {"decision", decision}, {"seat", "attacker"}}; }
Json refused(const std::string& id, const Refusal& why) {
    return {{"type", "rejected"}, {"id", id}, {"battle", battle}, {"code", name(why.code)}, {"message", why.message}};
}
protocol::Choose choice(std::int64_t decision) { return {.battle = battle, .decision = decision, .choice = parse_flat_json(R"("default")").value()}; }

class Way {
public:
    ~Way() { passage->end(); }

    void run() {
        io.restart();
        io.poll();
    }
    test::TestUpstream::TestLine& line() { return *upstream.lines.back(); }
    void open() { line().listener.lock()->on_open(); }
    void answer(std::int64_t head = 0, const std::string& generation = "aaaaaaaaaaaaaaaa") {
        line().tell({{"type", "following"}, {"id", "f"}, {"battle", battle}, {"viewer", "attacker"}, {"head", head}, {"generation", generation}});
    }
    /// Follows with a seat's token, and is told that it does.
    void follow() {
        passage->follow("f", {.battle = battle, .token = "secret"});
        open();
        answer();
    }
    void lose() { line().listener.lock()->on_closed("gone"); }
    /// The line is lost, and the next one is there.
    void lose_and_open() {
        const auto lines = upstream.lines.size();
        lose();
        test::wait_until([&] {
            run();
            return upstream.lines.size() > lines;
        });
        open();
    }
    std::vector<std::string> types() const {
        std::vector<std::string> out;
        for (const auto& each : player->heard) out.push_back(each["type"]);
        return out;
    }

    IoContext io{1};
    test::TestClock clock{};
    test::TestUpstream upstream{};
    std::shared_ptr<Player> player = std::make_shared<Player>();
    bool ended = false;
    std::shared_ptr<Passage> passage = std::make_shared<Passage>(battle, player, asio::make_strand(io), upstream, clock, [this] { ended = true; });
};

using Types = std::vector<std::string>;

}  // namespace

TEST_CASE("what a player sends to another server's battle goes out when he follows there, and what that says comes as it is") {
    Way way;
    way.passage->follow("f", {.battle = battle, .token = "secret"});
    way.passage->send("mine", choice(7));
    REQUIRE(way.upstream.lines.size() == 1);
    CHECK(way.line().said.empty());
    way.open();
    REQUIRE(way.line().said.size() == 1);
    CHECK(way.line().said[0]["type"] == "follow");
    CHECK(way.line().said[0]["token"] == "secret");
    way.answer();
    REQUIRE(way.line().said.size() == 2);
    CHECK(way.line().said[1]["type"] == "choose");
    CHECK(way.line().said[1]["id"] == "mine");
    CHECK(way.line().said[1]["decision"] == 7);
    const Json accepted{{"type", "accepted"}, {"id", "mine"}, {"battle", battle}, {"decision", 7}, {"seq", 1}}, new_kind{{"type", "of tomorrow"}, {"x", 1}};
    way.line().tell(accepted);
    way.line().tell(new_kind);
    REQUIRE(way.types() == Types{"following", "accepted", "of tomorrow"});
    CHECK(way.player->heard[1] == accepted);
    CHECK(way.player->heard[2] == new_kind);
}

TEST_CASE("a line that is lost is followed anew from the last event; what was not answered is sent again, and nothing is told twice") {
    Way way;
    way.follow();
    way.line().tell(told("event", 1));
    way.line().tell(request(7));
    way.passage->send("answered", choice(6));
    way.line().tell({{"type", "accepted"}, {"id", "answered"}, {"battle", battle}});
    way.passage->send("mine", choice(7));
    way.player->heard.clear();
    way.lose_and_open();
    REQUIRE(way.line().said.size() == 1);
    CHECK(way.line().said[0]["since"] == 1);
    CHECK(way.line().said[0]["generation"] == "aaaaaaaaaaaaaaaa");
    way.answer(1);
    REQUIRE(way.line().said.size() == 2);
    CHECK(way.line().said[1]["id"] == "mine");
    way.line().tell(request(7));
    CHECK(way.player->heard.empty());
    way.line().tell(told("event", 2));
    CHECK(way.types() == Types{"event"});
    CHECK(!way.player->sent_away);
}

TEST_CASE("when the server of a battle is said to be gone its line is opened anew at once, however it looks, and one that is waited for too; no other is cut") {
    Way way;
    way.follow();
    way.passage->send("mine", choice(7));
    way.passage->look_again(false);
    CHECK(way.upstream.lines.size() == 1);
    CHECK(!way.line().is_cut);
    way.passage->look_again(true);
    REQUIRE(way.upstream.lines.size() == 2);
    CHECK(way.upstream.lines.front()->is_cut);
    way.open();
    way.answer();
    CHECK(way.line().said.back()["id"] == "mine");
    way.lose();
    CHECK(way.upstream.lines.size() == 2);
    way.passage->look_again(false);
    CHECK(way.upstream.lines.size() == 3);
    way.run();
    CHECK(way.upstream.lines.size() == 3);
    CHECK(!way.player->sent_away);
}

TEST_CASE("a request that was closed while there was no line is told so by what was chosen") {
    Way way;
    way.follow();
    way.line().tell(request(7));
    way.lose_and_open();
    way.player->heard.clear();
    way.answer(1);
    Json chosen = told("event", 1);
    chosen["event"] = "chosen";
    chosen["data"] = {{"seat", "attacker"}, {"decision", 7}};
    way.line().tell(chosen);
    REQUIRE(way.types() == Types{"event", "request_closed"});
    CHECK(way.player->heard[1]["decision"] == 7);
}

TEST_CASE("who sent what would happen twice if it was sent again is sent away when its line is lost, and so is who followed another history") {
    Way unrecognised;
    unrecognised.follow();
    unrecognised.passage->send("mine", protocol::HandOver{battle, "secret"});
    unrecognised.lose();
    CHECK(unrecognised.player->sent_away);
    CHECK(unrecognised.ended);

    Way without_id;
    without_id.follow();
    without_id.passage->send("", choice(7));
    without_id.lose();
    CHECK(without_id.player->sent_away);

    Way history;
    history.follow();
    history.lose_and_open();
    CHECK(!history.player->sent_away);
    history.answer(0, "bbbbbbbbbbbbbbbb");
    CHECK(history.player->sent_away);
    CHECK(history.ended);
}

TEST_CASE("who is refused where the battle is hears so; that it is another server's is not told, but followed there") {
    Way refused_one;
    refused_one.passage->follow("f", {.battle = battle, .token = "wrong"});
    refused_one.open();
    refused_one.line().tell(refused("f", {Code::bad_token, "the token opens no seat of this battle"}));
    REQUIRE(refused_one.types() == Types{"rejected"});
    CHECK(refused_one.player->heard[0]["code"] == "bad_token");
    CHECK(refused_one.ended);
    CHECK(refused_one.line().is_cut);

    Way moved;
    moved.follow();
    moved.passage->send("mine", choice(7));
    moved.player->heard.clear();
    moved.line().tell(refused("mine", another_servers()));
    CHECK(moved.line().is_cut);
    test::wait_until([&] {
        moved.run();
        return moved.upstream.lines.size() == 2;
    });
    moved.open();
    moved.answer();
    CHECK(moved.player->heard.empty());
    CHECK(moved.line().said.back()["id"] == "mine");
}

TEST_CASE("only so many messages of a player wait for another server: one more is refused") {
    Way way;
    way.passage->follow("f", {.battle = battle, .token = "secret"});
    for (std::size_t i = 0; i < limits::node_unanswered_max; ++i) way.passage->send("m" + std::to_string(i), choice(7));
    CHECK(way.player->heard.empty());
    way.passage->send("too many", choice(7));
    REQUIRE(way.types() == Types{"rejected"});
    CHECK(way.player->heard[0]["id"] == "too many");
    CHECK(way.player->heard[0]["code"] == "server_busy");
    CHECK(way.player->heard[0]["decision"] == 7);
    way.open();
    way.answer();
    CHECK(way.line().said.size() == 1 + limits::node_unanswered_max);
}

TEST_CASE("what finds no server for as long as it may wait is refused, and says so if nobody knows what became of it; what is on its way is waited for") {
    Way never;
    never.passage->follow("f", {.battle = battle, .token = "secret"});
    never.passage->send("mine", choice(7));
    Way lost;
    lost.follow();
    lost.passage->send("sent", choice(7));
    lost.lose();
    lost.passage->send("not sent", choice(8));
    lost.player->heard.clear();
    Way answering;
    answering.follow();
    answering.passage->send("slow", choice(7));
    for (auto* each : {&never, &lost, &answering}) each->clock.pass(limits::node_wait_max);
    test::wait_until([&] {
        for (auto* each : {&never, &lost, &answering}) each->run();
        return never.player->heard.size() == 2 && lost.player->heard.size() == 2;
    });
    for (auto* each : {&never, &lost})
        for (const Json& told : each->player->heard) {
            CHECK(told["type"] == "rejected");
            CHECK(told["code"] == "server_busy");
        }
    CHECK(never.ended);
    CHECK(never.player->heard[0]["id"] == "mine");
    CHECK(never.player->heard[1]["id"] == "f");
    CHECK(!lost.ended);
    CHECK(lost.player->heard[0]["message"].get<std::string>().contains("nobody can say whether this was kept"));
    CHECK(!lost.player->heard[1]["message"].get<std::string>().contains("nobody can say"));
    CHECK(answering.types() == Types{"following"});
    CHECK(!answering.ended);
}

TEST_CASE("a server that has no place now is asked again, and who follows already hears nothing of it") {
    const Refusal busy{Code::server_busy, "too many battles are in memory"};
    Way way;
    const auto refuse_follow = [&] {
        const auto lines = way.upstream.lines.size();
        way.line().tell(refused("f", busy));
        test::wait_until([&] {
            way.run();
            return way.upstream.lines.size() > lines;
        });
        way.open();
    };
    way.passage->follow("f", {.battle = battle, .token = "secret"});
    way.open();
    refuse_follow();
    CHECK(way.player->heard.empty());
    way.answer();
    way.lose_and_open();
    refuse_follow();
    way.answer();
    CHECK(way.types() == Types{"following"});
    way.passage->send("mine", choice(7));
    way.line().tell(refused("mine", busy));
    CHECK(way.types() == Types{"following", "rejected"});
    CHECK(way.upstream.lines.size() == 4);
    CHECK(!way.player->sent_away);
}

TEST_CASE("of so many open requests it is known that they were told; of more they are told once more on a new line") {
    constexpr std::int64_t most = 64;
    Way way;
    way.follow();
    const auto told_again = [&](std::int64_t decision) {
        way.lose_and_open();
        way.answer();
        way.player->heard.clear();
        way.line().tell(request(decision));
        return way.types() == Types{"request"};
    };
    for (std::int64_t decision = 1; decision <= most; ++decision) way.line().tell(request(decision));
    CHECK(!told_again(1));
    way.line().tell(request(most + 1));
    CHECK(told_again(1));
    CHECK(!told_again(1));
    CHECK(!way.player->sent_away);
}

TEST_CASE("nothing is read from another server while the player takes nothing, and who takes nothing when his line is lost is sent away") {
    Way way;
    way.follow();
    Json large = told("event", 1);
    large["data"]["text"] = std::string(limits::node_unread_bytes_max, 'x');
    way.line().tell(large);
    CHECK(way.line().pauses);
    way.player->reads_on();
    way.run();
    CHECK(!way.line().pauses);
    large["seq"] = 2;
    way.line().tell(large);
    CHECK(way.line().pauses);
    way.lose();
    CHECK(way.player->sent_away);
}

TEST_CASE("who stands by hears the answers to what he sends, and nothing else") {
    Way way;
    way.passage->stand_by({.battle = battle, .token = "secret"});
    way.passage->send("mine", choice(7));
    way.open();
    way.answer();
    way.line().tell(told("event", 1));
    way.line().tell({{"type", "presence"}, {"battle", battle}});
    way.line().tell({{"type", "accepted"}, {"id", "mine"}, {"battle", battle}});
    CHECK(way.types() == Types{"accepted"});
}
