// Who is told that a decision waits, and when; time passes when the test says so.
#include "server/battle/nudges.hpp"
#include "server/http/api.hpp"

#include <future>

#include "tests/battle/house.hpp"

namespace muster::test {

namespace {

using server::NudgeSubscription;
using server::Turn;

constexpr std::int64_t second = 1'000;
constexpr std::int64_t minute = 60 * second;

/// Keeps what it is told to send.
class Notebook final : public server::Nudges {
public:
    std::expected<std::string, Refusal> check(const protocol::NudgeTarget& target, const std::string& path) const override {
        if (target.url.starts_with("https://")) return "hooks.example";
        return refuse(Code::bad_message, "only https:// is supported", path + "/url");
    }
    void tell(Turn turn, std::vector<NudgeSubscription> listeners) override {
        for (const auto& each : listeners)
            lines.push_back((turn.reminder ? "again " : "") + turn.seat + " " + std::to_string(turn.decision) + " " + turn.kind + " to " +
                            each.target.url.substr(8));
        last = turn;
    }
    void decision_closed(const std::string&, std::int64_t decision) override { closed.push_back(decision); }
    void unsubscribed(const std::string&, const std::string& listener) override { ended.push_back(listener); }
    server::NudgeCounters counters() const override { return {.sent = 1, .failed = 2, .retried = 3, .dropped = 4, .waiting = 5}; }
    std::string push_key() const override { return {}; }
    const std::vector<std::string>& hosts() const override { return hosts_; }

    std::vector<std::string> take() { return std::exchange(lines, {}); }
    std::vector<std::string> lines{};
    std::vector<std::int64_t> closed{};
    std::vector<std::string> ended{};
    Turn last{};

private:
    std::vector<std::string> hosts_{};
};

using Lines = std::vector<std::string>;

struct Told {
    explicit Told(storage::Store& store, const Json& options = Json::object()) : house(store) {
        house.services.nudges = &notebook;
        table = house.create(2, options);
        for (const char* seat : {"red", "green", "blue"}) seats[seat] = house.join(table, seat);
    }
    Json ask(const std::string& seat, protocol::NudgeMessage message) {
        const auto id = "n" + std::to_string(++asked);
        auto wanted = std::visit([](auto& each) { return server::SeatMessage(std::move(each)); }, message);
        house.port(table.battle)->send(seats.at(seat), id, std::move(wanted));
        return seats.at(seat)->answer(id);
    }
    Json subscribe(const std::string& seat, const std::string& where, const std::string& secret = {}) {
        protocol::NudgeTarget target;
        target.url = "https://" + where;
        target.secret = secret;
        return ask(seat, protocol::Subscribe{table.battle, target});
    }
    Json list(const std::string& seat) { return ask(seat, protocol::ListNudges{table.battle})["nudges"]; }
    Json unsubscribe(const std::string& seat, const Json& made) { return ask(seat, protocol::Unsubscribe{table.battle, made["nudge"]["nudge"]}); }
    Lines after(std::int64_t ms) {
        house.pass(ms);
        return notebook.take();
    }
    void leave(const std::string& seat) {
        seats[seat]->leave();
        house.settle();
    }

