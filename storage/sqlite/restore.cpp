#include "storage/sqlite/restore.hpp"

#include <SQLiteCpp/Database.h>

#include "storage/generation.hpp"
#include "storage/sqlite/archive.hpp"
#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/file_lock.hpp"
#include "storage/sqlite/health.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/part_file.hpp"
#include "storage/sqlite/schema.hpp"

namespace muster::storage::sqlite {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw StoreError(Failure::Kind::refused, sentence); }

void expect_readable(const std::filesystem::path& copy) {
    SQLite::Database database = connect(copy, Access::read);
    expect_sound(database);
    expect_known_version(database, schema_scripts());
}

/// What was there before the restore.
bool is_there(const std::filesystem::path& store) {
    return std::filesystem::exists(store) || std::filesystem::exists(with_suffix(store, "-wal")) || std::filesystem::exists(archive_of(store));
}

/// The log before its store: a store without its log is older, but a log without its store could be taken for the new one's.
void set_aside(const std::filesystem::path& store) {
    for (const auto& each : {archive_of(store), store}) {
        for (const char* suffix : {"-journal", "-wal", "-shm", ""}) {
            const auto file = with_suffix(each, suffix);
            if (std::filesystem::exists(file)) std::filesystem::rename(file, each.string() + ".replaced" + suffix);
        }
    }
    sync_folder_of(store);
}

void make_copy(const std::filesystem::path& backup, const std::filesystem::path& into) {
    SQLite::Database copy = connect(into, Access::write);
    copy_pages(backup, copy, [](std::int64_t, std::int64_t) {});
    migrate(copy, schema_scripts());
    Prepared(copy, "UPDATE identity SET generation = ?").run(new_generation());
    Prepared(copy, "DELETE FROM witnessed").run();  // what was answered since then is not in it: a second head for the same step could be
    finish_copy(copy);
}

/// Of the store and its archive those that are there, under the names that they will be kept by.
std::vector<std::filesystem::path> kept_names(const std::filesystem::path& store) {
    std::vector<std::filesystem::path> out;
    for (const auto& each : {store, archive_of(store)})
        if (std::filesystem::exists(each)) out.push_back(with_suffix(each, ".replaced"));
    return out;
}

std::filesystem::path restored_name(const std::filesystem::path& store) { return with_suffix(store, ".restored"); }

}  // namespace

std::expected<std::vector<std::filesystem::path>, Failure> restore(const std::filesystem::path& copy, const std::filesystem::path& store, bool replace) {
    try {
        const auto file = std::filesystem::absolute(store);
        if (!std::filesystem::is_regular_file(copy)) refuse("there is no backup " + copy.string());
        const FileLock lock(file);
        expect_readable(copy);
        finish_restore(file);
        const auto replaced = with_suffix(file, ".replaced");
        if (is_there(file) && !replace) refuse(file.string() + " already exists; with --replace it is kept as " + replaced.string());
        const auto kept = kept_names(file);
        for (const auto& each : {replaced, with_suffix(archive_of(file), ".replaced")})
            if (is_there(file) && std::filesystem::exists(each)) refuse(each.string() + " already exists, from an earlier restore; move it away first");
        PartFile part(restored_name(file), PartFile::Owner::of_folder);
        make_copy(copy, part.name());
        part.finish();
        finish_restore(file);
        return kept;
    } catch (const std::exception&) {
        return std::unexpected(opening_failure(copy));
    }
}

void finish_restore(const std::filesystem::path& store) {
    if (!std::filesystem::exists(restored_name(store))) return;
    set_aside(store);
    std::filesystem::rename(restored_name(store), store);
    sync_folder_of(store);
}

}  // namespace muster::storage::sqlite
