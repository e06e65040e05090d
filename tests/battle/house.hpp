// Battles and lobby without sockets: the test runs the io_context itself and its clients are in the same process.
#pragma once
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/base/limits.hpp"
#include "server/battle/lobby.hpp"
#include "tests/battle/scripted_store.hpp"

namespace muster::test {

class House;

/// Time passes when the test says so.
class ManualClock final : public server::Clock {
public:
    static constexpr std::int64_t start_ms = 1'800'000'000'000;  ///< 2027-01-15T08:00:00Z
    explicit ManualClock(std::int64_t now_ms) : now_ms_(now_ms) {}
    std::int64_t now_ms() const override { return now_ms_; }
    std::int64_t steady_ms() const override { return steady_ms_; }
    void pass(std::int64_t ms) {
        now_ms_ += ms;
        steady_ms_ += ms;
    }
    /// Somebody sets the time of day.
    void jump(std::int64_t ms) { now_ms_ += ms; }

private:
    std::atomic<std::int64_t> now_ms_;
    std::atomic<std::int64_t> steady_ms_ = 5'000;
};

struct Table {
    std::string battle;
    std::map<std::string, std::string> tokens;  ///< by seat
};

/// The texts of a bundle's messages.
std::vector<std::string> texts_of(const server::Bundle& bundle);

/// A connection that keeps all it is given. Its requests return at once; the answer comes while the house runs.
class Client final : public server::Subscriber, public std::enable_shared_from_this<Client> {
public:
    Client(House& house, std::string battle) : house_(house), battle_(std::move(battle)) {}

    void deliver(server::Bundle bundle) override;
    void deliver_then(server::Bundle bundle, std::function<void()> drained) override;

    void send(const std::string& id, server::SeatMessage message);
    void follow(const std::string& id, const std::string& token = {}, std::int64_t since = 0, bool snapshot = false);
    void unfollow(const std::string& id);
    void choose(const std::string& id, std::int64_t decision, const Json& choice);
    void throws(const std::string& id, std::int64_t decision, const char* hand) { choose(id, decision, {{"throw", hand}}); }
    void preview(const std::string& id, std::int64_t decision, const Json& choice);
    void retract(const std::string& id, std::int64_t decision);
    void order(const std::string& id, const Json& orders, bool now = false);
    void tell_orders(const std::string& id);
    void concede(const std::string& id);
    void claim(const std::string& id);
    void offer_draw(const std::string& id);
    void answer_draw(const std::string& id, bool accept);
    void say(const std::string& id, const std::string& text);
    void leave();

    /// Runs the house until the answer to `id` is there (the last, if there are more).
    Json answer(const std::string& id);
    /// "accepted 12" or the code of a refusal.
    std::string outcome(const std::string& id);

    std::vector<Json> all(std::string_view type) const;
    /// All messages but presence, which comes when some real time has passed.
    std::vector<Json> told() const;
    std::vector<std::string> ids() const;  ///< of all answers, in order
    /// The numbers of the events it got, in order.
    std::vector<std::int64_t> numbers() const;
    Json last(std::string_view type) const;
    bool has_event(std::string_view event) const;

    std::vector<server::Bundle> bundles{};
    std::vector<std::string> texts{};
    std::vector<Json> messages{};
    /// So many of the next deliveries, presence apart, throw: a mistake in the server, while somebody is told something.
    int mistakes = 0;
    /// Slices wait for drain() instead of being written at once.
    bool slow = false;
    bool drain();

private:
    House& house_;
    std::string battle_;
    std::vector<std::function<void()>> undrained_{};
};
using ClientPtr = std::shared_ptr<Client>;

class House {
public:
    static constexpr std::chrono::milliseconds for_ever{3'600'000};

    explicit House(storage::Store& store, std::chrono::milliseconds unload_after = for_ever, std::int64_t now_ms = ManualClock::start_ms);
    ~House();
    House(const House&) = delete;
    House& operator=(const House&) = delete;

    Table create(int rounds = 2, const Json& options = Json::object());
    Table create(const protocol::Create& message);
    /// A battle that may be refused.
    std::expected<protocol::Created, Refusal> ask_for(const protocol::Create& message);
    /// Takes or takes up a seat and waits until it follows.
    ClientPtr join(const Table& table, const std::string& seat, std::int64_t since = 0);
    ClientPtr watch(const Table& table, std::int64_t since = 0);
    ClientPtr client(const Table& table) { return std::make_shared<Client>(*this, table.battle); }
    std::shared_ptr<server::BattlePort> port(const std::string& battle) { return lobby->find(battle).value(); }

    /// What HTTP gives: all events as this viewer sees them; the record.
    std::string events(const Table& table, const std::string& token = {});
    Json record(const Table& table);

    /// Lets time pass as it does while the server runs: it looks at the clock once a second. Wakes what is due and runs all that follows.
    void pass(std::int64_t ms);
    /// The same, but as if the process had been stopped meanwhile.
    void stand_still(std::int64_t ms);

    /// Runs until `done()`; fails the test if that does not come.
    void until(const std::function<bool()>& done);
    /// Runs all that can run now. Nothing is under way afterwards but held commits and timers.
    void settle();
    /// The same, and waits for what must be read from the store first.
    void settle_loads();

    server::IoContext io{};
    server::asio::executor_work_guard<server::IoContext::executor_type> work{io.get_executor()};
    server::BoundedPool loads{1, server::limits::loads_waiting_max};
    server::BoundedPool long_loads{1, server::limits::long_loads_waiting_max};
    server::BoundedPool searches{1, server::limits::searches_waiting_max};
    rules::Rulesets rulesets;
    ManualClock clock;
    server::ServerTime time;
    server::Waker waker;
    server::Services services;
    std::shared_ptr<server::Lobby> lobby;
};

/// A table with all three seats taken and one spectator, all at its head.
struct Party {
    explicit Party(House& house, int rounds = 2);
    Table table;
    ClientPtr red, green, blue, spectator;
};

/// Red throws this, and the store holds the step until it is released.
void hold_red(House& house, ScriptedStore& store, const Party& party, const char* hand);

}  // namespace muster::test
