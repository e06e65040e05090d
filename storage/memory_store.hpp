// A store that keeps nothing when it goes: for trials and benchmarks. It behaves like the durable one, `done` on an own
// thread included, but has no disk that could fail.
#pragma once
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "storage/grouped_store.hpp"
#include "storage/memory_dice.hpp"

namespace muster::storage {

class MemoryStore : public GroupedStore, private Transactor {
public:
    explicit MemoryStore(GroupLimits limits = {});
    ~MemoryStore() override { MemoryStore::close(); }

    /// There is no other place here: the battles stay where they are, and are only counted, once.
    Result archive(const std::string& finished_before, const std::atomic<bool>* given_up = nullptr) override;
    void close() override { writer_.close(); }

    std::expected<std::optional<StoredBattle>, Failure> load(const std::string& id, const std::atomic<bool>* given_up = nullptr) override;
    std::expected<std::optional<StoredBattle>, Failure> outline(const std::string& id) override;
    std::expected<std::vector<Step>, Failure> events_after(std::int64_t number, std::int64_t seq, std::size_t bytes_max) override;
    std::expected<std::optional<Summary>, Failure> summary(const std::string& id) override;
    std::expected<std::vector<Summary>, Failure> list(const Query& query) override;
    std::expected<Counts, Failure> counts() override;
    std::expected<std::vector<Wake>, Failure> wakes(std::size_t count, const Wake& after) override;
    std::expected<std::vector<std::string>, Failure> keys_of_unfinished() override;
    std::expected<std::string, Failure> recall(const std::string& key) override;
    std::expected<std::vector<Uncounted>, Failure> uncounted(std::int64_t after, int count) override;
    std::expected<std::vector<DiceSum>, Failure> dice(const std::string& from, const std::string& to) override;
    std::expected<std::optional<Witnessed>, Failure> witnessed(const std::string& start) override;

    Statistics statistics() const override { return writer_.statistics(); }

private:
    GroupWriter& writer() override { return writer_; }

    // An operation is looked at when it is written and done when all are committed, so that a group is dropped by forgetting it.
    std::expected<void, Failure> begin() override;
    Result write(const Operation& operation) override;
    std::expected<std::vector<Outcome>, Failure> commit() override;

    struct Written {
        std::int64_t number = 0;
        std::int64_t begun = 0;  ///< of the battle that its step begins
        const Operation* operation = nullptr;
    };

    Result check(const Header& header, const std::vector<Seat>& seats, std::span<const Step> steps);
    Result check(const Append& append);
    Result check(const Witnessing& witnessing);
    const Witnessed* idle_witnessed(const WitnessedLimits& limits) const;
    void put(std::int64_t number, const Header& header, const std::vector<Seat>& seats, std::span<const Step> steps);
    void carry_out(const Written& written);
    StoredBattle* find(const std::string& id);

    // Of the transaction that is open; the writer's thread alone touches it.
    std::vector<Written> written_;
    std::map<std::int64_t, std::int64_t> heads_;  ///< of battles that it appends to
    std::set<std::string> ids_;                   ///< of battles that it makes
    std::set<std::string> starts_;                ///< of battles that it begins to witness

    std::mutex mutex_;  // guards what follows; only the writer's thread changes it, but for archived_
    std::map<std::int64_t, StoredBattle> battles_;
    std::map<std::string, std::int64_t> numbers_;
    std::map<std::string, std::string> remembered_;
    std::set<std::int64_t> archived_;
    MemoryDice dice_;
    std::map<std::string, Witnessed> witnessed_;  ///< by start

    GroupWriter writer_;  // last: its thread uses all that is above
};

}  // namespace muster::storage
