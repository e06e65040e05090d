// A value that may be replaced while others read it: what the operator changes while the server runs. Reading takes no lock and waits for nobody,
// and what was read stays as it was for as long as the holder lives, so nobody sees half of a change. Earlier values are kept: only the operator makes new
// ones.
#pragma once
#include <atomic>
#include <deque>
#include <mutex>

namespace muster::server {

template <typename Value>
class Current {
public:
    Current(Value first = {}) : versions_{std::move(first)}, now_(&versions_.front()) {}
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

    const Value& operator*() const { return *now_.load(std::memory_order_acquire); }
    const Value* operator->() const { return now_.load(std::memory_order_acquire); }

    /// From now on it is what `edit` makes of a copy. One at a time; thread-safe.
    template <typename Edit>
    void change(const Edit& edit) {
        const std::lock_guard lock(changing_);
        Value next = **this;
        edit(next);
        versions_.push_back(std::move(next));
        now_.store(&versions_.back(), std::memory_order_release);
    }

private:
    std::mutex changing_{};
    std::deque<Value> versions_;  // stay where they are
    std::atomic<const Value*> now_;
};

}  // namespace muster::server
