// The durable store in a PostgreSQL that others run: one connection that writes, a few that read. No lock nor transaction of it outlasts a statement.
#pragma once
#include <chrono>
#include <cstddef>
#include <expected>
#include <memory>
#include <mutex>
#include <string>

#include "storage/grouped_store.hpp"
#include "storage/neighbours.hpp"

namespace muster::storage {

namespace postgres {
class DatabaseTransactor;
class Presence;
class ReaderPool;
class SearchIndex;
}  // namespace postgres

struct PostgresLimits {
    GroupLimits group{};
    std::size_t readers = 7;                            ///< connections, as many as musterd has threads that ask; each is made when it is needed
    std::chrono::milliseconds search_time_max{1'000};   ///< then list() gives up
    std::int64_t search_index_from = 20'000;            ///< battles, from which on there are indexes for searches by a part of a text
    std::chrono::milliseconds silence_max{10'000};      ///< how long an answer of which nothing comes is waited for; then the connection is lost
    std::chrono::milliseconds get_through_max{10'000};  ///< how long a commit without an answer is looked for; then it is unknown
    std::string url{};                                  ///< where other servers of the store reach this one
    Neighbours* neighbours = nullptr;                   ///< who hears of these others
    bool alone = false;                                 ///< it is opened only if nobody else writes it, and nobody may as long as it is open
};

class PostgresStore : public GroupedStore {
public:
    /// Opens the store in the database that a URL names, makes it if there is none; other servers may write it too. The failure's message is a sentence for
    /// the operator, in which the store has this name.
    static std::expected<std::unique_ptr<PostgresStore>, Failure> open(const std::string& address, const std::string& name, PostgresLimits limits = {});
    ~PostgresStore() override;

    std::expected<Place, Failure> claim(const std::string& id) override;
    void let_go(std::int64_t number) override;
    void hand_over() override;
    void on_lost(std::function<void(const std::string& id)> call) override;
    void on_remembered(std::string key, std::function<void(const std::string& value)> call) override;
    std::expected<std::vector<Wake>, Failure> due_wakes(std::int64_t now_ms, std::size_t count) override;
    std::expected<bool, Failure> is_shared() override;
    std::optional<std::int64_t> clock_ms() const override;
    bool is_near() const override;

    /// Refused: whoever runs a database has its room, and no second file.
    Result archive(const std::string& finished_before, const std::atomic<bool>* given_up = nullptr) override;
    void close() override;

    // Each borrows one of the readers. Refused while nobody knows what the last commit has become.
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

    Statistics statistics() const override;

private:
    PostgresStore(const std::string& address, const std::string& name, const PostgresLimits& limits);
    GroupWriter& writer() override { return *writer_; }
    template <typename Ask>
    auto read(const Ask& ask);

    void submit_task(std::function<void()> task);
    void lost(const std::string& id);
    void remembered(const std::string& value);

    std::mutex heard_mutex_{};
    std::function<void(const std::string& id)> lost_{};
    std::function<void(const std::string& value)> remembered_{};
    std::unique_ptr<postgres::ReaderPool> readers_;
    std::unique_ptr<postgres::Presence> presence_;
    std::unique_ptr<postgres::DatabaseTransactor> transactor_;
    std::unique_ptr<GroupWriter> writer_;
    std::unique_ptr<postgres::SearchIndex> search_index_;
    std::once_flag closed_{};
};

}  // namespace muster::storage
