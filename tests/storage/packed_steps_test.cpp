// Packed steps in the files: beside those that older servers wrote, in archives and copies, and with the dictionaries of other servers.
#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>

#include "storage/open.hpp"
#include "storage/sqlite/archive.hpp"
#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/dictionary.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/restore.hpp"
#include "storage/sqlite/schema.hpp"
#include "tests/storage/fault_disk.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

using sqlite::Blob;
using sqlite::Prepared;

constexpr std::int64_t old_steps = 5;
constexpr auto in_2025 = "2025-06-01T12:00:00.000Z";
constexpr auto in_2026 = "2026-01-01T00:00:00.000Z";

std::string event_of(std::int64_t seq) { return "event " + std::to_string(seq) + '\n'; }

Step whole_step(std::int64_t seq) {
    return {.first_seq = seq, .last_seq = seq, .events = event_of(seq), .inputs = "input " + event_of(seq), .answers = "answer " + event_of(seq)};
}

void check_steps(const StoredBattle& battle, std::int64_t count) {
    REQUIRE(static_cast<std::int64_t>(battle.steps.size()) == count);
    for (std::int64_t seq = 1; seq <= count; ++seq) {
        const Step& each = battle.steps[static_cast<std::size_t>(seq - 1)];
        CHECK(each.last_seq == seq);
        CHECK(each.events == whole_step(seq).events);
        CHECK(each.inputs == whole_step(seq).inputs);
        CHECK(each.answers == whole_step(seq).answers);
    }
}

void change(const std::filesystem::path& file, const std::string& sql) { SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec(sql); }

/// A store as the last server wrote it that packed nothing, with a battle that ended in 2025.
void make_old_store(const std::filesystem::path& file) {
    std::vector<std::string> scripts;
    for (const std::string& each : sqlite::schema_scripts()) {
        if (contains(each, "ADD COLUMN packed")) break;
        scripts.push_back(each);
    }
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("PRAGMA synchronous = EXTRA");  // or a power cut may bring the last row's journal back
    sqlite::migrate(database, scripts);
    const Header old = header("b1");
    Prepared(database,
             "INSERT INTO battles (id, ruleset, ruleset_version, title, visibility, status, created_at, finished_at, commitment, server_seed, setup, options) "
             "VALUES (?, ?, ?, ?, ?, 'over', ?, ?, ?, ?, ?, ?)")
        .run(old.id, old.ruleset, old.ruleset_version, old.title, old.visibility, old.created_at, std::string(in_2025), old.commitment, Blob{old.server_seed},
             old.setup, old.options);
    Prepared insert(database, "INSERT INTO steps (battle, last_seq, events, inputs, answers) VALUES (1, ?, ?, ?, ?)");
    for (std::int64_t seq = 1; seq <= old_steps; ++seq) {
        const Step step = whole_step(seq);
        insert.run(seq, step.events, step.inputs, step.answers);
    }
}

/// As the first server that made archives has left it.
void make_archive_old(const std::filesystem::path& file) {
    change(file,
           "ALTER TABLE steps DROP COLUMN packed; DROP TABLE dictionaries; "
           "DROP INDEX steps_of_battle; CREATE INDEX steps_of_battle ON steps (battle, id); PRAGMA user_version = 1");
}

std::string index_of_steps(const std::filesystem::path& file) {
    return SQLite::Database(file.string()).execAndGet("SELECT sql FROM sqlite_schema WHERE name = 'steps_of_battle'").getString();
}

const std::string packed_rows = "SELECT count(*) FROM steps WHERE packed IS NOT NULL AND events = '' AND inputs = '' AND answers = ''";
const std::string plain_rows = "SELECT count(*) FROM steps WHERE packed IS NULL";

/// As if a server with another dictionary, number 7, had written the first step of b1.
void pack_with_another(const std::filesystem::path& file) {
    std::string dictionary(sqlite::dictionary());
    dictionary.replace(4, 4, std::string("\x07\0\0\0", 4));
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    Prepared(database, "INSERT INTO dictionaries (id, bytes) VALUES (7, ?)").run(Blob{dictionary});
    Prepared(database, "UPDATE steps SET packed = ? WHERE battle = 1 AND last_seq = 1").run(Blob{sqlite::StepPacker(dictionary).pack(whole_step(1))});
}

/// A store with a battle b1 that ended in 2025.
void make_store(const std::filesystem::path& file) {
    const auto store = open_store(file);
    const std::int64_t number = *create(*store, header("b1"), two_seats(), whole_step(1));
    for (std::int64_t seq = 2; seq < old_steps; ++seq) REQUIRE(append(*store, number, whole_step(seq)));
    Step last = last_step(old_steps, in_2025);
    last.events = whole_step(old_steps).events;
    last.inputs = whole_step(old_steps).inputs;
    last.answers = whole_step(old_steps).answers;
    REQUIRE(append(*store, number, last));
}

void no_progress(std::int64_t, std::int64_t) {}

}  // namespace

TEST_CASE("steps stand packed in the file, with the dictionary that reads them") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    make_store(file);
    CHECK(number_in(file, packed_rows) == old_steps);
    CHECK(number_in(file, "SELECT count(*) FROM dictionaries") == 1);
    CHECK(!contains(bytes_of(file), "input event 2"));
    check_steps(load(*open_store(file), "b1"), old_steps);
}

