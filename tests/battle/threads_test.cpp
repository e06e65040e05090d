// Many battles at once on two threads, over a store with its own thread: for the thread sanitizer, and the end of each
// battle must be there all the same.
#include <doctest/doctest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "protocol/verify.hpp"
#include "server/base/limits.hpp"
#include "server/battle/lobby.hpp"
#include "storage/memory_store.hpp"
#include "tests/battle/house.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

struct Hall {
    IoContext io{2};
    BoundedPool loads{2, limits::loads_waiting_max};
    BoundedPool long_loads{1, limits::long_loads_waiting_max};
    BoundedPool searches{1, limits::searches_waiting_max};
    storage::MemoryStore store{};
    rules::Rulesets rulesets{{&rock_paper()}};
    SystemClock clock{};
    ServerTime time{clock};
    Waker waker{io, loads, store, time};
    Services services{
        {io, time, Settings{.unload_after = std::chrono::milliseconds(1)}}, loads, long_loads, searches, store, rulesets, waker, protocol::P256Key::generate()};
    std::shared_ptr<Lobby> lobby = std::make_shared<Lobby>(services);
    std::atomic<int> running{0};
    std::atomic<int> faults{0};
};

/// Plays its seat: throws when asked (each throw sent twice), checks that numbers have no gap, leaves at the end.
class Player final : public Subscriber, public std::enable_shared_from_this<Player> {
public:
    Player(Hall& hall, std::string battle, std::string token) : hall_(hall), battle_(std::move(battle)), token_(std::move(token)) {}

    void follow() {
        protocol::Follow message;
        message.battle = battle_;
        message.token = token_;
        hall_.lobby->find(battle_).value()->follow(shared_from_this(), "f", message);
    }

    void deliver(Bundle bundle) override {
        const std::scoped_lock lock(mutex_);
        for (const auto& text : texts_of(bundle)) take(Json::parse(text));
    }
    void deliver_then(Bundle bundle, std::function<void()> drained) override {
        deliver(std::move(bundle));
        drained();
    }

private:
    void take(const Json& message) {
        if (message["type"] == "event") {
            if (message["seq"] != ++seen_) ++hall_.faults;
            if (message["event"] == "battle_ended") end();
        } else if (message["type"] == "request") {
            const auto decision = message["decision"].get<std::int64_t>();
            const protocol::Choose choose{battle_, decision, Json{{"throw", decision % 2 == 0 ? "rock" : "paper"}}};
            const auto battle = hall_.lobby->find(battle_).value();
            for (int i = 0; i < 2; ++i) battle->send(shared_from_this(), "c", choose);
        } else if (message["type"] == "rejected" || message["type"] == "error") {
            ++hall_.faults;
        }
    }
    void end() {
        if (const auto battle = hall_.lobby->existing(battle_)) battle->leave(shared_from_this());
        --hall_.running;
    }

    Hall& hall_;
    const std::string battle_;
    const std::string token_;
    std::mutex mutex_{};
    std::int64_t seen_ = 0;
};

}  // namespace

TEST_CASE("many battles on two threads are all played to their end, leave memory, and their records hold") {
    constexpr int battles = 40;
    Hall hall;
    auto work = asio::make_work_guard(hall.io);
    std::mutex mutex;
    std::vector<protocol::Created> created;
    std::vector<std::shared_ptr<Player>> players;
    hall.running = battles * 5;
    for (int i = 0; i < battles; ++i) {
        protocol::Create message;
        message.ruleset = "rock-paper";
        message.setup = {{"rounds", 5}};
        hall.lobby->create(message, [&](std::expected<protocol::Created, Refusal> made) {
            const std::scoped_lock lock(mutex);
            created.push_back(made.value());
            for (const auto& seat : made->seats) players.push_back(std::make_shared<Player>(hall, made->battle, seat.token));
            for (int spectator = 0; spectator < 2; ++spectator) players.push_back(std::make_shared<Player>(hall, made->battle, ""));
            for (auto each = players.end() - 5; each != players.end(); ++each) asio::post(hall.io, [player = *each] { player->follow(); });
        });
    }
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    const auto run = [&] {
        while ((hall.running > 0 || hall.lobby->size() > 0) && std::chrono::steady_clock::now() < patience) hall.io.run_one_for(std::chrono::milliseconds(10));
    };
    std::thread other(run);
    run();
    other.join();
    CHECK(hall.running == 0);
    CHECK(hall.faults == 0);
    CHECK(hall.lobby->size() == 0);
    std::size_t held = 0;
    for (const auto& each : created) {
        bool answered = false;
        hall.lobby->find(each.battle).value()->read_record({}, {}, [&](std::expected<RecordSlice, Refusal> record) {
            answered = true;
            held += record && protocol::verify(protocol::read_record(record->text).value(), hall.rulesets).holds ? 1U : 0U;
        });
        while (!answered && std::chrono::steady_clock::now() < patience) hall.io.run_one_for(std::chrono::milliseconds(10));
    }
    CHECK(held == battles);
    hall.lobby->stop();
    hall.loads.join();
    hall.long_loads.join();
    hall.searches.join();
    hall.store.close();
}
