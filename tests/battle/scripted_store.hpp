// A store that does what a test says: commits wait until they are let through, fail, or cannot be read.
#pragma once
#include <deque>
#include <functional>
#include <mutex>

#include "storage/memory_store.hpp"

namespace muster::test {

/// Unless told otherwise it stores at once and reports on the caller's thread, so that a test needs no clock. The methods
/// that steer it are called from the test's thread.
class ScriptedStore final : public storage::Store {
public:
    /// From now on commits wait.
    void hold() { holding_ = true; }
    /// Lets through all that waits, and what comes.
    void release();
    std::size_t held() const { return waiting_.size(); }
    /// The next `count` appends fail and change nothing.
    void fail_appends(int count) { appends_to_fail_ = count; }
    /// The next `count` loads fail.
    void fail_loads(int count);
    /// Changes what is read of every battle, as a damaged file would.
    void damage_loads(std::function<void(storage::StoredBattle&)> damage);

    void create(storage::Header header, std::vector<storage::Seat> seats, storage::Step first, Done done) override;
    void adopt(storage::Header header, std::vector<storage::Seat> seats, std::vector<storage::Step> steps, Done done) override;
    void append(std::int64_t number, storage::Step step, Done done) override;
    void remember(std::string key, std::string value, Done done) override;
    std::expected<std::int64_t, storage::Failure> archive(const std::string& finished_before) override { return inner_.archive(finished_before); }
    void close() override { inner_.close(); }
    std::expected<std::optional<storage::StoredBattle>, storage::Failure> load(const std::string& id) override;
    std::expected<std::optional<storage::Summary>, storage::Failure> summary(const std::string& id) override { return inner_.summary(id); }
    std::expected<std::vector<storage::Summary>, storage::Failure> list(const storage::Query& query) override { return inner_.list(query); }
    std::expected<storage::Counts, storage::Failure> counts() override { return inner_.counts(); }
    std::expected<std::vector<storage::Wake>, storage::Failure> wakes() override { return inner_.wakes(); }
    std::expected<std::string, storage::Failure> recall(const std::string& key) override { return inner_.recall(key); }

private:
    void store(std::int64_t number, storage::Step step, const Done& done);

    storage::MemoryStore inner_{};
    bool holding_ = false;
    int appends_to_fail_ = 0;
    std::deque<std::function<void()>> waiting_{};
    std::mutex mutex_{};  // loads come on another thread; guards what follows
    int loads_to_fail_ = 0;
    std::function<void(storage::StoredBattle&)> damage_{};
};

}  // namespace muster::test
