// Crashes at any byte, power cuts, and calls that fail: what was reported stored is there, whole, and nothing half.
#include <doctest/doctest.h>

#include <set>

#include "tests/storage/fault_disk.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

constexpr std::int64_t battles = 4;
constexpr std::int64_t seqs = 24;

/// Checkpoints and restarts of the log come often, so that crashes meet them too.
const SqliteLimits limits{.checkpoint = {.pass_pages = 5, .restart_pages = 30}};

std::string id_of(std::int64_t battle) { return "battle-" + std::to_string(battle); }

/// What step `seq` of a battle says; some fill several pages.
std::string text_of(std::int64_t battle, std::int64_t seq) {
    return "event " + std::to_string(seq) + " of " + std::to_string(battle) + noise(static_cast<std::size_t>(seq * 7'919 % 9'000)) + '\n';
}

/// With one step of each battle another one begins.
constexpr std::int64_t begins_at = 5;
std::string begun_by(std::int64_t battle) { return "begun by " + id_of(battle); }

/// Even steps seal a choice, odd ones open it again.
Step step_of(std::int64_t battle, std::int64_t seq) {
    Step out = step(seq, text_of(battle, seq));
    if (seq == begins_at) out.begins = std::make_shared<const Beginning>(header(begun_by(battle)), two_seats(), step(1, text_of(battle, seq)));
    if (seq % 2 == 0) out.seal = {{"attacker", seq, "sealed"}};
    else out.unseal = {{"attacker", seq - 1, {}}};
    return out;
}

std::vector<Sealed> sealed_after(std::int64_t seq) {
    if (seq % 2 != 0) return {};
    return {{"attacker", seq, "sealed"}};
}

constexpr std::int64_t mark_of(std::int64_t battle, std::int64_t seq) { return battle * 1'000 + seq; }

/// Steps of all battles, one round after the other, each reported by a mark.
void write_rounds(FaultDisk& disk, Store& store, std::int64_t first_seq, std::int64_t last_seq) {
    for (std::int64_t seq = first_seq; seq <= last_seq; ++seq) {
        std::vector<std::future<Result>> results;
        for (std::int64_t battle = 0; battle < battles; ++battle) {
            auto promise = std::make_shared<std::promise<Result>>();
            results.push_back(promise->get_future());
            const auto done = [&disk, promise, battle, seq](Result result) {
                disk.mark(mark_of(battle, seq));
                promise->set_value(std::move(result));
            };
            if (seq == 1) store.write_one(Creation{header(id_of(battle)), two_seats(), {step_of(battle, 1)}}, done);
            else store.write_one(Append{battle + 1, step_of(battle, seq)}, done);
        }
        for (auto& each : results) REQUIRE(each.get());
    }
}

/// All that a store does to its disk: from its making, over a planned end and another start, to its end.
std::vector<FaultDisk::Change> a_stores_life() {
    const TempFolder folder;
    FaultDisk disk;
    for (const bool again : {false, true}) {
        const auto store = open_store(folder / "store.db", limits);
        write_rounds(disk, *store, again ? seqs / 2 + 1 : 1, again ? seqs : seqs / 2);
    }
    return disk.changes();
}

/// The last step of each battle that was reported before the crash.
std::map<std::int64_t, std::int64_t> reported(const std::vector<FaultDisk::Change>& changes, Crash crash) {
    std::map<std::int64_t, std::int64_t> out;
    for (std::size_t i = 0; i < crash.change; ++i)
        if (changes[i].kind == FaultDisk::Change::Kind::mark) out[changes[i].offset / 1'000] = changes[i].offset % 1'000;
    return out;
}

void check_battle(Store& store, std::int64_t battle, std::int64_t last_reported) {
    const auto loaded = store.load(id_of(battle));
    REQUIRE_MESSAGE(loaded, loaded.error().message);
    if (!*loaded) {
        REQUIRE(last_reported == 0);
        return;
    }
    const auto& steps = (*loaded)->steps;
    const auto count = static_cast<std::int64_t>(steps.size());
    REQUIRE(count >= std::max<std::int64_t>(last_reported, 1));
    REQUIRE(count <= last_reported + 1);
    for (std::int64_t seq = 1; seq <= count; ++seq) REQUIRE(steps[static_cast<std::size_t>(seq - 1)].events == text_of(battle, seq));
    REQUIRE((*loaded)->sealed == sealed_after(count));
    const auto begun = store.load(begun_by(battle)).value();
    REQUIRE(begun.has_value() == (count >= begins_at));
    if (begun) REQUIRE(begun->steps.at(0).events == text_of(battle, begins_at));
    REQUIRE(append(store, (*loaded)->number, step_of(battle, count + 1)));
}

void check_after(const std::vector<FaultDisk::Change>& changes, Crash crash, const TempFolder& folder) {
    CAPTURE(crash.change);
    CAPTURE(crash.bytes);
    const auto expected = reported(changes, crash);
    const auto store = open_store(folder / "store.db", limits);
    for (std::int64_t battle = 0; battle < battles; ++battle) check_battle(*store, battle, expected.contains(battle) ? expected.at(battle) : 0);
}

/// `count` moments, spread over all changes; each within a write where it falls into one.
std::vector<Crash> crashes(const std::vector<FaultDisk::Change>& changes, std::size_t count, std::mt19937& random) {
    std::vector<Crash> out;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = changes.size() * i / count;
        const std::size_t to = std::max(from + 1, changes.size() * (i + 1) / count);
        Crash crash{std::uniform_int_distribution(from, to - 1)(random), 0};
        const auto size = changes[crash.change].bytes.size();
        if (size > 0) crash.bytes = std::uniform_int_distribution<std::size_t>(0, size)(random);
        out.push_back(crash);
    }
    return out;
}

/// Steps of two battles, each tried again until it is stored, on a disk that fails `call` from its `from`th time on.
struct Trial {
    FaultDisk::Call call;
    int code;
    bool passes;  ///< the store must go on by itself afterwards
};

/// Each step as it was reported stored: which attempt it was.
std::map<std::int64_t, std::string> write_through(Store& store, std::int64_t number, std::int64_t last_seq, bool passes) {
    std::map<std::int64_t, std::string> stored;
    for (std::int64_t seq = 2; seq <= last_seq; ++seq) {
        for (int attempt = 1; !stored.contains(seq); ++attempt) {
            constexpr int attempts_max = 6;
            if (attempt > attempts_max) {
                CHECK_MESSAGE(!passes, "the store does not get over a fault that has passed");
                return stored;
            }
            const std::string text = "attempt " + std::to_string(attempt) + " at " + text_of(0, seq);
            if (append(store, number, step(seq, text))) stored[seq] = text;
        }
    }
    return stored;
}

void run_trial(const Trial& trial, int from, int count) {
    CAPTURE(from);
    const TempFolder folder;
    const auto file = folder / "store.db";
    std::map<std::int64_t, std::string> stored;
    {
        FaultDisk disk;
        const auto store = open_store(file, limits);
        const std::int64_t number = *create(*store, "b1");
        disk.fail(trial.call, from, count, trial.code);
        stored = write_through(*store, number, 8, trial.passes);
        disk.heal();
    }
    const auto steps = load(*open_store(file), "b1").steps;
    REQUIRE(steps.size() >= stored.size() + 1);
    for (const auto& [seq, text] : stored) REQUIRE(steps[static_cast<std::size_t>(seq - 1)].events == text);
    if (trial.passes) REQUIRE(steps.size() == stored.size() + 1);
}

}  // namespace

