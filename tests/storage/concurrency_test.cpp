// Many threads at once, and checkpoints under constant load.
#include <doctest/doctest.h>

#include <atomic>
#include <latch>

#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

/// Appends steps 2 to `last` to one battle, a few at a time without waiting; the number that failed.
std::int64_t append_many(Store& store, std::int64_t number, std::int64_t last, std::size_t bytes) {
    std::atomic<std::int64_t> failed = 0;
    std::latch finished(last - 1);
    for (std::int64_t seq = 2; seq <= last; ++seq)
        store.append(number, step(seq, std::string(bytes, 'e')), [&](const Result& result) {
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

}  // namespace

TEST_CASE("many threads append and read at once, and each sees whole battles") {
    SUBCASE("on disk") {
        const TempFolder folder;
        append_and_read_at_once(*open_store(folder / "store.db", {.checkpoint = {.pass_pages = 30, .restart_pages = 100}}));
    }
    SUBCASE("in memory") {
        MemoryStore store;
        append_and_read_at_once(store);
    }
}

TEST_CASE("the log stays short under constant load, and nothing is lost by its restarts") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    constexpr std::int64_t last = 1'500;
    {
        const auto store = open_store(file, {.group_max = 20, .checkpoint = {.pass_pages = 25, .restart_pages = 100}});
        std::vector<std::jthread> writers;
        for (int i = 0; i < 4; ++i)
            writers.emplace_back([&, number = *create(*store, "b" + std::to_string(i))] {
                CHECK(append_many(*store, number, last, 1'000) == 0);
            });
        writers.clear();
        CHECK(store->statistics().checkpoints > 3);
        // Some 2,000 pages were written; passes and restarts come late when the machine is busy, never not at all.
        CHECK(std::filesystem::file_size(file.string() + "-wal") < 1'000 * 4'096);
    }
    const auto store = open_store(file);
    for (int i = 0; i < 4; ++i) CHECK(load(*store, "b" + std::to_string(i)).steps.size() == last);
}

TEST_CASE("done may append the next step itself") {
    const TempFolder folder;
    const auto store = open_store(folder / "store.db");
    const std::int64_t number = *create(*store, "b1");
    std::promise<Result> last;
    store->append(number, step(2), [&](const Result&) {
        store->append(number, step(3), [&](Result result) { last.set_value(std::move(result)); });
    });
    CHECK(last.get_future().get());
}

}  // namespace muster::storage::tests
