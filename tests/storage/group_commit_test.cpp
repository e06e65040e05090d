// Many operations, one transaction: what they share and what they must not.
#include <doctest/doctest.h>

#include <atomic>
#include <latch>

#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

CONTRACT("what waits while the writer is busy shares one commit") {
    std::vector<std::int64_t> numbers;
    for (int i = 0; i < 10; ++i) numbers.push_back(*create(store, "b" + std::to_string(i)));
    BusyWriter busy(store, "busy");
    const std::int64_t before = store.statistics().commits;
    std::vector<std::future<Result>> results;
    for (std::int64_t seq = 2; seq <= 51; ++seq)
        for (const std::int64_t number : numbers) results.push_back(append_later(store, number, step(seq)));
    CHECK(store.statistics().waiting == 500);
    busy.let_go();
    for (auto& each : results) CHECK(each.get());
    CHECK(store.statistics().commits == before + 1);
    CHECK(store.statistics().operations == 10 + 1 + 500);
}

CONTRACT("steps that are handed over together share one commit, also where nobody is busy") {
    std::vector<std::int64_t> numbers;
    for (int i = 0; i < 10; ++i) numbers.push_back(*create(store, "b" + std::to_string(i)));
    const std::int64_t before = store.statistics().commits;
    std::latch finished(10);
    std::atomic<int> stored = 0;
    std::vector<Store::Write> together;
    for (const std::int64_t number : numbers)
        together.push_back({Append{number, step(2)}, [&](const Result& result) {
                                stored += result ? 1 : 0;
                                finished.count_down();
                            }});
    store.write_all(std::move(together));
    finished.wait();
    CHECK(stored == 10);
    CHECK(store.statistics().commits == before + 1);
}

CONTRACT("of steps that are handed over together those that find no room are refused, and the others stored", {.queue = {.operations_max = 2}}) {
    const std::int64_t number = *create(store, "b1");
    std::latch finished(4);
    std::vector<std::string> became(4);
    {
        BusyWriter busy(store, "busy");
        std::vector<Store::Write> together;
        for (std::size_t i = 0; i < 4; ++i)
            together.push_back({Append{number, step(static_cast<std::int64_t>(i) + 2)}, [&, i](const Result& result) {
                                    became[i] = result ? "stored" : result.error().message;
                                    finished.count_down();
                                }});
        store.write_all(std::move(together));
        CHECK(became[3] == "the store is busy");
        busy.let_go();
    }
    finished.wait();
    CHECK(became == std::vector<std::string>{"stored", "stored", "the store is busy", "the store is busy"});
    CHECK(store.statistics().failed == 2);
}

CONTRACT("a group has a largest size", {.group_max = 10}) {
    const std::int64_t number = *create(store, "b1");
    BusyWriter busy(store, "busy");
    const std::int64_t before = store.statistics().commits;
    std::vector<std::future<Result>> results;
    for (std::int64_t seq = 2; seq <= 31; ++seq) results.push_back(append_later(store, number, step(seq)));
    busy.let_go();
    for (auto& each : results) CHECK(each.get());
    CHECK(store.statistics().commits == before + 3);
}

CONTRACT("a bad operation fails alone, and what waits behind it for the same battle fails with it") {
    const std::int64_t good = *create(store, "good");
    const std::int64_t bad = *create(store, "bad");
    BusyWriter busy(store, "busy");
    auto good_2 = append_later(store, good, step(2));
    auto bad_2 = append_later(store, bad, step(2));
    auto bad_4 = append_later(store, bad, step(4));
    auto bad_3 = append_later(store, bad, {.first_seq = 3, .last_seq = 2, .answers = "would fit\n"});
    auto good_3 = append_later(store, good, step(3));
    busy.let_go();

    CHECK(good_2.get());
    CHECK(good_3.get());
    CHECK(bad_2.get());
    CHECK(bad_4.get().error().kind == Failure::Kind::broken);
    const Result orphan = bad_3.get();
    REQUIRE(!orphan);
    CHECK(orphan.error().kind == Failure::Kind::refused);
    CHECK(contains(orphan.error().message, "earlier step"));
    CHECK(load(store, "good").steps.size() == 3);
    CHECK(load(store, "bad").steps.size() == 2);
    CHECK(append(store, bad, step(3)));
}

CONTRACT("steps behind a failed one are refused in the next group too", {.group_max = 1}) {
    const std::int64_t number = *create(store, "b1");
    const std::int64_t another = *create(store, "b2");
    BusyWriter busy(store, "busy");
    auto wrong = append_later(store, number, step(5));
    auto behind = append_later(store, number, {.first_seq = 2, .last_seq = 1, .answers = "would fit\n"});
    auto other = append_later(store, another, step(2));
    busy.let_go();
    CHECK(!wrong.get());
    CHECK(!behind.get());
    CHECK(other.get());
}

CONTRACT("a full queue refuses at once, and what was taken is still stored", {.queue = {.operations_max = 2}}) {
    const std::int64_t number = *create(store, "b1");
    BusyWriter busy(store, "busy");
    auto second = append_later(store, number, step(2));
    auto third = append_later(store, number, step(3));
    const Result refused = append(store, number, step(4));
    REQUIRE(!refused);
    CHECK(refused.error().kind == Failure::Kind::refused);
    CHECK(refused.error().message == "the store is busy");
    busy.let_go();
    CHECK(second.get());
    CHECK(third.get());
    CHECK(append(store, number, step(4)));
}

CONTRACT("the queue is bounded in bytes, but one large operation goes in alone", {.queue = {.bytes_max = 10'000}}) {
    const std::int64_t number = *create(store, "b1");
    BusyWriter busy(store, "busy");
    auto large = append_later(store, number, step(2, std::string(20'000, 'x')));
    CHECK(!append(store, number, step(3)));
    busy.let_go();
    CHECK(large.get());
    CHECK(append(store, number, step(3)));
}

}  // namespace muster::storage::tests
