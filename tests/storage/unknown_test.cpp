// Commits of which SQLite cannot say whether they will be there, and those of which it can.
#include <doctest/doctest.h>

#include "storage/sqlite/errors.hpp"
#include "tests/storage/fault_disk.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

using Call = FaultDisk::Call;

/// A store with battle "b1" of one step, on a disk that fails one call of the next commit.
struct Attempt {
    TempFolder folder{};
    FaultDisk disk{};
    std::unique_ptr<SqliteStore> store = open_store(folder / "store.db");
    std::int64_t number = *create(*store, "b1");
    std::vector<FaultDisk::Change> changes{};  ///< until the attempt was answered

    Result append_failing(Call call, int from, int code) {
        disk.fail(call, from, 1, code);
        const Result result = append(*store, number, step(2, "attempt\n"));
        disk.heal();
        changes = disk.changes();
        return result;
    }
    Crash now() const { return {changes.size(), 0}; }
};

std::size_t steps_after_crash(const Attempt& attempt) {
    const TempFolder folder;
    replay_crash(attempt.changes, attempt.now(), folder / "");
    return load(*open_store(folder / "store.db"), "b1").steps.size();
}

}  // namespace

TEST_CASE("when the sync of a commit fails its outcome is unknown, since a crash at that moment brings the step to light") {
    Attempt attempt;
    const Result result = attempt.append_failing(Call::sync, 1, SQLITE_IOERR_FSYNC);
    REQUIRE(!result);
    CHECK(result.error().kind == Failure::Kind::unknown);
    CHECK(contains(result.error().message, "it is not known whether it was stored"));
    CHECK(steps_after_crash(attempt) == 2);
}

TEST_CASE("after an unknown outcome the head that is read is the one to go on from, and what was in doubt does not come back") {
    Attempt attempt;
    REQUIRE(!attempt.append_failing(Call::sync, 1, SQLITE_IOERR_FSYNC));
    CHECK(load(*attempt.store, "b1").steps.size() == 1);
    REQUIRE(append(*attempt.store, attempt.number, step(2, "another\n")));
    attempt.changes = attempt.disk.changes();
    const TempFolder folder;
    replay_crash(attempt.changes, attempt.now(), folder / "");
    const auto steps = load(*open_store(folder / "store.db"), "b1").steps;
    REQUIRE(steps.size() == 2);
    CHECK(steps[1].events == "another\n");
}

TEST_CASE("a power cut after an unknown outcome leaves the step whole or not at all") {
    Attempt attempt;
    REQUIRE(!attempt.append_failing(Call::sync, 1, SQLITE_IOERR_FSYNC));
    std::mt19937 random(22'112'026);
    for (int i = 0; i < 20; ++i) {
        const TempFolder folder;
        replay_power_cut(attempt.changes, attempt.now(), folder / "", random);
        const auto steps = load(*open_store(folder / "store.db"), "b1").steps;
        REQUIRE(steps.size() >= 1);
        if (steps.size() == 2) CHECK(steps[1].events == "attempt\n");
    }
}

TEST_CASE("what a write refuses is not stored, whatever comes after") {
    for (const int code : {SQLITE_FULL, SQLITE_IOERR_WRITE}) {
        CAPTURE(code);
        int from = 1;
        for (bool failed = true; failed; ++from) {
            CAPTURE(from);
            Attempt attempt;
            const Result result = attempt.append_failing(Call::write, from, code);
            failed = !result;
            if (!failed) break;
            CHECK(result.error().kind == Failure::Kind::refused);
            CHECK(steps_after_crash(attempt) == 1);
        }
        CHECK(from > 2);
    }
}

TEST_CASE("all battles of a group with an unknown outcome hear so, and it is not tried again") {
    const TempFolder folder;
    FaultDisk disk;
    const auto store = open_store(folder / "store.db");
    const std::int64_t first = *create(*store, "b1");
    const std::int64_t second = *create(*store, "b2");
    BusyWriter busy(*store, "busy");
    const std::int64_t before = store->statistics().commits;
    disk.fail(Call::sync, 1, 1, SQLITE_IOERR_FSYNC);
    auto one = append_later(*store, first, step(2));
    auto other = append_later(*store, second, step(2));
    busy.let_go();
    for (auto* each : {&one, &other}) {
        const Result result = each->get();
        REQUIRE(!result);
        CHECK(result.error().kind == Failure::Kind::unknown);
    }
    CHECK(store->statistics().commits == before);
    CHECK(disk.calls(Call::sync) == 1);
}

TEST_CASE("of which codes a commit cannot say what became of it") {
    CHECK(sqlite::may_be_stored(SQLITE_IOERR_FSYNC));
    CHECK(sqlite::may_be_stored(SQLITE_IOERR_SHMSIZE));
    CHECK(sqlite::may_be_stored(SQLITE_NOMEM));
    CHECK(!sqlite::may_be_stored(SQLITE_IOERR_WRITE));
    CHECK(!sqlite::may_be_stored(SQLITE_FULL));
    CHECK(!sqlite::may_be_stored(SQLITE_BUSY));
    CHECK(!sqlite::may_be_stored(SQLITE_CORRUPT));
}

}  // namespace muster::storage::tests
