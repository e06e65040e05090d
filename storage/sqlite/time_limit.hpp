// Work on a connection that ends early. What is under way then throws SQLITE_INTERRUPT.
#pragma once
#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include <atomic>
#include <chrono>
#include <optional>

namespace muster::storage::sqlite {

/// Stops what the connection does once the time is up or nobody wants it any more: a search that finds little reads the whole archive,
/// and must not keep the few connections from those who load their battle.
class TimeLimit {
public:
    TimeLimit(SQLite::Database& database, std::optional<std::chrono::milliseconds> time_max, const std::atomic<bool>* given_up)
        : database_(database), given_up_(given_up) {
        if (time_max) end_ = Clock::now() + *time_max;
        ::sqlite3_progress_handler(database_.getHandle(), time_max ? 1'000 : 10, &TimeLimit::is_up, this);  // the clock costs more than a flag
    }
    ~TimeLimit() { ::sqlite3_progress_handler(database_.getHandle(), 0, nullptr, nullptr); }
    TimeLimit(const TimeLimit&) = delete;
    TimeLimit& operator=(const TimeLimit&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    static int is_up(void* self) {
        const auto& limit = *static_cast<const TimeLimit*>(self);
        return (limit.end_ && Clock::now() >= *limit.end_) || (limit.given_up_ && *limit.given_up_) ? 1 : 0;
    }

    SQLite::Database& database_;
    std::optional<Clock::time_point> end_{};
    const std::atomic<bool>* const given_up_;
};

}  // namespace muster::storage::sqlite
