// What the server counts about itself while it works. Plain atomics, since these are touched on the way of every message:
// nothing here locks or allocates. What /metrics makes of them stands in metrics_page.cpp.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>

#include "rules/refusal.hpp"

namespace muster::server {

class Counter {
public:
    void add(std::int64_t count = 1) { value_.fetch_add(count, std::memory_order_relaxed); }
    std::int64_t value() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> value_ = 0;
};

/// How many of something there are now: whoever is one of them holds a Held.
class Gauge {
public:
    class Held {
    public:
        Held() = default;
        explicit Held(Gauge& gauge) : gauge_(&gauge) { gauge.value_.add(1); }
        Held(Held&& other) noexcept : gauge_(std::exchange(other.gauge_, nullptr)) {}
        Held& operator=(Held&& other) noexcept {
            std::swap(gauge_, other.gauge_);
            return *this;
        }
        ~Held() {
            if (gauge_) gauge_->value_.add(-1);
        }

    private:
        Gauge* gauge_ = nullptr;
    };

    std::int64_t value() const { return value_.value(); }

private:
    Counter value_;
};

/// Durations by bucket. Readers may see an observation in the sum before they see it in its bucket.
class DurationHistogram {
public:
    static constexpr std::array bounds_s{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0};

    void observe(std::chrono::steady_clock::duration duration);
    /// Of the bucket alone, not of those below it; the last one is for what is beyond all bounds.
    std::int64_t count(std::size_t bucket) const { return counts_[bucket].value(); }
    double sum_s() const { return static_cast<double>(sum_us_.value()) / 1e6; }

private:
    std::array<Counter, bounds_s.size() + 1> counts_{};
    Counter sum_us_{};
};

struct Metrics {
    static constexpr std::size_t codes = static_cast<std::size_t>(Code::internal) + 1;

    Counter choices_accepted{};
    std::array<Counter, codes> choices_rejected{};  ///< by code
    DurationHistogram commits{};                    ///< from handing a step to the store until it is durable
    Gauge commands_waiting{};                       ///< in the queues of all battles
    Gauge players{};                                ///< that look at a battle now; one connection counts for each battle it follows
    Gauge spectators{};
    Gauge connections{};
    Counter connections_accepted{};
    Counter connections_refused{};  ///< because there were too many, of all or of one address
    Counter websockets_opened{};
    Counter slow_readers_closed{};
    Counter messages{};                 ///< from clients, over WebSocket
    Counter messages_rate_limited{};    ///< refused as rate_limited, for their number or for talk
    std::array<Counter, 4> requests{};  ///< over HTTP, by hundreds of the status: 2xx to 5xx
    Gauge together_rooms{};             ///< in which battles are looked back at
    Gauge together_members{};           ///< who are in them
    Counter together_moves{};           ///< shown and pointed at in them
    DurationHistogram odds{};           ///< what a question took to be worked out, without waiting

    void answered(int status) { requests[static_cast<std::size_t>(std::clamp(status / 100, 2, 5) - 2)].add(); }
    void rejected(Code code) { choices_rejected[static_cast<std::size_t>(code)].add(); }
};

}  // namespace muster::server
