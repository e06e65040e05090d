// Files that must not be opened, each with a sentence the operator can act on.
#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>

#include <fstream>

#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

/// A store of many pages, closed.
void fill(const std::filesystem::path& file) {
    const auto store = open_store(file);
    const std::int64_t number = *create(*store, "b1");
    std::vector<std::future<Result>> results;
    for (std::int64_t seq = 2; seq <= 500; ++seq) results.push_back(append_later(*store, number, step(seq, std::string(1'000, 'e'))));
    for (auto& each : results) REQUIRE(each.get());
}

void overwrite(const std::filesystem::path& file, std::streamoff from, std::size_t bytes) {
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(from);
    stream << std::string(bytes, '\x5a');
    REQUIRE(stream.good());
}

void make_database(const std::filesystem::path& file, const char* sql) {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(sql);
}

}  // namespace

TEST_CASE("a file that is not a database is refused") {
    const TempFolder folder;
    std::ofstream(folder / "store.db") << std::string(10'000, 'n');
    const Failure refusal = refusal_of(folder / "store.db");
    CHECK(refusal.kind == Failure::Kind::broken);
    CHECK(contains(refusal.message, "store.db is not a database"));
}

TEST_CASE("another program's database is refused and left as it was") {
    const TempFolder folder;
    make_database(folder / "store.db", "CREATE TABLE recipes (name TEXT)");
    const std::string before = bytes_of(folder / "store.db");
    const Failure refusal = refusal_of(folder / "store.db");
    CHECK(refusal.kind == Failure::Kind::broken);
    CHECK(contains(refusal.message, "store.db belongs to another program"));
    CHECK(bytes_of(folder / "store.db") == before);
}

TEST_CASE("a store with damaged pages is refused") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    fill(file);
    for (std::streamoff page = 8; page < 100; page += 3) overwrite(file, page * 4096, 4096);
    const Failure refusal = refusal_of(file);
    CHECK(refusal.kind == Failure::Kind::broken);
    CHECK(contains(refusal.message, "store.db is damaged, restore a backup (musterd restore BACKUP --replace): "));
}

TEST_CASE("a store whose schema is damaged is refused, however large it is") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    fill(file);
    overwrite(file, 100, 3'996);
    const Failure refusal = refusal_of(file, {.quick_check_bytes_max = 0});
    CHECK(refusal.kind == Failure::Kind::broken);
    CHECK(contains(refusal.message, "store.db is damaged"));
}

TEST_CASE("a damaged page that is met while running is a failure of that battle, not a crash") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    fill(file);
    for (std::streamoff page = 40; page < 120; ++page) overwrite(file, page * 4096, 4096);
    const auto store = open_store(file, {.quick_check_bytes_max = 0});
    const auto loaded = store->load("b1");
    REQUIRE(!loaded);
    CHECK(loaded.error().kind == Failure::Kind::broken);
    CHECK(contains(loaded.error().message, "malformed"));
}

TEST_CASE("a store of a newer server is refused and left as it was") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    fill(file);
    make_database(file, "PRAGMA user_version = 1000");
    const Failure refusal = refusal_of(file);
    CHECK(refusal.kind == Failure::Kind::broken);
    CHECK(contains(refusal.message, "was written by a newer server: it has schema version 1000"));
}

TEST_CASE("a store that is open is not opened a second time, and is free again afterwards") {
    const TempFolder folder;
    auto first = open_store(folder / "store.db");
    const Failure refusal = refusal_of(folder / "store.db");
    CHECK(refusal.kind == Failure::Kind::refused);
    CHECK(contains(refusal.message, "store.db is in use by another server"));
    CHECK(create(*first, "b1"));
    first.reset();
    CHECK(load(*open_store(folder / "store.db"), "b1").steps.size() == 1);
}

TEST_CASE("a folder that is not there, or is none, is named") {
    const TempFolder folder;
    const Failure missing = refusal_of(folder / "nowhere" / "store.db");
    CHECK(missing.kind == Failure::Kind::refused);
    CHECK(contains(missing.message, "there is no folder " + (folder / "nowhere").string()));
    std::filesystem::create_directory(folder / "store.db");
    const Failure directory = refusal_of(folder / "store.db");
    CHECK(directory.kind == Failure::Kind::refused);
    CHECK(contains(directory.message, "cannot be opened for writing: Is a directory"));
}

TEST_CASE("a folder that nobody may write in is refused") {
    const Failure refusal = refusal_of("/proc/store.db");
    CHECK(refusal.kind == Failure::Kind::refused);
    CHECK(contains(refusal.message, "cannot be opened for writing"));
}

TEST_CASE("an empty file becomes a store") {
    const TempFolder folder;
    std::ofstream(folder / "store.db").flush();
    CHECK(create(*open_store(folder / "store.db"), "b1"));
}

}  // namespace muster::storage::tests