TEST_CASE("a store of an older server is read, its steps stay as they are, and what comes after them is packed") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    make_old_store(file);
    {
        const auto store = open_store(file);
        check_steps(load(*store, "b1"), old_steps);
        REQUIRE(append(*store, 1, whole_step(old_steps + 1)));
        check_steps(load(*store, "b1"), old_steps + 1);
        CHECK(store->events_after(1, old_steps - 1, 10'000)->size() == 2);
    }
    CHECK(number_in(file, plain_rows) == old_steps);
    CHECK(number_in(file, packed_rows) == 1);
}

TEST_CASE("a crash at any moment of an older store's first start leaves it readable") {
    std::vector<FaultDisk::Change> changes;
    {
        const TempFolder folder;
        FaultDisk disk;
        make_old_store(folder / "store.db");
        disk.mark(0);
        REQUIRE(append(*open_store(folder / "store.db"), 1, whole_step(old_steps + 1)));
        changes = disk.changes();
    }
    const std::size_t begin = first_mark(changes);
    std::mt19937 random(7);
    for (std::size_t i = begin; i < changes.size(); ++i) {
        CAPTURE(i);
        const TempFolder folder;
        replay_either(changes, i, folder / "", random);
        const auto store = open_store(folder / "store.db");
        const auto count = static_cast<std::int64_t>(load(*store, "b1").steps.size());
        REQUIRE((count == old_steps || count == old_steps + 1));
        check_steps(load(*store, "b1"), count);
        REQUIRE(append(*store, 1, whole_step(count + 1)));
        check_steps(load(*store, "b1"), count + 1);
    }
}

TEST_CASE("the archive takes old steps and packed ones as they are, and is read without the store's dictionaries") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    make_old_store(file);
    {
        const auto store = open_store(file);
        REQUIRE(append(*store, 1, whole_step(old_steps + 1)));
    }
    pack_with_another(file);
    const auto store = open_store(file);
    REQUIRE(*store->archive(in_2026) == 1);
    check_steps(load(*store, "b1"), old_steps + 1);
    const auto archive = sqlite::archive_of(file);
    CHECK(number_in(archive, "SELECT count(*) FROM steps WHERE packed IS NOT NULL") == 2);
    CHECK(number_in(archive, plain_rows) == old_steps - 1);
    CHECK(number_in(archive, "SELECT sum(id) FROM dictionaries") == 9);
}

TEST_CASE("a backup holds the dictionaries of the store and of its archive, and restored it is read") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    make_store(file);
    pack_with_another(file);
    REQUIRE(*open_store(file)->archive(in_2026) == 1);
    change(file, "DELETE FROM dictionaries WHERE id = 7");
    REQUIRE(sqlite::back_up(file, folder / "copy.db", no_progress));
    const TempFolder elsewhere;
    REQUIRE(sqlite::restore(folder / "copy.db", elsewhere / "store.db", false));
    check_steps(load(*open_store(elsewhere / "store.db"), "b1"), old_steps);
}

TEST_CASE("an archive of an older server is copied into backups, and a server brings it up to date: it is read from any event on without reading all of it") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    make_old_store(file);
    REQUIRE(*open_store(file)->archive(in_2026) == 1);
    make_archive_old(sqlite::archive_of(file));
    REQUIRE(sqlite::back_up(file, folder / "copy.db", no_progress));
    const TempFolder elsewhere;
    REQUIRE(sqlite::restore(folder / "copy.db", elsewhere / "store.db", false));
    check_steps(load(*open_store(elsewhere / "store.db"), "b1"), old_steps);
    std::filesystem::rename(file, folder / "muster.db");
    const auto too_early = open_reader(location_of((folder / "").string()).value()).value()->load("b1");
    REQUIRE(!too_early);
    CHECK(contains(too_early.error().message, "archive.db was written by an older server; start this server on it once"));
    check_steps(load(*open_store(folder / "muster.db"), "b1"), old_steps);
    CHECK(contains(index_of_steps(sqlite::archive_of(file)), "(battle, last_seq)"));
}

TEST_CASE("a damaged step is a failure of its battle, and other battles are read") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    make_store(file);
    REQUIRE(create(*open_store(file), "b2"));
    change(file, "UPDATE steps SET packed = substr(packed, 1, length(packed) - 1) WHERE battle = 1 AND last_seq = 2");
    const auto store = open_store(file);
    const auto damaged = store->load("b1");
    REQUIRE(!damaged);
    CHECK(damaged.error().kind == Failure::Kind::broken);
    CHECK(contains(damaged.error().message, "a stored step is damaged"));
    CHECK(!store->events_after(1, 0, 10'000));
    CHECK(load(*store, "b2").steps.size() == 1);
}

TEST_CASE("a step whose dictionary is not there is a failure, and the server's own comes back with its next start") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    make_store(file);
    pack_with_another(file);
    change(file, "DELETE FROM dictionaries");
    const auto store = open_store(file);
    const auto damaged = store->load("b1");
    REQUIRE(!damaged);
    CHECK(contains(damaged.error().message, "its dictionary, number 7, is not in the file"));
    CHECK(store->events_after(1, 1, 10'000)->size() == old_steps - 1);
}

TEST_CASE("a store in which another dictionary has the number of the server's own is refused") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    make_store(file);
    change(file, "UPDATE dictionaries SET bytes = zeroblob(100)");
    const Failure refusal = refusal_of(file);
    CHECK(refusal.kind == Failure::Kind::broken);
    CHECK(contains(refusal.message, "store.db has another dictionary number 2 than this server"));
}

}  // namespace muster::storage::tests
