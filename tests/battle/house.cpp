#include "tests/battle/house.hpp"

#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/rock_paper.hpp"

namespace muster::test {

using namespace server;

std::vector<std::string> texts_of(const Bundle& bundle) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < bundle->size(); ++i) out.emplace_back((*bundle)[i].text);
    return out;
}

void Client::deliver(Bundle bundle) {
    if (mistakes > 0 && (*bundle)[0].type != "presence") {  // which comes when it likes
        --mistakes;
        throw std::runtime_error("a mistake while somebody is told something");
    }
    for (auto& text : texts_of(bundle)) {
        messages.push_back(Json::parse(text));
        texts.push_back(std::move(text));
    }
    bundles.push_back(std::move(bundle));
}

void Client::deliver_then(Bundle bundle, std::function<void()> drained) {
    deliver(std::move(bundle));
    undrained_.push_back(std::move(drained));
    if (!slow) drain();
}

bool Client::drain() {
    if (undrained_.empty()) return false;
    REQUIRE(undrained_.size() == 1);  // the next slice must not come before the last one is out
    std::exchange(undrained_, {}).front()();
    return true;
}

void Client::follow(const std::string& id, const std::string& token, std::int64_t since, bool snapshot) {
    protocol::Follow message;
    message.battle = battle_;
    message.token = token;
    message.since = since;
    message.snapshot = snapshot;
    house_.port(battle_)->follow(shared_from_this(), id, message);
}
void Client::unfollow(const std::string& id) { house_.port(battle_)->unfollow(shared_from_this(), id); }
void Client::leave() { house_.port(battle_)->leave(shared_from_this()); }
void Client::send(const std::string& id, SeatMessage message) { house_.port(battle_)->send(shared_from_this(), id, std::move(message)); }
void Client::choose(const std::string& id, std::int64_t decision, const Json& choice) { send(id, protocol::Choose{battle_, decision, choice}); }
void Client::preview(const std::string& id, std::int64_t decision, const Json& choice) { send(id, protocol::Preview{battle_, decision, choice}); }
void Client::retract(const std::string& id, std::int64_t decision) { send(id, protocol::Retract{battle_, decision}); }
void Client::order(const std::string& id, const Json& orders, bool now) { send(id, protocol::Order{battle_, orders, now}); }
void Client::tell_orders(const std::string& id) { send(id, protocol::AskOrders{{battle_}}); }
void Client::concede(const std::string& id) { send(id, protocol::Concede{{battle_}}); }
void Client::claim(const std::string& id) { send(id, protocol::Claim{{battle_}}); }
void Client::offer_draw(const std::string& id) { send(id, protocol::OfferDraw{{battle_}}); }
void Client::answer_draw(const std::string& id, bool accept) { send(id, protocol::AnswerDraw{battle_, accept}); }
void Client::say(const std::string& id, const std::string& text) { send(id, protocol::Say{battle_, text}); }

Json Client::answer(const std::string& id) {
    Json found;
    house_.until([&] {
        for (const auto& message : messages)
            if (message.value("id", "") == id) found = message;
        return !found.is_null();
    });
    return found;
}

std::string Client::outcome(const std::string& id) {
    const Json message = answer(id);
    if (message.contains("code")) return message["code"].get<std::string>();
    REQUIRE_MESSAGE(message.contains("seq"), message.dump());
    return message["type"].get<std::string>() + " " + std::to_string(message["seq"].get<int>());
}

std::vector<Json> Client::all(std::string_view type) const {
    std::vector<Json> out;
    for (const auto& message : messages)
        if (message["type"].get<std::string>() == type) out.push_back(message);
    return out;
}

std::vector<Json> Client::told() const {
    std::vector<Json> out;
    for (const auto& message : messages)
        if (message["type"] != "presence") out.push_back(message);
    return out;
}

std::vector<std::string> Client::ids() const {
    std::vector<std::string> out;
    for (const auto& message : messages)
        if (message.contains("id")) out.push_back(message["id"]);
    return out;
}

std::vector<std::int64_t> Client::numbers() const {
    std::vector<std::int64_t> out;
    for (const auto& event : all("event")) out.push_back(event["seq"].get<std::int64_t>());
    return out;
}

Json Client::last(std::string_view type) const {
    const auto found = all(type);
    REQUIRE_MESSAGE(!found.empty(), type);
    return found.back();
}

bool Client::has_event(std::string_view event) const {
    for (const auto& message : all("event"))
        if (message["event"].get<std::string>() == event) return true;
    return false;
}

