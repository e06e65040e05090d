// The way from an older file to the newest schema, on scripts of its own.
#include "storage/sqlite/migrations.hpp"

#include <doctest/doctest.h>

#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/schema.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

using Scripts = std::vector<std::string>;

const Scripts two_scripts{"CREATE TABLE fleets (name TEXT); INSERT INTO fleets VALUES ('first')",
                          "ALTER TABLE fleets ADD COLUMN ships INTEGER NOT NULL DEFAULT 3"};
const Scripts failing_scripts{two_scripts[0], "DELETE FROM fleets; CREATE TABLE fleets (twice TEXT)"};

SQLite::Database empty_database(const TempFolder& folder) { return {(folder / "fleets.db").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE}; }

}  // namespace

TEST_CASE("an empty file gets every script") {
    const TempFolder folder;
    auto database = empty_database(folder);
    sqlite::migrate(database, two_scripts);
    CHECK(sqlite::schema_version(database) == 2);
    CHECK(database.execAndGet("SELECT ships FROM fleets").getInt() == 3);
}

TEST_CASE("an older file gets only the scripts it has not seen, and keeps what it holds") {
    const TempFolder folder;
    auto database = empty_database(folder);
    sqlite::migrate(database, std::span(two_scripts).first(1));
    database.exec("INSERT INTO fleets VALUES ('second')");
    sqlite::migrate(database, two_scripts);
    sqlite::migrate(database, two_scripts);
    CHECK(sqlite::schema_version(database) == 2);
    CHECK(database.execAndGet("SELECT count(*) FROM fleets").getInt() == 2);
}

TEST_CASE("a script that fails leaves the file as it was and says which") {
    const TempFolder folder;
    auto database = empty_database(folder);
    try {
        sqlite::migrate(database, failing_scripts);
        FAIL("the second script creates a table that exists");
    } catch (const StoreError& error) {
        CHECK(contains(error.what(), "could not be brought to schema version 2"));
        CHECK(error.kind() == Failure::Kind::broken);
    }
    CHECK(sqlite::schema_version(database) == 1);
    CHECK(database.execAndGet("SELECT count(*) FROM fleets").getInt() == 1);
    sqlite::migrate(database, two_scripts);
    CHECK(sqlite::schema_version(database) == 2);
}

TEST_CASE("a new store has the newest version and its owner's mark") {
    const TempFolder folder;
    open_store(folder / "store.db").reset();
    SQLite::Database database((folder / "store.db").string());
    CHECK(sqlite::schema_version(database) == static_cast<std::int64_t>(sqlite::schema_scripts().size()));
    CHECK(database.execAndGet("PRAGMA application_id").getInt64() == sqlite::application_id);
}

}  // namespace muster::storage::tests
