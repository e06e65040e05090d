// A restore that is cut short: the store is the old one or the restored one, never none and never a mixture.
#include "storage/sqlite/restore.hpp"

#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include <set>

#include "storage/sqlite/backup.hpp"
#include "tests/storage/child.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

constexpr auto in_2025 = "2025-06-01T12:00:00.000Z";
constexpr auto in_2026 = "2026-01-01T00:00:00.000Z";

/// A store with a battle of this title that goes on and one, of so many steps, whose steps are in the archive.
void fill(const std::filesystem::path& file, const std::string& title, std::int64_t steps) {
    const auto store = open_store(file);
    Header described = header("b1");
    described.title = title;
    REQUIRE(create(*store, described, two_seats(), step(1)));
    const std::int64_t number = *create(*store, "archived");
    for (std::int64_t seq = 2; seq < steps; ++seq) REQUIRE(append(*store, number, step(seq)));
    REQUIRE(append(*store, number, last_step(steps, in_2025)));
    REQUIRE(*store->archive(in_2026) == 1);
}

/// As a server that was killed leaves it: what it did last is in the log only.
void change_title_in_log(const std::filesystem::path& file, const std::string& title) {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    int keep_log = 1;
    REQUIRE(sqlite3_file_control(database.getHandle(), "main", SQLITE_FCNTL_PERSIST_WAL, &keep_log) == SQLITE_OK);
    database.exec("PRAGMA wal_autocheckpoint = 0");
    SQLite::Statement update(database, "UPDATE battles SET title = ? WHERE id = 'b1'");
    update.bind(1, title);
    update.exec();
    REQUIRE(sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr) == SQLITE_OK);
}

struct Found {
    std::string title;
    std::size_t archived_steps = 0;
    bool operator==(const Found&) const = default;
};

Found found_in(const std::filesystem::path& file) {
    const auto store = open_store(file);
    return {load(*store, "b1").header.title, load(*store, "archived").steps.size()};
}

const Found old_one{"the last words", 3};
const Found restored_one{"from the copy", 5};

/// Whether it came to its end.
bool restore_in_child(const TempFolder& folder, int renames) {
    const int status = wait_for(start_child({restore_flag, folder / "copy.db", folder / "store.db", std::to_string(renames)}));
    if (WIFSIGNALED(status)) return false;
    REQUIRE(WEXITSTATUS(status) == 0);
    return true;
}

void fill_both(const TempFolder& folder) {
    fill(folder / "store.db", restored_one.title, 5);
    REQUIRE(sqlite::back_up(folder / "store.db", folder / "copy.db", [](std::int64_t, std::int64_t) {}));
    for (const char* each : {"store.db", "archive.db"}) std::filesystem::remove(folder / each);
    fill(folder / "store.db", "the words before", 3);
    change_title_in_log(folder / "store.db", old_one.title);
    REQUIRE(std::filesystem::file_size(folder / "store.db-wal") > 0);
}

}  // namespace

TEST_CASE("a restore that is killed at any moment leaves the old store or the restored one") {
    int killed = 0;
    std::set<std::string> seen;
    for (bool ended = false; !ended; ++killed) {
        CAPTURE(killed);
        const TempFolder folder;
        fill_both(folder);
        ended = restore_in_child(folder, killed);
        const Found found = found_in(folder / "store.db");
        REQUIRE((found == old_one || found == restored_one));
        if (ended) REQUIRE(found == restored_one);
        seen.insert(found.title);
        CHECK(found_in(folder / "store.db") == found);  // the next start finds the same
    }
    CHECK(killed > 5);  // the copy, its archive, log and file of the old store, the new name
    CHECK(seen.size() == 2);
}

TEST_CASE("a restore that was killed is done again by another, and what was there before is kept") {
    const TempFolder folder;
    fill_both(folder);
    REQUIRE(!restore_in_child(folder, 2));
    const auto again = sqlite::restore(folder / "copy.db", folder / "store.db", true);
    REQUIRE(!again);
    CHECK(contains(again.error().message, "store.db.replaced already exists"));
    CHECK(found_in(folder / "store.db") == restored_one);
    std::filesystem::create_directory(folder / "kept");
    for (const char* suffix : {"", "-wal"})
        std::filesystem::rename((folder / "store.db.replaced").string() + suffix, (folder / "kept" / "store.db").string() + suffix);
    const auto half = sqlite::restore(folder / "copy.db", folder / "store.db", true);
    REQUIRE(!half);
    CHECK(contains(half.error().message, "archive.db.replaced already exists"));
    std::filesystem::rename(folder / "archive.db.replaced", folder / "kept" / "archive.db");
    CHECK(found_in(folder / "kept" / "store.db") == old_one);
    REQUIRE(sqlite::restore(folder / "copy.db", folder / "store.db", true));
    CHECK(found_in(folder / "store.db") == restored_one);
}

}  // namespace muster::storage::tests
