#include "server/base/clock.hpp"

#include <chrono>

namespace muster::server {

namespace {

template <typename Source>
std::int64_t ms_of() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Source::now().time_since_epoch()).count();
}

}  // namespace

std::int64_t SystemClock::now_ms() const { return ms_of<std::chrono::system_clock>(); }
std::int64_t SystemClock::steady_ms() const { return ms_of<std::chrono::steady_clock>(); }

}  // namespace muster::server
