// Battles that ended long ago take their steps into a second file, and nobody who reads them notices.
#include "storage/sqlite/archive.hpp"

#include <doctest/doctest.h>

#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/restore.hpp"
#include "tests/storage/fault_disk.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

constexpr std::int64_t steps = 30;
constexpr auto in_2026 = "2026-01-01T00:00:00.000Z";

std::string text_of(std::int64_t battle, std::int64_t seq) { return "event " + std::to_string(seq) + " of " + std::to_string(battle) + noise(2'000) + '\n'; }

std::string id_of(std::int64_t battle) { return "battle-" + std::to_string(battle); }

/// Battles 1 to `count`, of which the odd ones ended in 2025 and the even ones go on.
void fill(Store& store, std::int64_t count) {
    for (std::int64_t battle = 1; battle <= count; ++battle) {
        REQUIRE(create(store, header(id_of(battle)), two_seats(), step(1, text_of(battle, 1))));
        for (std::int64_t seq = 2; seq <= steps; ++seq) {
            Step next = step(seq, text_of(battle, seq));
            if (seq == steps && battle % 2 == 1) {
                next.status = Status::over;
                next.outcome = "{}";
                next.finished_at = "2025-06-01T12:00:00.000Z";
            }
            REQUIRE(append(store, battle, std::move(next)));
        }
    }
}

void check_whole(Store& store, std::int64_t count) {
    for (std::int64_t battle = 1; battle <= count; ++battle) {
        CAPTURE(battle);
        const StoredBattle loaded = load(store, id_of(battle));
        REQUIRE(static_cast<std::int64_t>(loaded.steps.size()) == steps);
        for (std::int64_t seq = 1; seq <= steps; ++seq) {
            const Step& each = loaded.steps[static_cast<std::size_t>(seq - 1)];
            REQUIRE(each.first_seq == seq);
            REQUIRE(each.last_seq == seq);
            REQUIRE(each.events == text_of(battle, seq));
        }
        REQUIRE((*store.summary(id_of(battle)))->head == steps);
    }
}

std::int64_t rows(const std::filesystem::path& file) { return SQLite::Database(file.string()).execAndGet("SELECT count(*) FROM steps").getInt64(); }

/// All that happens to the disk while two of four battles are archived; the mark is where that begins.
std::vector<FaultDisk::Change> changes_of_archiving() {
    const TempFolder folder;
    FaultDisk disk;
    const auto store = open_store(folder / "store.db", {.checkpoint = {.pass_pages = 5, .restart_pages = 30}});
    fill(*store, 4);
    disk.mark(0);
    REQUIRE(*store->archive(in_2026) == 2);
    return disk.changes();
}

}  // namespace

TEST_CASE("archived battles are found in lists, read as before, and take no room in the store") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    {
        const auto store = open_store(file);
        fill(*store, 6);
        CHECK(*store->archive("2025-01-01T00:00:00.000Z") == 0);
        CHECK(*store->archive(in_2026) == 3);
        CHECK(*store->archive(in_2026) == 0);
        check_whole(*store, 6);
        CHECK(store->list({})->size() == 6);
    }
    CHECK(rows(file) == 3 * steps + 3);
    CHECK(rows(folder / "archive.db") == 3 * steps);
    check_whole(*open_store(file), 6);
}

TEST_CASE("what is said in a battle after it went into the archive follows what is there") {
    const TempFolder folder;
    const auto store = open_store(folder / "store.db");
    fill(*store, 1);
    REQUIRE(*store->archive(in_2026) == 1);
    REQUIRE(append(*store, 1, step(steps + 1, "said later\n")));
    const auto loaded = load(*store, id_of(1));
    CHECK(static_cast<std::int64_t>(loaded.steps.size()) == steps + 1);
    CHECK(loaded.steps.back().events == "said later\n");
}

