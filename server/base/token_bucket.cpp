#include "server/base/token_bucket.hpp"

#include <algorithm>

namespace muster::server {

bool TokenBucket::take(Time now) {
    if (per_s_ <= 0) return true;
    if (last_ != Time{}) tokens_ = std::min(burst_, tokens_ + std::chrono::duration<double>(now - last_).count() * per_s_);
    last_ = now;
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
}

}  // namespace muster::server
