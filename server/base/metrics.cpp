#include "server/base/metrics.hpp"

namespace muster::server {

void DurationHistogram::observe(std::chrono::steady_clock::duration duration) {
    const double seconds = std::chrono::duration<double>(duration).count();
    std::size_t bucket = 0;
    while (bucket < bounds_s.size() && seconds > bounds_s[bucket]) ++bucket;
    sum_us_.add(std::chrono::floor<std::chrono::microseconds>(duration).count());
    counts_[bucket].add();
}

}  // namespace muster::server
