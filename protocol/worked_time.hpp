// How long a thread has worked at something. Time that a busy machine gave to others is not its own, so that a crowd is no reason to give
// up early; but nobody waits for ever either.
#pragma once
#include <time.h>

#include <algorithm>
#include <chrono>

namespace muster::protocol {

/// Begins when it is made; only the thread that made it asks it.
class WorkedTime {
public:
    /// Whether so much work is left of `most`: it counts what the thread has worked, or a quarter of what has passed meanwhile if that is
    /// more.
    bool within(std::chrono::nanoseconds most) const { return spent() < most; }
    std::chrono::nanoseconds spent() const {
        constexpr int patience = 4;
        const std::chrono::nanoseconds passed = std::chrono::steady_clock::now() - begun_;
        return std::max(work() - work_begun_, passed / patience);
    }

private:
    static std::chrono::nanoseconds work() {
        timespec now{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    }

    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::chrono::nanoseconds work_begun_ = work();
};

}  // namespace muster::protocol
