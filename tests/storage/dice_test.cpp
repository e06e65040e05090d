// The dice of battles that are over: each battle's go into the sums once, whatever comes in between.
#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/schema.hpp"
#include "tests/storage/child.hpp"
#include "tests/storage/engines.hpp"

namespace muster::storage::tests {

namespace {

void play(Store& store, const std::string& id, const std::string& finished_at = "2026-11-21T20:49:00.123Z") {
    const auto number = create(store, id);
    REQUIRE(number);
    REQUIRE(append(store, *number, last_step(2, finished_at)));
}

std::vector<std::string> ids_of(const std::vector<Uncounted>& found) {
    std::vector<std::string> out;
    for (const Uncounted& each : found) out.push_back(each.id);
    return out;
}

std::vector<DiceSum> sums(Store& store, const std::string& from = {}, const std::string& to = {}) { return store.dice(from, to).value(); }

std::int64_t battles_of(const std::vector<DiceSum>& sums, const std::string& seat) {
    std::int64_t battles = 0;
    for (const DiceSum& each : sums)
        if (each.seat == seat) battles += each.battles;
    return battles;
}

}  // namespace

CONTRACT("a battle is uncounted from the commit that ends it on, also a hidden one, and in the order of their ends") {
    const auto first = create(store, "first");
    Header hidden = header("hidden");
    hidden.visibility = "private";
    const auto second = create(store, hidden, two_seats(), step(1));
    create(store, "goes on");
    CHECK(store.uncounted(0, 10).value().empty());
    REQUIRE(append(store, *second, last_step(2, "2026-11-21T20:00:00.000Z")));
    REQUIRE(append(store, *first, last_step(2, "2026-11-21T21:00:00.000Z")));
    const auto found = store.uncounted(0, 10).value();
    REQUIRE(ids_of(found) == std::vector<std::string>{"hidden", "first"});
    CHECK(found[1].number == *first);
    CHECK(found[1].ruleset == "phased-combat");
    CHECK(found[1].options == R"({"clock":null})");
    CHECK(found[1].finished_at == "2026-11-21T21:00:00.000Z");
    CHECK(found[1].seats == std::vector<std::string>{"attacker", "defender"});
    CHECK(ids_of(store.uncounted(0, 1).value()) == std::vector<std::string>{"hidden"});
    CHECK(ids_of(store.uncounted(found[0].note, 10).value()) == std::vector<std::string>{"first"});
    CHECK(store.counts().value().uncounted == 2);
}

CONTRACT("a battle's dice go into the sums once, and it is uncounted no more") {
    play(store, "b1");
    play(store, "b2");
    const auto found = store.uncounted(0, 10).value();
    REQUIRE(found.size() == 2);
    const CountedBattle one = counted(found[0], {1, 2, 3, 4, 5, 6});
    REQUIRE(count(store, {one}));
    REQUIRE(count(store, {one, counted(found[1], {10, 0, 0, 0, 0, 0}), one}));
    const DiceSum attacker{.ruleset = "phased-combat", .seat = "attacker", .player = "people", .battles = 2, .faces = {11, 2, 3, 4, 5, 6}};
    const DiceSum defender{.ruleset = "phased-combat", .seat = "defender", .player = "best", .battles = 2, .faces = {}};
    CHECK(sums(store) == std::vector<DiceSum>{attacker, defender});
    CHECK(store.uncounted(0, 10).value().empty());
    CHECK(store.counts().value() == Counts{.waiting = 0, .running = 0, .over = 2, .uncounted = 0});
}

CONTRACT("sums are asked by day, the first one with and the last one without") {
    for (const std::string day : {"2026-11-20", "2026-11-21", "2026-12-01"}) {
        play(store, day, day + "T23:59:59.999Z");
        REQUIRE(count(store, {counted(store.uncounted(0, 1).value().at(0), {0, 0, 0, 0, 0, 1})}));
    }
    CHECK(battles_of(sums(store), "attacker") == 3);
    CHECK(battles_of(sums(store, "2026-11-21"), "attacker") == 2);
    CHECK(battles_of(sums(store, "2026-11-21", "2026-12-01"), "attacker") == 1);
    CHECK(sums(store, {}, "2026-11-20").empty());
}

CONTRACT("a battle that was played elsewhere and comes in whole is not counted here") {
    const auto promise = std::make_shared<std::promise<Result>>();
    store.write_one(Creation{header("elsewhere"), two_seats(), {step(1), last_step(2, "2026-11-21T20:49:00.123Z")}}, fulfil(promise));
    REQUIRE(promise->get_future().get());
    CHECK(store.counts().value() == Counts{.waiting = 0, .running = 0, .over = 1, .uncounted = 0});
}

TEST_CASE("a note is never given twice, so that none comes before one that was looked at") {
    const TempFolder folder;
    std::int64_t last = 0;
    for (const std::string id : {"b1", "b2", "b3"}) {
        const auto store = open_store(folder / "store.db");
        play(*store, id);
        const auto found = store->uncounted(last, 10).value();
        REQUIRE(found.size() == 1);
        last = found[0].note;
        REQUIRE(count(*store, {counted(found[0], {})}));
    }
}

TEST_CASE("battles that ended in a store of an earlier schema version are uncounted once it is opened, archived ones too") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    {
        const auto store = open_store(file);
        for (const std::string id : {"b1", "b2", "b3", "b4"}) play(*store, id);
        REQUIRE(store->archive("2026-12-01").value() == 4);
        create(*store, "goes on");
    }
    {
        SQLite::Database old(file.string(), SQLite::OPEN_READWRITE);
        old.exec(
            "DROP TABLE witnessed; DROP TABLE dice; DROP TABLE not_counted; DELETE FROM tally WHERE status IN ('uncounted', 'witnessed'); PRAGMA user_version "
            "= 9");
    }
    const auto store = open_store(file);
    const auto found = store->uncounted(0, 10).value();
    CHECK(ids_of(found) == std::vector<std::string>{"b1", "b2", "b3", "b4"});
    CHECK(store->counts().value().uncounted == 4);
    CHECK(store->events_after(found.at(0).number, 0, 1'000).value().size() == 2);
    CHECK(sums(*store).empty());
}

TEST_CASE("after kill -9 while battles are being counted, each is in the sums or still uncounted, and none is both") {
    constexpr int battles = 3'000;
    const TempFolder folder;
    const auto file = folder / "store.db";
    {
        const auto store = open_store(file);
        std::vector<std::future<Result>> results;
        for (int i = 1; i <= battles; ++i) {
            store->write_one(Creation{header("b" + std::to_string(i)), two_seats(), {step(1)}}, [](const Result&) {});
            results.push_back(append_later(*store, i, last_step(2, "2026-11-21T20:49:00.123Z")));
        }
        for (auto& each : results) REQUIRE(each.get());
    }
    std::int64_t told = 0;
    for (const int groups : {1, 20, 60}) {
        const Child child = start_child({count_flag, file});
        std::int64_t size = 0;
        for (int i = 0; ::read(child.output, &size, sizeof size) == sizeof size; ++i) {
            told += size;
            if (i == groups) ::kill(child.process, SIGKILL);
        }
        const int status = wait_for(child);
        const auto store = open_store(file);
        REQUIRE((WIFSIGNALED(status) || store->counts().value().uncounted == 0));  // or it was done before this process came to kill it
        const auto done = battles_of(sums(*store), "attacker");
        CHECK(done >= told);
        CHECK(done + store->counts().value().uncounted == battles);
        CHECK(sums(*store).front().faces[5] == 2 * done);
    }
}

}  // namespace muster::storage::tests
