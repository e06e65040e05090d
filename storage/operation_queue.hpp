// The bounded queue before a store's writing thread. Any thread submits, one thread takes.
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <vector>

#include "storage/operation.hpp"

namespace muster::storage {

/// Beyond either, an operation is refused at once: who waits behind so much is better told to try again.
struct QueueLimits {
    std::size_t operations_max = 50'000;
    std::size_t bytes_max = std::size_t{256} << 20;  ///< one larger operation still goes in when nothing else waits
};

class OperationQueue {
public:
    explicit OperationQueue(QueueLimits limits) : limits_(limits) {}

    /// Queues them, so that the next take() has them together if it takes so many. Refuses those for which the queue is too full, or all
    /// when it is closed, calling their `done` at once; returns how many these were.
    std::size_t submit(std::vector<Operation> operations);
    /// Waits, then returns the longest waiting operations; none once the queue is closed and empty.
    std::vector<Operation> take(std::size_t count_max);
    /// Waits until something is queued or the queue is closed, so long at most; false: neither came.
    bool comes_within(std::chrono::milliseconds longest);
    /// Marks what waits for these battles as orphaned.
    void orphan(const std::set<std::int64_t>& battles);
    void close();
    std::size_t waiting() const;

private:
    struct Entry {
        Operation operation;
        std::size_t bytes = 0;
    };
    const char* refusal(std::size_t bytes) const;

    const QueueLimits limits_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Entry> entries_;
    std::size_t bytes_ = 0;
    bool closed_ = false;
};

}  // namespace muster::storage