    Notebook notebook;
    House house;
    Table table;
    std::map<std::string, ClientPtr> seats;
    int asked = 0;
};

}  // namespace

TEST_CASE("who is away is told after half a minute, once, and who is here only after five") {
    ScriptedStore store;
    Told told(store);
    told.subscribe("red", "r");
    told.subscribe("green", "g");
    told.leave("red");
    CHECK(told.after(29 * second) == Lines{});
    CHECK(told.after(1 * second) == Lines{"red 1 throw to r"});
    CHECK(told.after(4 * minute) == Lines{});
    CHECK(told.after(1 * minute) == Lines{"green 2 throw to g"});
    CHECK(told.after(60 * minute) == Lines{});
    CHECK(told.notebook.last.battle == told.table.battle);
    CHECK(!told.notebook.last.deadline_ms);
}

TEST_CASE("what was decided in time is told to nobody, and what was told is closed when it is decided") {
    ScriptedStore store;
    Told told(store);
    told.subscribe("red", "r");
    told.seats["red"]->throws("1", 1, "rock");
    told.house.settle();
    told.leave("red");
    CHECK(told.after(60 * minute) == Lines{});
    CHECK(told.notebook.closed == std::vector<std::int64_t>{1});
}

TEST_CASE("a page that is loaded anew does not count as gone") {
    ScriptedStore store;
    Told told(store);
    told.subscribe("red", "r");
    CHECK(told.after(2 * minute) == Lines{});
    told.leave("red");
    told.seats["red"] = told.house.join(told.table, "red");
    CHECK(told.after(1 * minute) == Lines{});
}

TEST_CASE("subscriptions and what was told outlive the server") {
    ScriptedStore store;
    {
        Told told(store);
        told.subscribe("red", "r");
        told.subscribe("green", "g");
        told.leave("red");
        CHECK(told.after(30 * second) == Lines{"red 1 throw to r"});
        told.leave("green");
    }
    Notebook notebook;
    House again(store, House::for_ever, ManualClock::start_ms + 10 * minute);
    again.services.nudges = &notebook;
    again.pass(second);
    CHECK(notebook.take() == Lines{"green 2 throw to g"});
    again.pass(60 * minute);
    CHECK(notebook.take() == Lines{});
}

TEST_CASE("setting the time of day neither sends a nudge at once nor keeps one back") {
    for (const auto jump : {60 * minute, -60 * minute}) {
        ScriptedStore store;
        Told told(store);
        told.subscribe("red", "r");
        told.leave("red");
        told.house.clock.jump(jump);
        CHECK(told.after(29 * second) == Lines{});
        CHECK(told.after(1 * second) == Lines{"red 1 throw to r"});
    }
}

TEST_CASE("a place that is gone is not told again") {
    ScriptedStore store;
    Told told(store);
    const Json made = told.subscribe("red", "r");
    told.house.port(told.table.battle)->command(server::DropNudge{made["nudge"]["nudge"]}, {});
    told.house.settle();
    CHECK(told.list("red").empty());
    told.leave("red");
    CHECK(told.after(60 * minute) == Lines{});
}

TEST_CASE("a correspondence deadline is in the nudge, and at four fifths of it the seat is reminded") {
    ScriptedStore store;
    Told told(store, {{"clock", {{"mode", "correspondence"}, {"per_decision", "PT10H"}}}});
    told.subscribe("red", "r");
    told.leave("red");
    CHECK(told.after(30 * second) == Lines{"red 1 throw to r"});
    REQUIRE(told.notebook.last.deadline_ms);
    CHECK(*told.notebook.last.deadline_ms == ManualClock::start_ms + 600 * minute);
    CHECK(told.after(479 * minute) == Lines{});
    CHECK(told.after(1 * minute) == Lines{"again red 1 throw to r"});
}

TEST_CASE("a whole battle's channel hears whose turn it is, not what of, and never of a private battle") {
    ScriptedStore store;
    const Json channel = Json::array({{{"kind", "webhook"}, {"format", "discord"}, {"url", "https://club"}}});
    Told told(store, {{"nudges", channel}});
    told.leave("red");
    CHECK(told.after(30 * second) == Lines{"red 1  to club"});
    for (const auto& text : told.seats["green"]->texts) CHECK(!text.contains("https://club"));
    protocol::Create message;
    message.ruleset = "rock-paper";
    message.setup = {{"rounds", 1}};
    message.options = read_fields<protocol::CreateOptions>({{"nudges", channel}, {"visibility", "private"}}, Code::bad_message).value();
    const auto created = told.house.ask_for(message);
    REQUIRE(!created);
    CHECK(created.error().path == "/options/nudges");
}

TEST_CASE("a nudge that could not be noted down is not sent twice, and not lost") {
    ScriptedStore store;
    Told told(store);
    told.subscribe("red", "r");
    told.leave("red");
    store.fail_appends(1);
    CHECK(told.after(30 * second) == Lines{});
    CHECK(told.after(10 * second) == Lines{"red 1 throw to r"});
    CHECK(told.after(10 * minute) == Lines{});
}

TEST_CASE("what waits for a place is forgotten with the subscription") {
    ScriptedStore store;
    Told told(store);
    const Json made = told.subscribe("red", "r");
    told.unsubscribe("red", made);
    CHECK(told.notebook.ended == std::vector<std::string>{made["nudge"]["nudge"]});
}

TEST_CASE("a seat that is handed over ends its former holder's nudges when the new one comes, not before") {
    ScriptedStore store;
    Told told(store);
    const Json reds = told.subscribe("red", "r");
    told.subscribe("green", "g");
    told.house.port(told.table.battle)->send(told.seats["red"], "h", protocol::HandOver{told.table.battle, told.table.tokens["red"]});
    told.table.tokens["red"] = told.seats["red"]->answer("h")["token"];
    CHECK(told.list("red").size() == 1);
    told.seats["red"] = told.house.join(told.table, "red");
    CHECK(told.list("red").empty());
    CHECK(told.notebook.ended == std::vector<std::string>{reds["nudge"]["nudge"]});
    told.leave("red");
    told.leave("green");
    CHECK(told.after(60 * minute) == Lines{"green 2 throw to g"});
}

TEST_CASE("what became of nudges is on the page of metrics") {
    ScriptedStore store;
    Told told(store);
    server::OddsService odds(1, told.house.services.metrics.odds);
    const auto api = std::make_shared<server::HttpApi>(told.house.services, told.house.lobby, told.house.lobby, nullptr, odds, server::Bundle{});
    server::HttpRequest request;
    request.method = "GET";
    request.target = "/metrics";
    request.local = true;
    request.caller = std::make_shared<server::Caller>(server::Address{}, nullptr);
    std::promise<std::string> answered;
    api->answer(request, [&](server::HttpResponse response) { answered.set_value(std::move(response.body)); });
    const auto page = answered.get_future().get();
    int line = 0;
    for (const auto* result : {"sent", "failed", "retried", "dropped"})
        CHECK_MESSAGE(page.contains("muster_nudges_total{result=\"" + std::string(result) + "\"} " + std::to_string(++line)), page);
    CHECK(page.contains("muster_nudges_waiting 5"));
}

}  // namespace muster::test
