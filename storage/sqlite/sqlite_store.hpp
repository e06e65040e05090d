// The durable store: one SQLite file in WAL mode, one writing thread, one checkpointing thread, a few readers.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <mutex>

#include "storage/grouped_store.hpp"
#include "storage/sqlite/checkpointer.hpp"

namespace muster::storage {

namespace sqlite {
class FileLock;
class FileTransactor;
class ReaderPool;
}  // namespace sqlite

struct SqliteLimits {
    GroupLimits group{};
    std::size_t readers = 7;                           ///< as many as musterd has threads that ask: none of them waits for another's reading
    std::chrono::milliseconds search_time_max{1'000};  ///< then list() gives up
    sqlite::CheckpointLimits checkpoint{};
    std::uintmax_t quick_check_bytes_max = std::uintmax_t{256} << 20;  ///< larger files are opened without reading them
};

class SqliteStore : public GroupedStore {
public:
    /// Opens the file, or makes it with mode 0600 in a folder that is there; checks it, brings it to the newest schema and
    /// locks it against other servers. The failure's message is a sentence for the operator.
    static std::expected<std::unique_ptr<SqliteStore>, Failure> open(const std::filesystem::path& file, SqliteLimits limits = {});
    ~SqliteStore() override;

    Result archive(const std::string& finished_before, const std::atomic<bool>* given_up = nullptr) override;
    void close() override;

    // Each borrows one of the readers.
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
    SqliteStore(const std::filesystem::path& file, const SqliteLimits& limits);
    GroupWriter& writer() override { return *writer_; }

    // In this order: the lock is taken first and let go last, and what writes needs the checkpointer.
    std::unique_ptr<sqlite::FileLock> lock_;
    std::unique_ptr<sqlite::Checkpointer> checkpointer_;
    std::unique_ptr<sqlite::ReaderPool> readers_;
    std::unique_ptr<sqlite::FileTransactor> transactor_;
    std::unique_ptr<GroupWriter> writer_;
    const std::filesystem::path file_;
    std::mutex archiving_{};  // one at a time
    std::once_flag closed_;
};

}  // namespace muster::storage
