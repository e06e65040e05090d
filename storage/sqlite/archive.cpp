#include "storage/sqlite/archive.hpp"

#include <SQLiteCpp/Transaction.h>

#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/file_lock.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/time_limit.hpp"

namespace muster::storage::sqlite {

namespace {

// The schema of its own, in the manner of schema.cpp.
const std::string version_1 = "PRAGMA application_id = 0x4d555341;" + step_table_1 + "CREATE INDEX steps_of_battle ON steps (battle, id)";

// As in the store, so that a battle is read from any event on.
const std::string version_2 = "DROP INDEX steps_of_battle; CREATE INDEX steps_of_battle ON steps (battle, last_seq)";

// Steps are packed, as in the store.
const std::string& version_3 = step_table_2;

const std::array scripts{version_1, version_2, version_3};

void attach(SQLite::Database& database, const std::filesystem::path& file, const std::string& name) {
    SQLite::Statement attaching(database, "ATTACH ? AS " + name);
    attaching.bind(1, std::filesystem::absolute(file).string());
    attaching.exec();
}

SQLite::Database open_archive(const std::filesystem::path& store) {
    const auto file = archive_of(store);
    if (!std::filesystem::is_regular_file(file))
        throw StoreError(Failure::Kind::broken, file.string() + " is missing, and battles are in it; put it back, or restore a backup");
    SQLite::Database database = connect(file, Access::read);
    if (schema_version(database) < static_cast<std::int64_t>(scripts.size()))
        throw StoreError(Failure::Kind::refused, file.string() + " was written by an older server; start this server on it once to upgrade it");
    return database;
}

/// With the store beside it, which is only read. Every commit is synced by a journal of its own.
SQLite::Database open_both(const std::filesystem::path& store) {
    const auto file = archive_of(store);
    create_if_missing(file);
    SQLite::Database database = connect(file, Access::write);
    migrate(database, scripts);
    attach(database, store, "store");
    return database;
}

}  // namespace

std::filesystem::path archive_of(const std::filesystem::path& store) { return std::filesystem::absolute(store).parent_path() / "archive.db"; }

ArchiveReader::ArchiveReader(const std::filesystem::path& store) : database_(open_archive(store)), steps_(database_) {}

ArchiveWriter::ArchiveWriter(const std::filesystem::path& store)
    : database_(open_both(store)),
      select_battles_(database_, "SELECT number FROM store.battles WHERE status = 'over' AND archived = 0 AND finished_at < ? ORDER BY finished_at LIMIT ?"),
      delete_steps_(database_, "DELETE FROM main.steps WHERE battle = ?"),
      copy_steps_(database_,
                  "INSERT OR REPLACE INTO main.steps (id, battle, last_seq, events, inputs, answers, packed) "
                  "SELECT id, battle, last_seq, events, inputs, answers, packed FROM store.steps WHERE battle = ?"),
      copy_dictionaries_(database_, "INSERT OR IGNORE INTO main.dictionaries (id, bytes) SELECT id, bytes FROM store.dictionaries"),
      select_last_(database_, "SELECT max(id) FROM main.steps WHERE battle = ?"),
      select_pages_(database_, "PRAGMA main.page_count") {}

std::int64_t ArchiveWriter::pages() {
    std::int64_t count = 0;
    select_pages_.rows([&](const Row& row) { count = row.number(0); });
    return count;
}

std::vector<Archived> ArchiveWriter::copy(const std::string& finished_before, const std::atomic<bool>* given_up) {
    constexpr int count_max = 100;
    constexpr int pages_max = 4'000;  // 16 MB; one battle at least
    std::vector<Archived> found, copied;
    SQLite::Transaction transaction(database_);
    std::optional<TimeLimit> limit(std::in_place, database_, std::nullopt, given_up);  // a long battle is given up between two of its steps
    const std::int64_t before = pages();
    select_battles_.rows([&](const Row& row) { found.push_back({row.number(0)}); }, finished_before, count_max);
    if (!found.empty()) copy_dictionaries_.run();
    for (Archived& each : found) {
        if (!copied.empty() && pages() - before > pages_max) break;
        delete_steps_.run(each.number);  // of an earlier move that a crash cut short
        copy_steps_.run(each.number);
        select_last_.rows([&](const Row& row) { each.last_step = row.number(0); }, each.number);
        copied.push_back(each);
    }
    limit.reset();
    transaction.commit();
    return copied;
}

void settle_archive(const std::filesystem::path& store) {
    if (!std::filesystem::is_regular_file(archive_of(store))) return;
    SQLite::Database database = connect(archive_of(store), Access::write);
    migrate(database, scripts);
}

void take_in_archive(SQLite::Database& copy, const std::filesystem::path& archive) {
    attach(copy, archive, "archive");
    const bool packed = copy.execAndGet("SELECT count(*) FROM archive.sqlite_schema WHERE name = 'dictionaries'").getInt64() > 0;  // if not by an older server
    const std::string columns = std::string("id, battle, last_seq, events, inputs, answers") + (packed ? ", packed" : "");
    SQLite::Transaction transaction(copy);
    copy.exec("INSERT OR IGNORE INTO main.steps (" + columns + ") SELECT " + columns +
              " FROM archive.steps WHERE battle IN (SELECT number FROM main.battles WHERE archived = 1); "
              "UPDATE main.battles SET archived = 0 WHERE archived = 1");
    if (packed) copy.exec("INSERT OR IGNORE INTO main.dictionaries (id, bytes) SELECT id, bytes FROM archive.dictionaries");
    transaction.commit();
    copy.exec("DETACH archive");
}

}  // namespace muster::storage::sqlite
