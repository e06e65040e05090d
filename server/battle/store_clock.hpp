// The time of day that all servers of a store agree on: a deadline that one has set means the same to the next, whatever their machines' clocks say.
#pragma once
#include "server/base/clock.hpp"
#include "storage/store.hpp"

namespace muster::server {

class StoreClock final : public Clock {
public:
    /// The store must live as long.
    explicit StoreClock(const storage::Store& store) : store_(store) {}

    std::int64_t now_ms() const override {
        const auto agreed = store_.clock_ms();
        return agreed ? *agreed : own_.now_ms();
    }
    std::int64_t steady_ms() const override { return own_.steady_ms(); }

private:
    const storage::Store& store_;
    const SystemClock own_{};
};

}  // namespace muster::server
