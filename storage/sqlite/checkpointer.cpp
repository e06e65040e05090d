#include "storage/sqlite/checkpointer.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>

#include "storage/sqlite/connection.hpp"

namespace muster::storage::sqlite {

namespace {

/// A restart waits this long for readers of old pages; then the log just goes on until the next pass.
constexpr std::chrono::milliseconds restart_patience{20};

/// Returns how long the log was that it looked at; 0 if it failed. A checkpoint that fails (disk full, a reader in the
/// way) loses nothing: what it did not copy stays in the log and is copied by a later one.
int checkpoint(SQLite::Database& database, int mode) {
    int log = 0;
    int copied = 0;
    const int code = ::sqlite3_wal_checkpoint_v2(database.getHandle(), nullptr, mode, &log, &copied);
    return code == SQLITE_OK ? log : 0;
}

void checkpoint_by_writer(SQLite::Database& writer, int mode) {
    writer.setBusyTimeout(static_cast<int>(restart_patience.count()));
    checkpoint(writer, mode);
    writer.setBusyTimeout(static_cast<int>(lock_patience.count()));
}

}  // namespace

Checkpointer::Checkpointer(const std::filesystem::path& file, CheckpointLimits limits)
    : log_(file.string() + "-wal"), database_(connect(file, Access::write)), limits_(limits), thread_([this] { run(); }) {}

void Checkpointer::committed(int wal_pages) {
    const std::scoped_lock lock(mutex_);
    if (wal_pages < seen_pages_) seen_pages_ = 0;  // the log started over
    wal_pages_ = wal_pages;
    if (pass_is_due()) changed_.notify_one();
}

void Checkpointer::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stopping_ || pass_is_due(); });
        if (stopping_) return;
        seen_pages_ = wal_pages_;
        passing_ = true;
        lock.unlock();
        const int looked_at = checkpoint(database_, SQLITE_CHECKPOINT_PASSIVE);
        ++passes_;
        lock.lock();
        passing_ = false;
        seen_pages_ = std::max(seen_pages_, looked_at);
        restart_due_ = wal_pages_ >= limits_.restart_pages;
    }
}

void Checkpointer::restart_if_due(SQLite::Database& writer) {
    {
        const std::scoped_lock lock(mutex_);
        if (!restart_due_) return;  // while it is due no pass runs, so the two never meet
    }
    checkpoint_by_writer(writer, SQLITE_CHECKPOINT_RESTART);
    const std::scoped_lock lock(mutex_);
    seen_pages_ = wal_pages_;
    restart_due_ = false;
}

bool Checkpointer::log_is_long() const {
    constexpr std::uintmax_t page_bytes = 4096;
    std::error_code error;
    const auto bytes = std::filesystem::file_size(log_, error);
    return !error && bytes > page_bytes * static_cast<std::uintmax_t>(limits_.rest_pages);
}

bool Checkpointer::empty_if_long(SQLite::Database& writer) {
    if (!log_is_long()) return true;
    {
        const std::scoped_lock lock(mutex_);
        if (passing_) return false;
        emptying_ = true;  // from here on no pass begins
    }
    checkpoint_by_writer(writer, SQLITE_CHECKPOINT_TRUNCATE);
    const bool done = !log_is_long();
    const std::scoped_lock lock(mutex_);
    if (done) wal_pages_ = 0;
    seen_pages_ = wal_pages_;  // what could be copied is
    emptying_ = false;
    restart_due_ = restart_due_ && !done;
    return done;
}

void Checkpointer::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
        changed_.notify_one();
    }
    if (thread_.joinable()) thread_.join();
}

std::int64_t Checkpointer::wal_pages() const {
    const std::scoped_lock lock(mutex_);
    return wal_pages_;
}

void empty_log(SQLite::Database& database) { checkpoint(database, SQLITE_CHECKPOINT_TRUNCATE); }

}  // namespace muster::storage::sqlite
