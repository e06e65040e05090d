// Steps gathered on their way to the store, and answers on their way back.
#include "server/battle/commits.hpp"

#include <doctest/doctest.h>

#include "storage/memory_store.hpp"
#include "tests/support/forwarding_store.hpp"

using namespace muster;
using server::Commits;

namespace {

/// Remembers what it was handed, and answers when the test says so.
class HandedStore final : public storage::ForwardingStore {
public:
    explicit HandedStore(storage::Store& inner) : ForwardingStore(inner) {}
    void write_all(std::vector<Write> writes) override {
        calls.push_back(writes.size());
        for (auto& each : writes) waiting.push_back(std::move(each));
    }
    void answer_all(const storage::Result& result) {
        for (auto& each : std::exchange(waiting, {})) each.done(result);
    }

    std::vector<std::size_t> calls{};
    std::vector<Write> waiting{};
};

struct Desk {
    void append(std::int64_t number) {
        commits.write(storage::Append{number, {.first_seq = 2, .last_seq = 2}},
                      [this](const storage::Result& result) { reported.push_back(result.value_or(-1)); });
    }
    /// Runs all that is ready, and says how many handlers that were.
    std::size_t run() {
        io.restart();
        return io.poll();
    }

    server::IoContext io{};  // before the store: what it still holds at the end keeps count of work in it
    storage::MemoryStore inner{};
    HandedStore store{inner};
    Commits commits{io, store};
    std::vector<std::int64_t> reported{};
};

}  // namespace

TEST_CASE("what one round of the loop brings forth goes to the store in one call, in its order") {
    Desk desk;
    server::asio::post(desk.io, [&] {
        desk.append(1);
        desk.append(2);
    });
    server::asio::post(desk.io, [&] { desk.append(3); });
    desk.run();
    CHECK(desk.store.calls == std::vector<std::size_t>{3});
    for (std::size_t i = 0; i < 3; ++i) CHECK(std::get<storage::Append>(desk.store.waiting[i].what).number == static_cast<std::int64_t>(i + 1));
    desk.append(4);
    desk.run();
    CHECK(desk.store.calls == std::vector<std::size_t>{3, 1});
}

TEST_CASE("a new battle goes with the steps of others") {
    Desk desk;
    desk.append(1);
    desk.commits.write(storage::Creation{{.id = "new"}, {}, {{.first_seq = 1, .last_seq = 1}}}, [](const storage::Result&) {});
    desk.run();
    CHECK(desk.store.calls == std::vector<std::size_t>{2});
}

TEST_CASE("a group's answers come in few posts, each once, failures too") {
    constexpr std::int64_t steps = 100;
    Desk desk;
    for (std::int64_t i = 0; i < steps; ++i) desk.append(i);
    desk.run();
    CHECK(desk.reported.empty());
    desk.store.answer_all(7);
    CHECK(desk.reported.empty());  // never on the store's thread
    CHECK(desk.run() <= 4);
    CHECK(desk.reported == std::vector<std::int64_t>(steps, 7));
    desk.append(1);
    desk.run();
    desk.store.answer_all(std::unexpected(storage::Failure{storage::Failure::Kind::refused, "the disk is full"}));
    desk.run();
    CHECK(desk.reported.back() == -1);
}

TEST_CASE("the loop does not end while a step is at the store") {
    Desk desk;
    desk.append(1);
    desk.run();
    CHECK(!desk.io.stopped());
    desk.store.answer_all(1);
    desk.run();
    CHECK(desk.reported.size() == 1);
    CHECK(desk.io.stopped());
}
