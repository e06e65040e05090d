// The one thread that writes. It takes whatever waits, up to a group, into one transaction, commits, and only then
// reports; while it commits, the next group gathers. So the disk's speed sets the size of a group, and no timer does.
#pragma once
#include <SQLiteCpp/Database.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "storage/operation_queue.hpp"
#include "storage/sqlite/battle_writer.hpp"
#include "storage/sqlite/checkpointer.hpp"

namespace muster::storage::sqlite {

class Writer {
public:
    Writer(SQLite::Database database, Checkpointer& checkpointer, QueueLimits queue, std::size_t group_max);
    ~Writer() { close(); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void submit(Operation operation);
    /// Finishes what waits and stops the thread.
    void close();
    /// After close(), for the last checkpoint.
    SQLite::Database& database() { return database_; }

    /// Its part of the statistics.
    Statistics statistics() const;

private:
    void run();
    void write_group(std::vector<Operation>& group);
    std::vector<Result> commit_together(std::span<const Operation> group);
    std::vector<Result> commit_each_alone(std::span<Operation> group);

    SQLite::Database database_;
    Checkpointer& checkpointer_;
    OperationQueue queue_;
    const std::size_t group_max_;
    std::atomic<std::int64_t> operations_ = 0;
    std::atomic<std::int64_t> failed_ = 0;
    std::atomic<std::int64_t> commits_ = 0;
    BattleWriter battles_;
    std::thread thread_;
};

}  // namespace muster::storage::sqlite
