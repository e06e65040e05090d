// A rate limit: so many per second, with a burst.
#pragma once
#include <chrono>

namespace muster::server {

class TokenBucket {
public:
    using Time = std::chrono::steady_clock::time_point;
    /// `per_s` 0: no limit.
    TokenBucket(double per_s, double burst) : per_s_(per_s), burst_(burst), tokens_(burst) {}

    /// Takes one token, if there is one at `now`.
    bool take(Time now);

private:
    double per_s_;
    double burst_;
    double tokens_;
    Time last_{};
};

}  // namespace muster::server
