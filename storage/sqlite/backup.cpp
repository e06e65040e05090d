#include "storage/sqlite/backup.hpp"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include "storage/sqlite/archive.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/health.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/part_file.hpp"
#include "storage/sqlite/schema.hpp"

namespace muster::storage::sqlite {

namespace {

constexpr int pages_at_once = 4'096;  // 16 MiB

[[noreturn]] void refuse(const std::string& sentence) { throw StoreError(Failure::Kind::refused, sentence); }

/// The archive is copied after the store: what moves over in between is in both, not in none.
void copy_and_check(const std::filesystem::path& store, const std::filesystem::path& into, const CopyProgress& progress) {
    SQLite::Database copy = connect(into, Access::write);
    copy_pages(store, copy, progress);
    if (const auto archive = archive_of(store); std::filesystem::exists(archive)) take_in_archive(copy, archive);
    finish_copy(copy);
}

}  // namespace

void copy_pages(const std::filesystem::path& from, SQLite::Database& to, const CopyProgress& progress) {
    SQLite::Database source = connect(from, Access::read);
    check_owner(source);
    expect_known_version(source, schema_scripts());  // a later server may keep in the archive what this one would leave behind
    const SQLite::Transaction snapshot(source);      // keeps the copy from starting over when somebody commits
    source.execAndGet("SELECT count(*) FROM sqlite_schema");
    SQLite::Backup backup(to, source);
    while (backup.executeStep(pages_at_once) != SQLITE_DONE) progress(backup.getTotalPageCount() - backup.getRemainingPageCount(), backup.getTotalPageCount());
}

void finish_copy(SQLite::Database& copy) {
    copy.exec("PRAGMA journal_mode = DELETE");
    expect_sound(copy);
}

std::expected<std::uintmax_t, Failure> back_up(const std::filesystem::path& store, const std::filesystem::path& copy, const CopyProgress& progress) {
    try {
        if (!std::filesystem::is_regular_file(store)) refuse("there is no store " + store.string());
        if (std::filesystem::exists(copy)) refuse(copy.string() + " already exists; a backup never overwrites a file");
        PartFile part(copy);
        copy_and_check(store, part.name(), progress);
        part.finish();
        return std::filesystem::file_size(copy);
    } catch (const std::exception&) {
        return std::unexpected(opening_failure(store));
    }
}

}  // namespace muster::storage::sqlite