TEST_CASE("after a crash at any byte of any write, what was reported stored is there, and nothing is half") {
    const auto changes = a_stores_life();
    std::mt19937 random(20'261'122);
    for (const Crash& crash : crashes(changes, 120, random)) {
        const TempFolder folder;
        replay_crash(changes, crash, folder / "");
        check_after(changes, crash, folder);
    }
}

TEST_CASE("after a power cut that leaves any part of what was not synced, what was reported stored is there") {
    const auto changes = a_stores_life();
    std::mt19937 random(11'221'120);
    for (const Crash& crash : crashes(changes, 120, random)) {
        const TempFolder folder;
        replay_power_cut(changes, crash, folder / "", random);
        check_after(changes, crash, folder);
    }
}

TEST_CASE("every byte of one commit's last write is a moment to crash at") {
    const auto changes = a_stores_life();
    auto last_mark = changes.size();
    while (changes[last_mark - 1].kind != FaultDisk::Change::Kind::mark) --last_mark;
    auto last_write = last_mark;
    while (changes[last_write - 1].kind != FaultDisk::Change::Kind::write || !changes[last_write - 1].file.ends_with("-wal")) --last_write;
    const std::size_t size = changes[last_write - 1].bytes.size();
    constexpr std::size_t stride = 97;
    for (std::size_t bytes = 0; bytes <= size; bytes += bytes < 64 || bytes + 64 > size ? 1 : stride) {
        const TempFolder folder;
        const Crash crash{last_write - 1, bytes};
        replay_crash(changes, crash, folder / "");
        check_after(changes, crash, folder);
    }
}

TEST_CASE("a call that fails once or a few times loses nothing that was reported, and the store goes on by itself") {
    using Call = FaultDisk::Call;
    for (const Trial& trial :
         {Trial{Call::write, SQLITE_FULL, true}, Trial{Call::write, SQLITE_IOERR_WRITE, true}, Trial{Call::sync, SQLITE_IOERR_FSYNC, true},
          Trial{Call::read, SQLITE_IOERR_READ, true}, Trial{Call::truncate, SQLITE_IOERR_TRUNCATE, true}, Trial{Call::read, SQLITE_IOERR_SHORT_READ, false}}) {
        CAPTURE(trial.code);
        for (const int count : {1, 3})
            for (const int from : {1, 2, 3, 4, 5, 7, 9, 12, 16, 21, 27}) run_trial(trial, from, count);
    }
}

TEST_CASE("while a battle cannot be read it is a failure, not a battle with less in it") {
    const TempFolder folder;
    FaultDisk disk;
    const auto store = open_store(folder / "store.db", limits);
    const std::int64_t number = *create(*store, "b1");
    for (std::int64_t seq = 2; seq <= 30; ++seq) REQUIRE(append(*store, number, step(seq, text_of(0, seq))));
    disk.fail(FaultDisk::Call::read, 1, 1'000'000, SQLITE_IOERR_READ);
    const auto loaded = store->load("b1");
    if (loaded) CHECK((*loaded)->steps.size() == 30);  // all of it was in memory
    else CHECK(loaded.error().kind == Failure::Kind::refused);
    disk.heal();
    CHECK(load(*store, "b1").steps.size() == 30);
}

}  // namespace muster::storage::tests
