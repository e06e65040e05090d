// Many threads at once, and checkpoints under constant load.
#include <doctest/doctest.h>

#include <SQLiteCpp/Database.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <latch>
#include <thread>
#include <utility>

#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

namespace {

/// Appends steps 2 to `last` to one battle, a few at a time without waiting; the number that failed.
std::int64_t append_many(Store& store, std::int64_t number, std::int64_t last, std::size_t bytes) {
    std::atomic<std::int64_t> failed = 0;
    std::latch finished(last - 1);
    for (std::int64_t seq = 2; seq <= last; ++seq)
        store.write_one(Append{number, step(seq, std::string(bytes, 'e'))}, [&](const Result& result) {
            if (!result) ++failed;
            finished.count_down();
        });
    finished.wait();
    return failed;
}

void append_and_read_at_once(Store& store) {
    constexpr std::int64_t last = 300;
    constexpr int battles = 6;
    std::vector<std::int64_t> numbers;
    for (int i = 0; i < battles; ++i) numbers.push_back(*create(store, "b" + std::to_string(i)));
    std::atomic<std::int64_t> failed = 0;
    std::atomic<std::int64_t> torn = 0;
    std::atomic<bool> writing = true;
    {
        std::vector<std::jthread> readers;
        for (int i = 0; i < 4; ++i)
            readers.emplace_back([&, id = "b" + std::to_string(i)] {
                while (writing) {
                    const auto battle = store.load(id);
                    const auto summary = store.summary(id);
                    const auto list = store.list({.limit = 3});
                    const bool sound = battle && summary && list && list->size() == 3 &&
                                       (*battle)->steps.back().last_seq == static_cast<std::int64_t>((*battle)->steps.size()) &&
                                       (*summary)->head >= (*battle)->steps.back().last_seq;
                    if (!sound) ++torn;
                }
            });
        {
            std::vector<std::jthread> writers;
            for (const std::int64_t number : numbers) writers.emplace_back([&, number] { failed += append_many(store, number, last, 300); });
        }
        writing = false;
    }
    CHECK(failed == 0);
    CHECK(torn == 0);
    for (int i = 0; i < battles; ++i) CHECK(load(store, "b" + std::to_string(i)).steps.size() == last);
}

/// Battles that each append their next step as soon as the last one is stored, so that the writer never pauses.
class ConstantLoad {
public:
    ConstantLoad(Store& store, int battles) : store_(store), finished_(battles) {
        for (int i = 0; i < battles; ++i)
            store_.write_one(Creation{header("load-" + std::to_string(i)), two_seats(), {step(1)}}, [this](const Result& result) { go_on(result, 2); });
    }
    ~ConstantLoad() {
        stopping_ = true;
        finished_.wait();
    }
    ConstantLoad(const ConstantLoad&) = delete;
    ConstantLoad& operator=(const ConstantLoad&) = delete;

private:
    void go_on(const Result& result, std::int64_t seq) {
        if (!result || stopping_) return finished_.count_down();
        store_.write_one(Append{*result, step(seq, std::string(500, 'e'))}, [this, seq](const Result& next) { go_on(next, seq + 1); });
    }

    Store& store_;
    std::atomic<bool> stopping_ = false;
    std::latch finished_;
};

}  // namespace

CONTRACT("many threads append and read at once, and each sees whole battles") { append_and_read_at_once(store); }

TEST_CASE("checkpoints in between disturb nobody who appends or reads") {
    const TempFolder folder;
    append_and_read_at_once(*open_store(folder / "store.db", {.checkpoint = {.pass_pages = 30, .restart_pages = 100}}));
}

TEST_CASE("under constant load the log starts over again and again, and nothing is lost by it") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    std::int64_t last = 1;
    {
        const auto store = open_store(file, {.group = {.group_max = 20}, .checkpoint = {.pass_pages = 25, .restart_pages = 100}});
        const std::int64_t number = *create(*store, "watched");
        const ConstantLoad constant(*store, 30);
        int restarts = 0;
        for (std::int64_t pages = 0; restarts < 5 && last < 100'000;) {
            REQUIRE(append(*store, number, step(++last)));
            const std::int64_t before = std::exchange(pages, figure(*store, "wal_pages"));
            if (pages < before) ++restarts;
        }
        CHECK(restarts == 5);
        CHECK(figure(*store, "checkpoints_total") >= 5);
    }
    const auto store = open_store(file);
    CHECK(static_cast<std::int64_t>(load(*store, "watched").steps.size()) == last);
    for (const Summary& each : *store->list({.limit = 100})) CHECK(each.head == static_cast<std::int64_t>(load(*store, each.id).steps.size()));
}

TEST_CASE("a writer that empties the log whenever it pauses disturbs nobody who appends or reads") {
    const TempFolder folder;
    append_and_read_at_once(*open_store(folder / "store.db", {.group = {.group_max = 3, .rest_after = std::chrono::milliseconds(0)},
                                                              .checkpoint = {.pass_pages = 5, .restart_pages = 20, .rest_pages = 1}}));
}

TEST_CASE("when nobody writes a long log is emptied, once nobody reads old pages of it, and nothing is lost by it") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    const auto log_bytes = [&] { return std::filesystem::file_size(file.string() + "-wal"); };
    const auto wait_for_empty_log = [&] {
        for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30); log_bytes() > 0; std::this_thread::yield())
            REQUIRE(std::chrono::steady_clock::now() < end);
    };
    std::int64_t last = 1;
    {
        // Passes and restarts never come, so that only rest empties it.
        const auto store = open_store(file, {.group = {.rest_after = std::chrono::milliseconds(50)},
                                             .checkpoint = {.pass_pages = 1'000'000, .restart_pages = 2'000'000, .rest_pages = 16}});
        const std::int64_t number = *create(*store, "b1");
        const auto write_much = [&] {
            while (log_bytes() < 64 * 4096) REQUIRE(append(*store, number, step(++last, noise(4'000))));
        };
        write_much();
        wait_for_empty_log();
        while (figure(*store, "wal_pages") > 0) std::this_thread::yield();  // counted a moment later
        SQLite::Database reader(file.string(), SQLite::OPEN_READONLY);
        reader.exec("BEGIN");
        const int seen = reader.execAndGet("SELECT count(*) FROM steps").getInt();
        write_much();
        const auto kept = log_bytes();
        REQUIRE(append(*store, number, step(++last)));
        CHECK(log_bytes() >= kept);
        CHECK(reader.execAndGet("SELECT count(*) FROM steps").getInt() == seen);
        reader.exec("COMMIT");
        wait_for_empty_log();
        REQUIRE(append(*store, number, step(++last)));
    }
    CHECK(static_cast<std::int64_t>(load(*open_store(file), "b1").steps.size()) == last);
}

CONTRACT("done may append the next step itself") {
    const std::int64_t number = *create(store, "b1");
    std::promise<Result> last;
    store.write_one(Append{number, step(2)},
                    [&](const Result&) { store.write_one(Append{number, step(3)}, [&](Result result) { last.set_value(std::move(result)); }); });
    CHECK(last.get_future().get());
}

}  // namespace muster::storage::tests
