// A store that keeps nothing when it goes: for trials and benchmarks. It behaves like the durable one, `done` on an own
// thread included, but has no disk that could fail.
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <thread>

#include "storage/operation_queue.hpp"
#include "storage/store.hpp"

namespace muster::storage {

class MemoryStore : public Store {
public:
    explicit MemoryStore(QueueLimits limits = {});
    ~MemoryStore() override;

    void create(Header header, std::vector<Seat> seats, Step first, Done done) override;
    void adopt(Header header, std::vector<Seat> seats, std::vector<Step> steps, Done done) override;
    void append(std::int64_t number, Step step, Done done) override;
    void remember(std::string key, std::string value, Done done) override;
    std::expected<std::int64_t, Failure> archive(const std::string& finished_before) override;
    void close() override;

    std::expected<std::optional<StoredBattle>, Failure> load(const std::string& id) override;
    std::expected<std::optional<Summary>, Failure> summary(const std::string& id) override;
    std::expected<std::vector<Summary>, Failure> list(const Query& query) override;
    std::expected<Counts, Failure> counts() override;
    std::expected<std::vector<Wake>, Failure> wakes() override;
    std::expected<std::string, Failure> recall(const std::string& key) override;

    Statistics statistics() const override;

private:
    void submit(Operation operation);
    void run();
    Result write(Operation& operation);
    Result create_battle(Creation& creation);
    Result append_step(std::int64_t number, Step& step);
    StoredBattle* find(const std::string& id);

    OperationQueue queue_;
    std::atomic<std::int64_t> operations_ = 0;
    std::atomic<std::int64_t> failed_ = 0;
    std::atomic<std::int64_t> groups_ = 0;
    std::mutex mutex_;  // guards the maps
    std::map<std::int64_t, StoredBattle> battles_;
    std::map<std::string, std::int64_t> numbers_;
    std::map<std::string, std::string> remembered_;
    std::once_flag closed_;
    std::thread thread_;
};

}  // namespace muster::storage
