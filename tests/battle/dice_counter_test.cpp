// Dice of battles that have ended, counted from the events that the store has.
#include "server/battle/dice_counter.hpp"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <future>

#include "rules/systems.hpp"
#include "storage/memory_store.hpp"
#include "tests/support/forwarding_store.hpp"
#include "tests/support/wait_until.hpp"

namespace muster::test {

using namespace server;

namespace {

std::string event(const std::string& name, const std::string& data) {
    return R"({"seq":1,"at":"2026-11-21T20:49:00.123Z","event":")" + name + R"(","data":)" + data + "}\n";
}

std::string roll(const std::string& seat, const std::string& dice) {
    return event("rolled", R"({"seat":")" + seat + R"(","roll":0,"purpose":"wave","groups":[{"label":"tanks","dice":[)" + dice + "]}]}");
}

/// A battle that is over, with these events in its first and its last step.
void play(storage::Store& store, const std::string& id, const std::string& first, const std::string& last, const std::string& ruleset = "armies",
          const std::array<std::string, 2>& seats = {"attacker", "defender"}) {
    storage::Header header{.id = id, .ruleset = ruleset, .ruleset_version = 1, .visibility = "private", .options = R"({"bots":{"defender":"listed"}})"};
    std::promise<storage::Result> created, ended;
    store.write_one(storage::Creation{header, {{.seat = seats[0], .token_hash = {}}, {.seat = seats[1], .token_hash = {}}}, {{1, 1, first}}},
                    [&](storage::Result result) { created.set_value(std::move(result)); });
    const auto number = created.get_future().get();
    REQUIRE(number);
    storage::Step step{2, 2, last};
    step.status = storage::Status::over;
    step.finished_at = "2026-11-21T23:59:59.999Z";
    store.write_one(storage::Append{*number, step}, [&](storage::Result result) { ended.set_value(std::move(result)); });
    REQUIRE(ended.get_future().get());
}

/// The counter on a thread of its own, which is at rest when this goes.
class Counting {
public:
    explicit Counting(storage::Store& store) : store_(store) { counter_.look(); }
    ~Counting() {
        counter_.stop();
        pool_.join();
        store_.close();
    }
    void look() { counter_.look(); }
    void wait_until_left(std::int64_t battles) {
        wait_until([&] { return store_.counts().value().uncounted == battles; });
    }

private:
    storage::Store& store_;
    BoundedPool pool_{1, 2};
    DiceCounter counter_{pool_, store_, rules::shipped_rulesets()};
};

/// Refuses to count as often as it is told to.
class RefusingStore final : public storage::ForwardingStore {
public:
    explicit RefusingStore(storage::Store& inner) : ForwardingStore(inner) {}
    void count_dice(std::vector<storage::CountedBattle> battles, Done done) override {
        if (to_refuse == 0) return ForwardingStore::count_dice(std::move(battles), std::move(done));
        --to_refuse;
        done(std::unexpected(storage::Failure{storage::Failure::Kind::refused, "the disk is full"}));
    }
    std::atomic<int> to_refuse{1};
};

}  // namespace

TEST_CASE("all rolls of a battle are counted for the seat that rolled and whoever played it, and nothing that only looks like one") {
    storage::MemoryStore store;
    const auto talk = event("said", R"({"seat":"attacker","text":"\",\"event\":\"rolled\",\"data\":{\"seat\":\"defender\"}"})");
    play(store, "b1", roll("attacker", "1,6,6") + talk + "@0 " + roll("attacker", "5"), roll("defender", "2") + roll("attacker", ""));
    Counting counting(store);
    counting.wait_until_left(0);
    const storage::DiceSum attacker{.ruleset = "armies", .seat = "attacker", .player = "people", .battles = 1, .faces = {1, 0, 0, 0, 0, 2}};
    const storage::DiceSum defender{.ruleset = "armies", .seat = "defender", .player = "listed", .battles = 1, .faces = {0, 1, 0, 0, 0, 0}};
    CHECK(store.dice({}, {}).value() == std::vector<storage::DiceSum>{attacker, defender});
    CHECK(store.dice("2026-11-21", "2026-11-22").value().size() == 2);
}

TEST_CASE("seats that a setup has named are counted by their places: whoever makes battles adds no lines") {
    storage::MemoryStore store;
    play(store, "b1", roll("red", "1"), roll("blue", "2"), "dice", {"red", "blue"});
    play(store, "b2", roll("a_word", "1,6"), roll("another", "2"), "dice", {"a_word", "another"});
    Counting counting(store);
    counting.wait_until_left(0);
    const storage::DiceSum first{.ruleset = "dice", .seat = "1", .player = "people", .battles = 2, .faces = {2, 0, 0, 0, 0, 1}};
    const storage::DiceSum second{.ruleset = "dice", .seat = "2", .player = "people", .battles = 2, .faces = {0, 2, 0, 0, 0, 0}};
    CHECK(store.dice({}, {}).value() == std::vector<storage::DiceSum>{first, second});
}

TEST_CASE("a battle whose dice cannot be read stays uncounted, and keeps no other from being counted") {
    storage::MemoryStore store;
    play(store, "good", roll("attacker", "1"), roll("defender", "1"));
    play(store, "no die", roll("attacker", "7"), "");
    play(store, "no seat", roll("somebody", "1"), "");
    play(store, "no json", R"(,"event":"rolled",)", "");
    for (int i = 0; i < 300; ++i) play(store, "more " + std::to_string(i), roll("attacker", "2"), "");
    Counting counting(store);
    counting.wait_until_left(3);
    play(store, "later", roll("attacker", "3"), "");
    counting.look();
    counting.wait_until_left(3);
    CHECK(store.dice({}, {}).value().at(0).faces == Faces{1, 300, 1, 0, 0, 0});
    CHECK(store.dice({}, {}).value().at(0).battles == 302);
}

TEST_CASE("what the store refuses to take is counted when the next battle has ended, once") {
    storage::MemoryStore inner;
    RefusingStore store(inner);
    play(store, "b1", roll("attacker", "1"), "");
    Counting counting(store);
    wait_until([&] { return store.to_refuse == 0; });
    play(store, "b2", roll("attacker", "2"), "");
    wait_until([&] {
        counting.look();  // it may have been about to give up
        return inner.counts().value().uncounted == 0;
    });
    CHECK(inner.dice({}, {}).value().at(0).faces == Faces{1, 1, 0, 0, 0, 0});
}

}  // namespace muster::test
