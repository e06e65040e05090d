// A rate limit: so many per second, with a burst. Connections may share one: it is thread-safe without a lock, since it only
// keeps the moment at which all that was taken would have been due one by one.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace muster::server {

class Pace {
public:
    using Time = std::chrono::steady_clock::time_point;

    struct Rate {
        double per_s = 0;  ///< 0: no limit
        double burst = 1;  ///< less than one counts as one, else nothing would ever pass
    };

    /// Whether one was taken, and if not, how long it is until one can be.
    struct Taken {
        std::chrono::nanoseconds wait{0};
        explicit operator bool() const { return wait.count() == 0; }
    };

    /// Takes one, if the rate allows it at `now`.
    Taken take(const Rate& rate, Time now) {
        if (rate.per_s <= 0) return {};
        const auto now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch()).count();
        const auto each_ns = static_cast<std::int64_t>(1e9 / rate.per_s);
        const auto ahead_ns = static_cast<std::int64_t>((std::max(1.0, rate.burst) - 1) * 1e9 / rate.per_s);
        auto due = due_ns_.load(std::memory_order_relaxed);
        while (true) {
            const auto from = std::max(due, now_ns);
            if (from - now_ns > ahead_ns) return {std::chrono::nanoseconds(from - now_ns - ahead_ns)};
            if (due_ns_.compare_exchange_weak(due, from + each_ns, std::memory_order_relaxed)) return {};
        }
    }

private:
    std::atomic<std::int64_t> due_ns_{0};
};

}  // namespace muster::server
