#include "storage/sqlite/backup.hpp"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Transaction.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "storage/sqlite/archive.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/file_lock.hpp"
#include "storage/sqlite/health.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/schema.hpp"

namespace muster::storage {

using namespace sqlite;

namespace {

constexpr int pages_at_once = 4'096;  // 16 MiB

[[noreturn]] void refuse(const std::string& sentence) { throw StoreError(Failure::Kind::unavailable, sentence); }

std::string error_text() { return std::generic_category().message(errno); }

std::filesystem::path with_suffix(const std::filesystem::path& file, const char* suffix) { return file.string() + suffix; }

/// A new file that only its owner reads, under a name that says it is not finished; gone again unless it is.
class PartFile {
public:
    explicit PartFile(const std::filesystem::path& final_name) : final_name_(std::filesystem::absolute(final_name)), name_(with_suffix(final_name_, ".part")) {
        std::filesystem::remove(name_);  // left by a copy that was killed
        const int descriptor = ::open(name_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (descriptor < 0) refuse(name_.string() + " cannot be made: " + error_text());
        ::close(descriptor);
    }
    ~PartFile() {
        std::error_code ignored;
        std::filesystem::remove(name_, ignored);
    }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    const std::filesystem::path& name() const { return name_; }

    /// Gives it its name, durably; throws when that name is taken.
    void finish() {
        if (::renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, final_name_.c_str(), RENAME_NOREPLACE) != 0)
            refuse(final_name_.string() + (errno == EEXIST ? " is there already" : " cannot be made: " + error_text()));
        const int folder = ::open(final_name_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0 || ::fsync(folder) != 0) refuse(final_name_.string() + " may not survive a power cut: " + error_text());
        ::close(folder);
    }

private:
    std::filesystem::path final_name_;
    std::filesystem::path name_;
};

/// All from one snapshot: the open transaction keeps the copy from starting over when somebody commits.
void copy_pages(SQLite::Database& from, SQLite::Database& to, const CopyProgress& progress) {
    const SQLite::Transaction snapshot(from);
    from.execAndGet("SELECT count(*) FROM sqlite_schema");
    SQLite::Backup backup(to, from);
    while (backup.executeStep(pages_at_once) != SQLITE_DONE) progress(backup.getTotalPageCount() - backup.getRemainingPageCount(), backup.getTotalPageCount());
}

void expect_sound(SQLite::Database& database) {
    check_owner(database);
    if (const auto problems = integrity_problems(database); !problems.empty())
        throw StoreError(Failure::Kind::broken, database.getFilename() + " is damaged: " + problems.front());
}

/// The archive is copied after the store: what moves over in between is in both, not in none.
void copy_and_check(const std::filesystem::path& from, const std::filesystem::path& to, const std::filesystem::path& archive, const CopyProgress& progress) {
    SQLite::Database source = connect(from, Access::read);
    check_owner(source);
    SQLite::Database copy = connect(to, Access::write);
    copy_pages(source, copy, progress);
    if (std::filesystem::exists(archive)) take_in_archive(copy, archive);
    copy.exec("PRAGMA journal_mode = DELETE");  // so that the copy is one file
    expect_sound(copy);
}

void expect_file(const std::filesystem::path& file, const char* what) {
    if (!std::filesystem::is_regular_file(file)) refuse("there is no " + std::string(what) + " " + file.string());
}

void expect_readable(const std::filesystem::path& copy) {
    SQLite::Database database = connect(copy, Access::read);
    expect_sound(database);
    expect_known_version(database, schema_scripts());
}

/// The log first: a store without its log is older, but a log without its store could be taken for the new one's.
void set_aside(const std::filesystem::path& store) {
    for (const auto& each : {archive_of(store), store}) {
        for (const char* suffix : {"-journal", "-wal", "-shm", ""}) {
            const auto file = with_suffix(each, suffix);
            if (std::filesystem::exists(file)) std::filesystem::rename(file, each.string() + ".replaced" + suffix);
        }
    }
}

bool is_there(const std::filesystem::path& store) {
    return std::filesystem::exists(store) || std::filesystem::exists(with_suffix(store, "-wal")) || std::filesystem::exists(archive_of(store));
}

}  // namespace

std::expected<std::uintmax_t, Failure> back_up(const std::filesystem::path& store, const std::filesystem::path& copy, const CopyProgress& progress) {
    try {
        expect_file(store, "store");
        if (std::filesystem::exists(copy)) refuse(copy.string() + " is there already; a backup never overwrites a file");
        PartFile part(copy);
        copy_and_check(store, part.name(), archive_of(store), progress);
        part.finish();
        return std::filesystem::file_size(copy);
    } catch (const std::exception&) {
        return std::unexpected(opening_failure(store));
    }
}

std::expected<void, Failure> restore(const std::filesystem::path& copy, const std::filesystem::path& store, bool replace) {
    try {
        expect_file(copy, "backup");
        const FileLock lock(store);
        expect_readable(copy);
        const auto replaced = with_suffix(store, ".replaced");
        if (is_there(store) && !replace) refuse(store.string() + " is there already; with --replace it is kept beside as " + replaced.string());
        if (is_there(store) && std::filesystem::exists(replaced)) refuse(replaced.string() + " is there already, from an earlier restore; move it away first");
        PartFile part(store);
        copy_and_check(copy, part.name(), {}, [](std::int64_t, std::int64_t) {});
        set_aside(store);
        part.finish();
        return {};
    } catch (const std::exception&) {
        return std::unexpected(opening_failure(copy));
    }
}

}  // namespace muster::storage
