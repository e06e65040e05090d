#include "storage/sqlite/sqlite_store.hpp"

#include <future>

#include "storage/sqlite/archive.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/dictionary.hpp"
#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/file_lock.hpp"
#include "storage/sqlite/health.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/reader_pool.hpp"
#include "storage/sqlite/restore.hpp"
#include "storage/sqlite/schema.hpp"
#include "storage/sqlite/transactor.hpp"

namespace muster::storage {

using namespace sqlite;

namespace {

void use_wal(SQLite::Database& database, int restart_pages) {
    const std::string mode = database.execAndGet("PRAGMA journal_mode = WAL").getString();
    if (mode != "wal") throw StoreError(Failure::Kind::refused, database.getFilename() + " cannot have a write-ahead log; it must be on a local file system");
    database.exec("PRAGMA journal_size_limit = " + std::to_string(std::int64_t{restart_pages} * 4096) + "; PRAGMA cache_size = -16000");
}

/// The writer's connection, on a file that is known to be sound.
SQLite::Database open_for_writing(const std::filesystem::path& file, const SqliteLimits& limits) {
    SQLite::Database database = connect(file, Access::write);
    check_health(database, limits.quick_check_bytes_max);
    use_wal(database, limits.checkpoint.restart_pages);
    migrate(database, schema_scripts());
    keep_dictionary(database);
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
    finish_restore(file);
    create_if_missing(file);
    SQLite::Database database = open_for_writing(file, limits);
    settle_archive(file);
    checkpointer_ = std::make_unique<Checkpointer>(file, limits.checkpoint);
    readers_ = std::make_unique<ReaderPool>(file, limits.readers, limits.search_time_max);
    set_generation(database.execAndGet("SELECT generation FROM identity").getString());
    transactor_ = std::make_unique<FileTransactor>(std::move(database), *checkpointer_);
    writer_ = std::make_unique<GroupWriter>(*transactor_, limits.group);
}

SqliteStore::~SqliteStore() {
    if (writer_) SqliteStore::close();
}

// In portions, so that neither file is held for long, nor an end of the server put off.
Result SqliteStore::archive(const std::string& finished_before, const std::atomic<bool>* given_up) {
    const std::scoped_lock one_at_a_time(archiving_);
    const auto unwanted = [&] { return given_up && *given_up; };
    std::int64_t moved = 0;
    try {
        ArchiveWriter archive(file_);
        while (!unwanted()) {
            const auto copied = archive.copy(finished_before, given_up);
            if (copied.empty()) break;
            std::promise<Result> removed;
            writer_->submit(
                {.what = EngineTask{[&] { transactor_->battles().remove(copied); }}, .done = [&](Result result) { removed.set_value(std::move(result)); }});
            if (auto result = removed.get_future().get(); !result) return result;
            moved += static_cast<std::int64_t>(copied.size());
        }
        return moved;
    } catch (const std::exception&) {
        if (unwanted()) return moved;  // what was moved before is whole
        return std::unexpected(opening_failure(archive_of(file_)));
    }
}

void SqliteStore::close() {
    std::call_once(closed_, [this] {
        writer_->close();
        checkpointer_->stop();
        transactor_->database().setBusyTimeout(0);  // a backup that reads keeps the log as it is; whoever opens next empties it
        empty_log(transactor_->database());
    });
}

std::expected<std::optional<StoredBattle>, Failure> SqliteStore::load(const std::string& id, const std::atomic<bool>* given_up) {
    return readers_->read([&](BattleReader& reader) { return reader.load(id, given_up); });
}

std::expected<std::optional<StoredBattle>, Failure> SqliteStore::outline(const std::string& id) {
    return readers_->read([&](BattleReader& reader) { return reader.outline(id); });
}

std::expected<std::vector<Step>, Failure> SqliteStore::events_after(std::int64_t number, std::int64_t seq, std::size_t bytes_max) {
    return readers_->read([&](BattleReader& reader) { return reader.events_after(number, seq, bytes_max); });
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

std::expected<std::vector<Wake>, Failure> SqliteStore::wakes(std::size_t count, const Wake& after) {
    return readers_->read([&](BattleReader& reader) { return reader.wakes(count, after); });
}

std::expected<std::vector<std::string>, Failure> SqliteStore::keys_of_unfinished() {
    return readers_->read([](BattleReader& reader) { return reader.keys_of_unfinished(); });
}

std::expected<std::string, Failure> SqliteStore::recall(const std::string& key) {
    return readers_->read([&](BattleReader& reader) { return reader.recall(key); });
}

std::expected<std::vector<Uncounted>, Failure> SqliteStore::uncounted(std::int64_t after, int count) {
    return readers_->read([&](BattleReader& reader) { return reader.uncounted(after, count); });
}

std::expected<std::vector<DiceSum>, Failure> SqliteStore::dice(const std::string& from, const std::string& to) {
    return readers_->read([&](BattleReader& reader) { return reader.dice(from, to); });
}

std::expected<std::optional<Witnessed>, Failure> SqliteStore::witnessed(const std::string& start) {
    return readers_->read([&](BattleReader& reader) { return reader.witnessed(start); });
}

Statistics SqliteStore::statistics() const {
    Statistics statistics = writer_->statistics();
    statistics.figures = {
        {"checkpoints_total", "Passes that moved pages from the write-ahead log to the file", Figure::Kind::total, checkpointer_->passes()},
        {"wal_pages", "Length of the write-ahead log", Figure::Kind::level, checkpointer_->wal_pages()},
        {"index_failures_total", "Times that battles could not be taken into the search index", Figure::Kind::total, transactor_->index_failures()},
    };
    return statistics;
}

}  // namespace muster::storage
