// The one thread of a store that writes. It takes whatever waits, up to a group, into one transaction, commits, and only
// then reports; while it commits, the next group gathers. So the disk's speed sets the size of a group, and no timer does.
//
// How a transaction is made is the engine's (Transactor). What a failure means for the others of its group is decided here:
//
//   broken    one bad operation must not hurt the other battles of its group: all are tried again, each alone
//   refused   a full disk hurts all alike: every operation of the group is refused, and none is tried again
//   unknown   the group may be stored or not, so none is tried again: every operation of it is answered unknown
//
// Whatever the failure was, the steps of a battle that wait behind a failed one are refused (they are orphaned).
#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "storage/operation_queue.hpp"

namespace muster::storage {

/// One transaction at a time, on the writer's thread alone: begin, write once for each operation, commit. Nothing here throws.
/// After a failure nothing is open and nothing of it is visible to anybody; the next call is begin().
class Transactor {
public:
    virtual ~Transactor() = default;
    virtual std::expected<void, Failure> begin() = 0;
    /// Puts the operation, which lives until the commit, into the transaction. Its failure is refused or broken: without a commit nothing is stored.
    virtual Result write(const Operation& operation) = 0;
    /// Of what was written as the nth (from 0), what only the commit tells: the number of a new battle; why it alone was not stored.
    struct Outcome {
        std::size_t nth = 0;
        Result result;
    };
    /// Returns once all of it is durable, but for what it names as failed. Unknown when it may be, or may become so.
    virtual std::expected<std::vector<Outcome>, Failure> commit() = 0;
    /// Nothing has come for a while (GroupLimits::rest_after): time to tidy up. False: not all is done, and it is to be called again.
    virtual bool rest() { return true; }
};

struct GroupLimits {
    QueueLimits queue{};
    std::size_t group_max = 1'000;  ///< operations in one transaction; what is beyond waits for the next
    std::chrono::milliseconds rest_after{2'000};
};

class GroupWriter {
public:
    /// The transactor must be ready, and live until close().
    GroupWriter(Transactor& transactor, GroupLimits limits);
    ~GroupWriter() { close(); }
    GroupWriter(const GroupWriter&) = delete;
    GroupWriter& operator=(const GroupWriter&) = delete;

    void submit(Operation operation);
    void submit_all(std::vector<Operation> operations);
    /// Finishes what waits and stops the thread. Called again it does nothing but wait for that.
    void close();

    /// Its part of the statistics.
    Statistics statistics() const;

private:
    void run();
    void write_group(std::vector<Operation>& group);
    std::vector<Result> commit_together(std::span<const Operation> group);
    std::vector<Result> commit_each_alone(std::span<Operation> group);

    Transactor& transactor_;
    OperationQueue queue_;
    const std::size_t group_max_;
    const std::chrono::milliseconds rest_after_;
    std::atomic<std::int64_t> operations_ = 0;
    std::atomic<std::int64_t> failed_ = 0;
    std::atomic<std::int64_t> commits_ = 0;
    std::once_flag closed_;
    std::thread thread_;
};

}  // namespace muster::storage
