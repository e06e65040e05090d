// Battles that sleep, a store that can fail to tell of them, and somebody who wakes them.
#pragma once
#include <doctest/doctest.h>

#include <functional>
#include <future>
#include <map>
#include <optional>

#include "server/battle/waker.hpp"
#include "storage/memory_store.hpp"
#include "tests/battle/clocks.hpp"
#include "tests/battle/house.hpp"
#include "tests/support/forwarding_store.hpp"

namespace muster::test {

using Names = std::vector<std::string>;
constexpr auto start_ms = ManualClock::start_ms;

class FailingReads final : public storage::ForwardingStore {
public:
    FailingReads() : ForwardingStore(kept_) {}
    int to_fail = 0;
    int asked = 0;
    std::function<void()> meanwhile = [] {};  ///< somebody does something while the store is being read
    std::expected<std::vector<storage::Wake>, storage::Failure> wakes(std::size_t count, const storage::Wake& after) override {
        ++asked;
        meanwhile();
        if (to_fail == 0 || to_fail-- == 0) return ForwardingStore::wakes(count, after);
        return std::unexpected(storage::Failure{.message = "as the test says"});
    }

private:
    storage::MemoryStore kept_{};
};

/// Battles that want attention, and somebody who wakes them. A battle that is woken wants no attention any more unless a test says so.
struct Dormitory {
    std::size_t held_max = 3;
    server::IoContext io{};
    server::BoundedPool reads{1, 8};
    FailingReads store{};
    ManualClock clock{start_ms};
    std::optional<server::ServerTime> time{};
    std::optional<server::Waker> waker{};
    std::map<std::string, std::int64_t> numbers{};
    Names woken{};
    std::size_t most_held = 0;
    std::function<void(const std::string& battle)> on_woken = [this](const std::string& battle) { sleeps_until(battle, 0); };

    ~Dormitory() {
        reads.join();
        settle();
    }

    void put(const std::string& battle, std::int64_t at_ms) {
        numbers[battle] =
            stored([&](auto done) { store.write_one(storage::Creation{{.id = battle}, {}, {{.first_seq = 1, .last_seq = 1, .wake_at = at_ms}}}, done); });
        if (waker) waker->set(battle, at_ms);
    }

    void sleeps_until(const std::string& battle, std::int64_t at_ms) {
        stored([&](auto done) { store.write_one(storage::Append{numbers.at(battle), {.first_seq = 2, .last_seq = 1, .wake_at = at_ms}}, done); });
        waker->set(battle, at_ms);
    }

    std::atomic<bool> ticking{false};

    static std::int64_t stored(const std::function<void(storage::Store::Done)>& write) {
        std::promise<storage::Result> result;
        write([&](storage::Result became) { result.set_value(std::move(became)); });
        return result.get_future().get().value();
    }

    /// What was on its way to the store is there.
    void settle() {
        stored([&](auto done) { store.remember("settled", "", done); });
    }

    void begin() {
        waker.reset();
        time.emplace(clock);
        waker.emplace(io, reads, store, *time, held_max);
        waker->on_due([this](const std::string& battle) {
            woken.push_back(battle);
            on_woken(battle);
        });
        REQUIRE(waker->restore());
        count();
    }

    /// On a thread that reads for it: until the waker, which has asked for that, is not in its tick() any more.
    void wait_for_tick() { ticking.wait(true); }

    void tick() {
        ticking = true;
        waker->tick();
        ticking = false;
        ticking.notify_all();
        std::promise<void> read;
        REQUIRE(reads.post([&] { read.set_value(); }));
        read.get_future().wait();
        io.restart();
        io.poll();
        settle();
        count();
    }

    void count() { most_held = std::max(most_held, waker->held()); }

    /// Who is woken while this passes.
    Names pass(std::int64_t ms) {
        woken.clear();
        for (; ms > 0; ms -= second) {
            clock.pass(std::min(ms, second));
            tick();
        }
        return woken;
    }
};

}  // namespace muster::test
