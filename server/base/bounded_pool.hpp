// Threads for work that blocks, with a bound on how much of it waits. Thread-safe.
#pragma once
#include <atomic>
#include <functional>

#include "server/base/executor.hpp"

namespace muster::server {

class BoundedPool {
public:
    BoundedPool(std::size_t threads, int waiting_max) : waiting_max_(waiting_max), threads_(threads) {}

    /// False: too much waits already, and the work is not done.
    bool post(std::function<void()> work) {
        if (waiting_.fetch_add(1) >= waiting_max_) {
            --waiting_;
            return false;
        }
        asio::post(threads_, [this, work = std::move(work)] {
            work();
            --waiting_;
        });
        return true;
    }
    /// Finishes what waits; nothing may be posted afterwards.
    void join() { threads_.join(); }

private:
    const int waiting_max_;
    std::atomic<int> waiting_{0};
    asio::thread_pool threads_;
};

}  // namespace muster::server
