#include "server/battle/server_time.hpp"

#include <algorithm>
#include <cstdlib>

namespace muster::server {

ServerTime::ServerTime(const Clock& clock) : clock_(clock), offset_ms_(clock.now_ms() - clock.steady_ms()), looked_ms_(clock.steady_ms()) {}

// Whoever asks before the next look, after the process had been stopped, must not see the pause as time of play.
std::int64_t ServerTime::seen_ms(std::int64_t steady_ms) const { return looked_ms_ + played_ms(steady_ms) + offset_ms_; }

std::int64_t ServerTime::played_ms(std::int64_t steady_ms) const { return std::min<std::int64_t>(steady_ms - looked_ms_, still_max.count()); }

Now ServerTime::now() const {
    const std::lock_guard lock(mutex_);
    return {seen_ms(clock_.steady_ms()), shift_ms_};
}

std::int64_t ServerTime::look() {
    const std::lock_guard lock(mutex_);
    const auto steady = clock_.steady_ms();
    offset_ms_ -= steady - looked_ms_ - played_ms(steady);
    looked_ms_ = steady;
    const auto moved = clock_.now_ms() - steady - offset_ms_;
    if (std::llabs(moved) < jump_min.count()) return 0;
    offset_ms_ += moved;
    shift_ms_ += moved;
    return moved;
}

void ServerTime::begin_with(std::int64_t shift_ms) {
    const std::lock_guard lock(mutex_);
    shift_ms_ = shift_ms;
}

}  // namespace muster::server