TEST_CASE("numbers of new battles and steps never meet those of archived ones") {
    const TempFolder folder;
    const auto store = open_store(folder / "store.db");
    fill(*store, 1);
    REQUIRE(*store->archive(in_2026) == 1);
    CHECK(*create(*store, "new") == 2);
    CHECK(load(*store, "new").steps.size() == 1);
    check_whole(*store, 1);
}

TEST_CASE("a battle whose archive is missing says so, and the others are read") {
    const TempFolder folder;
    const auto store = open_store(folder / "store.db");
    fill(*store, 2);
    REQUIRE(*store->archive(in_2026) == 1);
    std::filesystem::rename(folder / "archive.db", folder / "away.db");
    const auto reopened = store->load(id_of(1));
    REQUIRE(!reopened);
    CHECK(contains(reopened.error().message, "archive.db is missing"));
    CHECK(static_cast<std::int64_t>(load(*store, id_of(2)).steps.size()) == steps);
}

TEST_CASE("a backup holds what is in the archive, and restoring it leaves no older archive behind") {
    const TempFolder folder;
    const TempFolder elsewhere;
    const auto file = folder / "store.db";
    {
        const auto store = open_store(file);
        fill(*store, 4);
        REQUIRE(*store->archive(in_2026) == 2);
        REQUIRE(sqlite::back_up(file, elsewhere / "copy.db", [](std::int64_t, std::int64_t) {}));
    }
    REQUIRE(sqlite::restore(elsewhere / "copy.db", elsewhere / "store.db", false));
    check_whole(*open_store(elsewhere / "store.db"), 4);
    CHECK(!std::filesystem::exists(elsewhere / "archive.db"));
    REQUIRE(sqlite::restore(elsewhere / "copy.db", file, true));
    CHECK(!std::filesystem::exists(folder / "archive.db"));
    const auto store = open_store(file);
    CHECK(*store->archive(in_2026) == 2);
    check_whole(*store, 4);
}

TEST_CASE("a crash at any moment of archiving loses nothing, and the next time finishes it") {
    const auto changes = changes_of_archiving();
    const std::size_t begin = first_mark(changes);
    std::mt19937 random(2'026);
    for (std::size_t i = begin; i < changes.size(); i += 1 + (changes.size() - begin) / 60) {
        CAPTURE(i);
        const TempFolder folder;
        replay_either(changes, i, folder / "", random);
        const auto store = open_store(folder / "store.db");
        check_whole(*store, 4);
        REQUIRE(store->archive(in_2026));
        check_whole(*store, 4);
        REQUIRE(create(*store, "new"));
    }
}

TEST_CASE("what was archived and has left the store is in the archive after a power cut too") {
    const auto changes = changes_of_archiving();
    std::mt19937 random(1'122);
    for (int i = 0; i < 8; ++i) {
        CAPTURE(i);
        const TempFolder folder;
        replay_power_cut(changes, {changes.size(), 0}, folder / "", random);
        check_whole(*open_store(folder / "store.db"), 4);
    }
}

TEST_CASE("long battles are moved in portions of some bytes, and one that is given up on its way leaves the others where they are") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    const auto store = open_store(file);
    for (const char* id : {"a", "b", "c"}) {
        Step whole = step(1, noise(20'000'000) + '\n');
        whole.status = Status::over;
        whole.outcome = "{}";
        whole.finished_at = "2025-06-01T12:00:00.000Z";
        REQUIRE(create(*store, header(id), two_seats(), whole));
    }
    sqlite::ArchiveWriter archive(file);
    const std::atomic<bool> given_up = true;
    CHECK(archive.copy(in_2026, nullptr).size() == 1);
    CHECK_THROWS(archive.copy(in_2026, &given_up));
    CHECK(rows(sqlite::archive_of(file)) == 1);
    CHECK(store->archive(in_2026) == 3);
    CHECK(load(*store, "c").steps.front().events.size() == 20'000'001);
}

}  // namespace muster::storage::tests
