// Wakes battles whose time has come: deadlines, reminders, and after a start whatever was waiting. It also looks at the server's clock once
// a second, and tells every battle when all deadlines have moved. Thread-safe.
#pragma once
#include <atomic>
#include <expected>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

#include "server/base/executor.hpp"
#include "server/battle/server_time.hpp"
#include "storage/store.hpp"

namespace muster::server {

class Waker {
public:
    Waker(IoContext& io, storage::Store& store, ServerTime& time);

    /// Reads what wants attention and when the server was last alive; the time since then is added to the shift, durably.
    /// Blocking; called once, before anything is served.
    std::expected<void, storage::Failure> restore();
    /// What is called for each battle whose time has come. Set before start().
    using OnDue = std::function<void(const std::string& battle)>;
    void on_due(OnDue call) { on_due_ = std::move(call); }
    /// From now on it looks at the clock by itself: battles are woken at most a second late.
    void start();
    void stop();

    /// When a battle wants attention next, as storage::Step::wake_at; 0: no more.
    void set(const std::string& battle, std::int64_t at_ms);

    /// Looks at the clock. Called by a timer; tests call it themselves.
    void tick();

private:
    struct Alive;

    void wait();
    void wake_all(std::int64_t now_ms);
    void say_alive();
    std::vector<std::string> take_due(std::int64_t now_ms);

    storage::Store& store_;
    ServerTime& time_;
    Strand strand_;
    Timer timer_;
    OnDue on_due_{};
    std::atomic<bool> telling_{false};  // a sign of life is on its way to the store
    std::int64_t told_at_ = 0;          // of the timer

    mutable std::mutex mutex_;  // guards what follows
    std::unordered_map<std::string, std::int64_t> times_{};
    std::set<std::pair<std::int64_t, std::string>> queue_{};
    bool stopped_ = false;
};

}  // namespace muster::server
