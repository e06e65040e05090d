// Moves committed pages from the write-ahead log into the file, on its own thread and connection, so that no commit waits
// for it. Passive passes copy what they can while the writer goes on; the log then starts over by itself as soon as the
// writer pauses. Under constant load it never pauses, so when the log has become long the writer is asked to restart it:
// that holds up one commit, for the pages since the last pass only. A file that has become long stays so: when nobody has written for a while, the
// writer empties it.
//
// SQLite before 3.51.3 can lose commits when a checkpoint begins while the log is completely copied and a writer starts
// it over at that moment ("WAL-reset bug", https://sqlite.org/wal.html#walresetbug). That cannot happen here because a
// pass begins only after a commit that no pass has seen, when the log is not completely copied, and only this class and
// the writer, between its transactions and never during a pass, run checkpoints. No other process may write or checkpoint the file meanwhile.
#pragma once
#include <SQLiteCpp/Database.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <thread>

namespace muster::storage::sqlite {

struct CheckpointLimits {
    int pass_pages = 1'000;      ///< a pass for this many new pages (4 KiB each)
    int restart_pages = 16'384;  ///< the log starts over when it is longer: 64 MiB
    int rest_pages = 256;        ///< the log's file is emptied while nobody writes if it is longer: 1 MiB
};

class Checkpointer {
public:
    Checkpointer(const std::filesystem::path& file, CheckpointLimits limits);
    ~Checkpointer() { stop(); }
    Checkpointer(const Checkpointer&) = delete;
    Checkpointer& operator=(const Checkpointer&) = delete;

    /// By the writer, after each commit: how long the log is now.
    void committed(int wal_pages);
    /// By the writer, between transactions: restarts the log over its connection if that is due.
    void restart_if_due(SQLite::Database& writer);
    /// By the writer, when there is nothing to write: empties the log over its connection if its file is long. False: it is still long, since
    /// somebody reads old pages or a pass is under way.
    bool empty_if_long(SQLite::Database& writer);
    void stop();

    std::int64_t passes() const { return passes_; }
    std::int64_t wal_pages() const;

private:
    bool pass_is_due() const { return !restart_due_ && !emptying_ && wal_pages_ - seen_pages_ >= limits_.pass_pages; }
    void run();
    bool log_is_long() const;

    const std::filesystem::path log_;
    SQLite::Database database_;
    const CheckpointLimits limits_;
    std::atomic<std::int64_t> passes_ = 0;
    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable changed_;
    int wal_pages_ = 0;
    int seen_pages_ = 0;  ///< how much of the log the last pass may have copied
    bool restart_due_ = false;
    bool passing_ = false;
    bool emptying_ = false;
    bool stopping_ = false;
    std::thread thread_;
};

/// Copies the whole log into the file and empties it, as far as readers allow. Only while nothing else uses the file.
void empty_log(SQLite::Database& database);

}  // namespace muster::storage::sqlite
