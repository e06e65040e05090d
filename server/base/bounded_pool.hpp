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
    bool post(std::function<void()> work);
    /// What waits is not done any more.
    void let_go() { let_go_ = true; }
    /// Finishes what is under way, and what waits unless it was let go; nothing may be posted afterwards.
    void join() { threads_.join(); }

private:
    const int waiting_max_;
    std::atomic<int> waiting_{0};
    std::atomic<bool> let_go_{false};
    asio::thread_pool threads_;
};

}  // namespace muster::server