/// As it stands in the store, which one house leaves to the next.
static protocol::P256Key copy_of_test_key() { return protocol::P256Key::from_private(test_key().private_bytes()).value(); }

House::House(storage::Store& store, std::chrono::milliseconds unload_after, std::int64_t now_ms)
    : rulesets({&rock_paper(), rules::shipped_rulesets().find("phased-combat"), rules::shipped_rulesets().find("advanced-combat"),
                rules::shipped_rulesets().find("armies")}),
      clock(now_ms),
      time(clock),
      waker(io, loads, store, time),
      services{{io, time, Settings{.unload_after = unload_after}}, loads, long_loads, searches, store, rulesets, waker, copy_of_test_key()},
      lobby(std::make_shared<Lobby>(services)) {
    REQUIRE(waker.restore());
    waker.on_due([this](const std::string& battle) { lobby->wake(battle); });
    waker.on_moved([this] { lobby->wake_all(); });
}

House::~House() {
    lobby->stop();
    loads.join();
    long_loads.join();
    searches.join();
    settle();
}

Table House::create(int rounds, const Json& options) {
    protocol::Create message;
    message.ruleset = "rock-paper";
    message.setup = {{"rounds", rounds}};
    message.options = read_fields<protocol::CreateOptions>(options, Code::bad_message).value();
    return create(message);
}

Table House::create(const protocol::Create& message) {
    const auto created = ask_for(message);
    REQUIRE_MESSAGE(created, created.error().message);
    Table table{.battle = created->battle};
    for (const auto& seat : created->seats) table.tokens[seat.seat] = seat.token;
    return table;
}

std::expected<protocol::Created, Refusal> House::ask_for(const protocol::Create& message) {
    std::optional<std::expected<protocol::Created, Refusal>> answer;
    lobby->create(message, [&](std::expected<protocol::Created, Refusal> created) { answer = std::move(created); });
    until([&] { return answer.has_value(); });
    return std::move(*answer);
}

ClientPtr House::join(const Table& table, const std::string& seat, std::int64_t since) {
    auto joined = client(table);
    joined->follow("join", table.tokens.at(seat), since);
    REQUIRE(joined->answer("join")["viewer"].get<std::string>() == seat);
    settle();
    return joined;
}

ClientPtr House::watch(const Table& table, std::int64_t since) {
    auto joined = client(table);
    joined->follow("watch", {}, since);
    REQUIRE(joined->answer("watch")["type"] == "following");
    settle();
    return joined;
}

std::string House::events(const Table& table, const std::string& token) {
    std::string text;
    port(table.battle)->read_events({token}, [&](std::expected<std::string, Refusal> events) { text = events.value(); });
    until([&] { return !text.empty(); });
    return text.substr(0, text.rfind(",\"requests\":[")) + "}\n";  // what is asked stands behind what happened
}

Json House::record(const Table& table) {
    std::string text;
    RecordCursor cursor;
    bool last = false;
    while (!last) {
        bool there = false;
        port(table.battle)->read_record({}, cursor, [&](std::expected<RecordSlice, Refusal> slice) {
            text += slice.value().text;
            cursor = slice->next;
            last = slice->last;
            there = true;
        });
        until([&] { return there; });
    }
    CHECK(text.size() == cursor.bytes);
    return Json::parse(text);
}

void House::pass(std::int64_t ms) {
    constexpr std::int64_t look_every_ms = 1'000;
    for (; ms > 0; ms -= look_every_ms) {
        clock.pass(std::min(ms, look_every_ms));
        waker.tick();
        settle();
        if (services.metrics.commands_waiting.value() > 0) settle_loads();
    }
    settle_loads();
}

void House::settle_loads() {
    std::atomic<bool> read = false;
    REQUIRE(loads.post([&] { read = true; }));
    until([&] { return read.load(); });
    settle();
}

void House::stand_still(std::int64_t ms) {
    clock.pass(ms);
    waker.tick();
    settle();
}

void House::until(const std::function<bool()>& done) {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!done()) {
        REQUIRE(std::chrono::steady_clock::now() < patience);
        io.run_one_for(std::chrono::milliseconds(50));
    }
}

void House::settle() {
    while (io.poll() > 0) {}
}

Party::Party(House& house, int rounds) : table(house.create(rounds)) {
    red = house.join(table, "red");
    green = house.join(table, "green");
    blue = house.join(table, "blue");
    spectator = house.watch(table);
}

void hold_red(House& house, ScriptedStore& store, const Party& party, const char* hand) {
    store.hold();
    party.red->throws("r", 1, hand);
    house.until([&] { return store.held() == 1; });
}

}  // namespace muster::test
