// Wakes battles whose time has come: deadlines, reminders, and after a start whatever was waiting. It also looks at the server's clock once
// a second, and says so when all deadlines have moved. The store knows every battle that waits, for weeks perhaps; here are only those whose
// time comes first, and the next are read when it has come. A time that is held may be too early: a battle that is woken says when it wants
// attention. It must not be too late, so after the time of day was set back all are woken once, some at a time. Who is woken and says
// nothing (it cannot be read, or not now) is woken again after a pause, and gives way to whoever waits for his time. Thread-safe.
#pragma once
#include <atomic>
#include <chrono>
#include <expected>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "server/base/bounded_pool.hpp"
#include "server/base/executor.hpp"
#include "server/base/limits.hpp"
#include "server/battle/server_time.hpp"
#include "storage/store.hpp"

namespace muster::server {

class Waker {
public:
    /// `reads` is where it reads the store while it runs. It holds up to `held_max` battles.
    Waker(IoContext& io, BoundedPool& reads, storage::Store& store, ServerTime& time, std::size_t held_max = limits::wakes_held_max);

    /// Reads what wants attention and when the server was last alive; the time since then is added to the shift, durably.
    /// Blocking; called once, before anything is served.
    std::expected<void, storage::Failure> restore();
    /// What is called for each battle whose time has come. Set before start().
    using OnDue = std::function<void(const std::string& battle)>;
    void on_due(OnDue call) { on_due_ = std::move(call); }
    /// What is called when all deadlines have moved: whoever sees one wants to know. Likewise.
    void on_moved(std::function<void()> call) { on_moved_ = std::move(call); }
    /// From now on it looks at the clock by itself: battles are woken at most a second late.
    void start();
    void stop();

    /// When a battle wants attention next; 0: no more. Its storage::Step::wake_at is durable by now: if there is no room for a battle here, that counts.
    /// `rest`: though its time has come it can do nothing before that has passed; whoever reads the store anew, after a start, wakes it at once.
    void set(const std::string& battle, std::int64_t at_ms, std::chrono::milliseconds rest = {});

    /// Looks at the clock. Called by a timer; tests call it themselves.
    void tick();

    /// How many battles are held.
    std::size_t held() const;

private:
    struct Alive;
    static constexpr std::size_t at_once = 100;  // who is woken is read from the store, and players' battles are too
    static constexpr auto for_ever = std::numeric_limits<std::int64_t>::max();

    void wait();
    void move(std::int64_t by_ms);
    void read_further(std::int64_t now_ms);
    void sweep_further(std::int64_t now_ms);
    void claim_due(std::int64_t now_ms);
    using Found = std::expected<std::vector<storage::Wake>, storage::Failure>;
    void read(std::function<Found()> ask, std::function<void(const Found&)> take);
    void take_up(const storage::Wake& after, const Found& found);
    void take_up_swept(std::size_t count, const storage::Wake& after, const Found& found);
    struct Held {
        std::int64_t at = 0;
        std::int64_t pause = 0;  // it was woken, has said nothing since, and is woken again after so long; 0: `at` is its time
        bool swept = false;      // it has not said since when it wants attention
    };
    void hold(const std::string& battle, Held held);
    void drop(const std::string& battle);
    void drop_latest();
    void leave_unread(storage::Wake after);
    bool sweeping() const { return swept_ || swept_held_ > 0; }
    bool somebody_waits() const { return !queue_.empty() || unread_ || from_start_at_ != for_ever || reading_; }
    void say_alive();
    std::vector<std::string> take_due(std::int64_t now_ms);

    storage::Store& store_;
    BoundedPool& reads_;
    ServerTime& time_;
    const std::size_t held_max_;
    Strand strand_;
    Timer timer_;
    OnDue on_due_{};
    std::function<void()> on_moved_ = [] {};
    std::atomic<bool> telling_{false};  // a sign of life is on its way to the store
    std::int64_t told_at_ = 0;          // of the timer
    std::int64_t read_at_ = 0;          // likewise
    std::int64_t swept_at_ = 0;         // likewise
    std::int64_t claimed_at_ = 0;       // likewise
    std::atomic<bool> claiming_{false};

    mutable std::mutex mutex_;  // guards what follows
    std::unordered_map<std::string, Held> times_{};
    std::set<std::pair<std::int64_t, std::string>> queue_{};
    std::optional<storage::Wake> unread_{};  // who comes after this may be in the store only
    std::int64_t from_start_at_ = for_ever;  // somebody who is to be woken again by then is not held: the store knows him from before
    bool reading_ = false;
    bool failed_ = false;                   // the last reading; the next comes after a pause
    std::optional<storage::Wake> swept_{};  // up to here all were woken, since the time of day was set back; what the store says is too late before
    std::size_t swept_held_ = 0;
    bool sweep_again_ = false;  // there was no room for one until it had said when it wants attention
    bool stopped_ = false;
};

}  // namespace muster::server
