#include "storage/sqlite/sqlite_store.hpp"

#include <future>

#include "storage/sqlite/archive.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/file_lock.hpp"
#include "storage/sqlite/health.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/reader_pool.hpp"
#include "storage/sqlite/schema.hpp"
#include "storage/sqlite/writer.hpp"

namespace muster::storage {

using namespace sqlite;

namespace {

void use_wal(SQLite::Database& database, int restart_pages) {
    const std::string mode = database.execAndGet("PRAGMA journal_mode = WAL").getString();
    if (mode != "wal")
        throw StoreError(Failure::Kind::unavailable, database.getFilename() + " cannot have a write-ahead log; it must be on a local file system");
    database.exec("PRAGMA journal_size_limit = " + std::to_string(std::int64_t{restart_pages} * 4096) + "; PRAGMA cache_size = -16000");
}

/// The writer's connection, on a file that is known to be sound.
SQLite::Database open_for_writing(const std::filesystem::path& file, const SqliteLimits& limits) {
    SQLite::Database database = connect(file, Access::write);
    check_health(database, limits.quick_check_bytes_max);
    use_wal(database, limits.checkpoint.restart_pages);
    migrate(database, schema_scripts());
    empty_log(database);
    return database;
}

}  // namespace

std::expected<std::unique_ptr<SqliteStore>, Failure> SqliteStore::open(const std::filesystem::path& file, SqliteLimits limits) {
    try {
        return std::unique_ptr<SqliteStore>(new SqliteStore(std::filesystem::absolute(file), limits));
    } catch (const std::exception&) {
        return std::unexpected(opening_failure(file));
    }
}

SqliteStore::SqliteStore(const std::filesystem::path& file, const SqliteLimits& limits) : lock_(std::make_unique<FileLock>(file)), file_(file) {
    create_if_missing(file);
    SQLite::Database database = open_for_writing(file, limits);
    settle_archive(file);
    checkpointer_ = std::make_unique<Checkpointer>(file, limits.checkpoint);
    readers_ = std::make_unique<ReaderPool>(file, limits.readers, limits.search_time_max);
    writer_ = std::make_unique<Writer>(std::move(database), *checkpointer_, limits.queue, limits.group_max);
}

SqliteStore::~SqliteStore() {
    if (writer_) SqliteStore::close();
}

void SqliteStore::create(Header header, std::vector<Seat> seats, Step first, Done done) {
    std::vector<Step> steps;
    steps.push_back(std::move(first));
    SqliteStore::adopt(std::move(header), std::move(seats), std::move(steps), std::move(done));
}

void SqliteStore::adopt(Header header, std::vector<Seat> seats, std::vector<Step> steps, Done done) {
    writer_->submit({.what = Creation{std::move(header), std::move(seats), std::move(steps)}, .done = std::move(done)});
}

void SqliteStore::append(std::int64_t number, Step step, Done done) { writer_->submit({.what = Append{number, std::move(step)}, .done = std::move(done)}); }

void SqliteStore::remember(std::string key, std::string value, Done done) {
    writer_->submit({.what = Memo{std::move(key), std::move(value)}, .done = std::move(done)});
}

// In portions, so that neither file is held for long.
std::expected<std::int64_t, Failure> SqliteStore::archive(const std::string& finished_before) {
    constexpr int portion = 100;
    const std::scoped_lock one_at_a_time(archiving_);
    try {
        ArchiveWriter archive(file_);
        std::int64_t moved = 0;
        while (true) {
            auto copied = archive.copy(finished_before, portion);
            if (copied.empty()) return moved;
            const auto count = static_cast<std::int64_t>(copied.size());
            std::promise<Result> removed;
            writer_->submit({.what = Removal{std::move(copied)}, .done = [&](Result result) { removed.set_value(std::move(result)); }});
            if (auto result = removed.get_future().get(); !result) return result;
            moved += count;
        }
    } catch (const std::exception&) {
        return std::unexpected(opening_failure(archive_of(file_)));
    }
}

void SqliteStore::close() {
    std::call_once(closed_, [this] {
        writer_->close();
        checkpointer_->stop();
        empty_log(writer_->database());
    });
}

std::expected<std::optional<StoredBattle>, Failure> SqliteStore::load(const std::string& id) {
    return readers_->read([&](BattleReader& reader) { return reader.load(id); });
}

std::expected<std::optional<Summary>, Failure> SqliteStore::summary(const std::string& id) {
    return readers_->read([&](BattleReader& reader) { return reader.summary(id); });
}

std::expected<std::vector<Summary>, Failure> SqliteStore::list(const Query& query) {
    return readers_->read([&](BattleReader& reader) { return reader.list(query); });
}

std::expected<Counts, Failure> SqliteStore::counts() {
    return readers_->read([](BattleReader& reader) { return reader.counts(); });
}

std::expected<std::vector<Wake>, Failure> SqliteStore::wakes() {
    return readers_->read([](BattleReader& reader) { return reader.wakes(); });
}

std::expected<std::string, Failure> SqliteStore::recall(const std::string& key) {
    return readers_->read([&](BattleReader& reader) { return reader.recall(key); });
}

Statistics SqliteStore::statistics() const {
    Statistics statistics = writer_->statistics();
    statistics.checkpoints = checkpointer_->passes();
    statistics.wal_pages = checkpointer_->wal_pages();
    return statistics;
}

}  // namespace muster::storage
