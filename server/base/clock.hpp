// The time, from outside: the server's own code asks no other clock, so that tests set it. Thread-safe.
#pragma once
#include <cstdint>

namespace muster::server {

class Clock {
public:
    virtual ~Clock() = default;
    /// The time of day, in milliseconds since 1970 (UTC). May jump when somebody sets it.
    virtual std::int64_t now_ms() const = 0;
    /// Milliseconds since some moment; never jumps.
    virtual std::int64_t steady_ms() const = 0;
};

class SystemClock final : public Clock {
public:
    std::int64_t now_ms() const override;
    std::int64_t steady_ms() const override;
};

}  // namespace muster::server
