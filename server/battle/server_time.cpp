#include "server/battle/server_time.hpp"

#include <algorithm>
#include <cstdlib>

namespace muster::server {

ServerTime::ServerTime(const Clock& clock) : clock_(clock), offset_ms_(clock.now_ms() - clock.steady_ms()), looked_ms_(clock.steady_ms()) {}

// Whoever asks before the next look, after the process had been stopped, must not see the pause as time of play.
std::int64_t ServerTime::seen_ms(std::int64_t steady_ms) const { return std::min(steady_ms, looked_ms_ + still_max.count()) + offset_ms_; }

Now ServerTime::now() const {
    const std::lock_guard lock(mutex_);
    return {seen_ms(clock_.steady_ms()), shift_ms_};
}

std::int64_t ServerTime::look() {
    const std::lock_guard lock(mutex_);
    const auto steady = clock_.steady_ms();
    const auto offset = clock_.now_ms() - steady;
    const auto before = seen_ms(steady);
    const bool absent = steady - looked_ms_ > still_max.count();
    if (std::llabs(offset - offset_ms_) >= jump_min.count()) offset_ms_ = offset;
    looked_ms_ = steady;
    const auto moved = seen_ms(steady) - before + (absent ? (still_max - look_every).count() : 0);
    shift_ms_ += moved;
    return moved;
}

void ServerTime::begin_with(std::int64_t shift_ms) {
    const std::lock_guard lock(mutex_);
    shift_ms_ = shift_ms;
}

}  // namespace muster::server
