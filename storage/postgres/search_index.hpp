// The indexes by which a large store is searched for parts of titles and names (pg_trgm), made beside all else and while everybody writes: no start waits for
// them, and until they are there searches are slower and end in PostgresLimits::search_time_max. Of several servers one makes them; what was left unfinished
// is made anew. They are no part of the schema: a server that knows nothing of them uses the store as ever, and so does one whose database has no pg_trgm, or
// whose role may not bring it in. A small store has none, as they cost whoever writes and help nobody there.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "storage/postgres/connection.hpp"

namespace muster::storage::postgres {

class SearchIndex {
public:
    /// `from`: so many battles make a store large. `battles`: how many there are; throws nothing, and 0 stands for not known now.
    SearchIndex(std::string address, std::int64_t from, std::function<std::int64_t()> battles)
        : address_(std::move(address)), from_(from), battles_(std::move(battles)) {}
    ~SearchIndex() { stop(); }
    SearchIndex(const SearchIndex&) = delete;
    SearchIndex& operator=(const SearchIndex&) = delete;

    /// Looks at once, if there are so many battles already, and then from time to time until the indexes are there.
    void start(std::int64_t battles);
    /// Also in the midst of making one.
    void stop();
    bool is_there() const { return there_; }

private:
    void run(bool at_once);
    void make();
    /// Whether it was stopped meanwhile.
    bool wait(std::chrono::milliseconds time);

    const std::string address_;
    const std::int64_t from_;
    const std::function<std::int64_t()> battles_;
    std::atomic<bool> there_ = false;
    std::atomic<bool> stopping_ = false;
    std::mutex mutex_{};
    std::condition_variable stopped_{};
    std::thread thread_{};
};

}  // namespace muster::storage::postgres
