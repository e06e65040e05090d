// Who is woken when, though the store knows of more battles than are held, and whatever becomes of the time of day.
#include <doctest/doctest.h>

#include <future>
#include <map>
#include <optional>
#include <set>

#include "server/battle/waker.hpp"
#include "storage/memory_store.hpp"
#include "tests/battle/clocks.hpp"
#include "tests/battle/house.hpp"
#include "tests/support/forwarding_store.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

using Names = std::vector<std::string>;
constexpr auto start_ms = ManualClock::start_ms;

class FailingReads final : public storage::ForwardingStore {
public:
    FailingReads() : ForwardingStore(kept_) {}
    int to_fail = 0;
    int asked = 0;
    std::function<void()> meanwhile = [] {};  ///< somebody does something while the store is being read
    std::expected<std::vector<storage::Wake>, storage::Failure> wakes(std::size_t count, const storage::Wake& after) override {
        ++asked;
        meanwhile();
        if (to_fail == 0 || to_fail-- == 0) return ForwardingStore::wakes(count, after);
        return std::unexpected(storage::Failure{.message = "as the test says"});
    }

private:
    storage::MemoryStore kept_{};
};

/// Battles that want attention, and somebody who wakes them. A battle that is woken wants no attention any more unless a test says so.
struct Dormitory {
    std::size_t held_max = 3;
    IoContext io{};
    BoundedPool reads{1, 8};
    FailingReads store{};
    ManualClock clock{start_ms};
    std::optional<ServerTime> time{};
    std::optional<Waker> waker{};
    std::map<std::string, std::int64_t> numbers{};
    Names woken{};
    std::size_t most_held = 0;
    std::function<void(const std::string& battle)> on_woken = [this](const std::string& battle) { sleeps_until(battle, 0); };

    ~Dormitory() {
        reads.join();
        settle();
    }

    void put(const std::string& battle, std::int64_t at_ms) {
        numbers[battle] = stored([&](auto done) { store.create({.id = battle}, {}, {.first_seq = 1, .last_seq = 1, .wake_at = at_ms}, done); });
        if (waker) waker->set(battle, at_ms);
    }

    void sleeps_until(const std::string& battle, std::int64_t at_ms) {
        stored([&](auto done) { store.append(numbers.at(battle), {.first_seq = 2, .last_seq = 1, .wake_at = at_ms}, done); });
        waker->set(battle, at_ms);
    }

    static std::int64_t stored(const std::function<void(storage::Store::Done)>& write) {
        std::promise<storage::Result> result;
        write([&](storage::Result became) { result.set_value(std::move(became)); });
        return result.get_future().get().value();
    }

    /// What was on its way to the store is there.
    void settle() {
        stored([&](auto done) { store.remember("settled", "", done); });
    }

    void begin() {
        waker.reset();
        time.emplace(clock);
        waker.emplace(io, reads, store, *time, held_max);
        waker->on_due([this](const std::string& battle) {
            woken.push_back(battle);
            on_woken(battle);
        });
        REQUIRE(waker->restore());
        count();
    }

    void tick() {
        waker->tick();
        std::promise<void> read;
        REQUIRE(reads.post([&] { read.set_value(); }));
        read.get_future().wait();
        io.restart();
        io.poll();
        settle();
        count();
    }

    void count() { most_held = std::max(most_held, waker->held()); }

    /// Who is woken while this passes.
    Names pass(std::int64_t ms) {
        woken.clear();
        for (; ms > 0; ms -= second) {
            clock.pass(std::min(ms, second));
            tick();
        }
        return woken;
    }
};

}  // namespace

TEST_CASE("more battles wait than are held: each is woken in its time, whether it waited at the start or was made since") {
    Dormitory house;
    for (int i = 1; i <= 8; ++i) house.put("old " + std::to_string(i), start_ms + i * minute);
    house.begin();
    CHECK(house.waker->held() == house.held_max);
    for (int i = 1; i <= 8; ++i) house.put("new " + std::to_string(i), start_ms + i * minute + 30 * second);
    for (int i = 1; i <= 8; ++i) {
        CHECK(house.pass(20 * second).empty());
        house.pass(20 * second);
        CHECK(house.woken == (i == 1 ? Names{} : Names{"new " + std::to_string(i - 1)}));
        house.pass(20 * second);
        CHECK(house.woken == Names{"old " + std::to_string(i)});
    }
    CHECK(house.pass(1 * minute) == Names{"new 8"});
    CHECK(house.pass(1 * hour).empty());
    CHECK(house.waker->held() == 0);
    CHECK(house.most_held == house.held_max);
}

TEST_CASE("a battle that wants attention sooner, later or not at all is woken by what it said last, held or not") {
    Dormitory house;
    for (int i = 1; i <= 6; ++i) house.put(std::to_string(i), start_ms + i * minute);
    house.begin();
    house.sleeps_until("5", start_ms + 90 * second);
    house.sleeps_until("1", start_ms + 7 * minute);
    house.sleeps_until("6", 0);
    house.sleeps_until("2", 0);
    CHECK(house.pass(8 * minute) == Names{"5", "3", "4", "1"});
    CHECK(house.most_held == house.held_max);
}

TEST_CASE("battles that can do nothing when they are woken are woken again, and keep the others from nothing but their place") {
    Dormitory house;
    for (const auto* stuck : {"a", "b", "c", "d"}) house.put(stuck, start_ms + second);
    house.begin();
    house.on_woken = [](const std::string&) {};  // the store fails, or there is no memory for it
    const auto first = house.pass(11 * second);
    CHECK(std::ranges::count(first, "a") >= 2);
    house.on_woken = [&](const std::string& battle) { house.sleeps_until(battle, 0); };
    auto rest = house.pass(20 * second);
    std::ranges::sort(rest);
    CHECK(rest == Names{"a", "b", "c", "d"});
    CHECK(house.most_held == house.held_max);
}

TEST_CASE("battles that can never do anything take nobody's place, however many they are, and are woken more and more seldom") {
    for (const int count : {3, 7}) {
        CAPTURE(count);
        Dormitory house;
        for (int i = 0; i < count; ++i) house.put("stuck " + std::to_string(i), start_ms + second);
        house.begin();
        house.on_woken = [&](const std::string& battle) {
            if (!battle.starts_with("stuck")) house.sleeps_until(battle, 0);
        };
        house.pass(3 * second);
        for (int i = 0; i < 5; ++i) house.put("player " + std::to_string(i), start_ms + (10 + i) * second);
        house.pass(1 * minute);
        for (int i = 0; i < 5; ++i) CHECK(std::ranges::count(house.woken, "player " + std::to_string(i)) == 1);
        CHECK(house.most_held == house.held_max);
    }
    Dormitory house;
    house.put("stuck", start_ms + second);
    house.begin();
    house.on_woken = [](const std::string&) {};
    house.pass(20 * minute);
    CHECK(house.woken.size() >= 8);
    CHECK(house.woken.size() <= 12);
}

TEST_CASE("the time of day is set back while those are read that are woken for that: everybody is woken once more") {
    Dormitory house;
    house.held_max = 1'000;
    for (int i = 0; i < 150; ++i) house.put(std::to_string(1'000 + i), start_ms + 60 * hour);
    house.begin();
    house.on_woken = [&](const std::string& battle) { house.sleeps_until(battle, start_ms + 50 * hour); };
    house.clock.jump(-12 * hour);
    house.store.asked = 0;
    house.store.meanwhile = [&] {
        if (house.store.asked != 2) return;
        house.clock.jump(-12 * hour);
        house.waker->tick();
    };
    house.pass(30 * second);
    CHECK(house.woken.size() > 150);
    std::map<std::string, int> times;
    for (const auto& each : house.woken) ++times[each];
    CHECK(times.size() == 150);
    CHECK(times["1000"] == 2);  // it had been woken before
}

TEST_CASE("a store that cannot say who is next is asked again, at intervals") {
    Dormitory house;
    for (int i = 1; i <= 5; ++i) house.put(std::to_string(i), start_ms + i * second);
    house.begin();
    house.store.to_fail = 2;
    house.store.asked = 0;
    CHECK(house.pass(4 * second) == Names{"1", "2", "3"});
    CHECK(house.store.asked == 1);
    house.put("meanwhile", start_ms + 6 * second);
    CHECK(house.pass(3 * second) == Names{"meanwhile"});  // what is set meanwhile needs no reading
    CHECK(house.pass(8 * second) == Names{"4", "5"});
    CHECK(house.store.asked == 3);
}

TEST_CASE(
    "after the time of day was set back everybody is woken once, whatever the store says: who is held, who is not, and after a restart in the midst of it") {
    Dormitory house;
    house.held_max = 250;
    Names all;
    for (int i = 0; i < 500; ++i) {
        all.push_back(std::to_string(1'000 + i));
        house.put(all.back(), start_ms + 30 * hour + i);
    }
    house.begin();
    house.on_woken = [&](const std::string& battle) { house.sleeps_until(battle, start_ms + 6 * hour); };  // with its credit
    CHECK(house.pass(10 * second).empty());
    house.clock.jump(-24 * hour);
    house.pass(5 * second);
    CHECK(!house.woken.empty());
    CHECK(house.woken.size() < all.size());
    auto woken = house.woken;
    house.begin();
    house.pass(1 * minute);
    woken.insert(woken.end(), house.woken.begin(), house.woken.end());
    CHECK(std::set(woken.begin(), woken.end()) == std::set(all.begin(), all.end()));
    CHECK(house.pass(1 * minute).empty());
    CHECK(house.most_held <= house.held_max);
}

TEST_CASE("the time of day was set back while the server was away: everybody is woken once too") {
    Dormitory house;
    house.put("far", start_ms + 30 * hour);
    house.begin();
    house.on_woken = [](const std::string&) {};
    house.tick();
    house.clock.jump(-24 * hour);
    house.begin();
    CHECK(house.pass(2 * second) == Names{"far"});
}

TEST_CASE("when many are due at once, as after a long absence, some are woken after the others") {
    Dormitory house;
    house.held_max = 1'000;
    for (int i = 0; i < 250; ++i) house.put(std::to_string(1'000 + i), start_ms + i);
    house.begin();
    CHECK(house.pass(1 * second).size() == 100);
    CHECK(house.pass(1 * second).size() == 100);
    CHECK(house.pass(1 * second).size() == 50);
}

TEST_CASE("battles that want attention at once whenever they are woken keep nobody from his time") {
    Dormitory house;
    house.held_max = 1'000;
    for (int i = 0; i < 250; ++i) house.put("bots " + std::to_string(1'000 + i), 1);
    house.put("players", start_ms + 10 * second);
    house.begin();
    house.on_woken = [&](const std::string& battle) { house.waker->set(battle, battle == "players" ? 0 : 1); };
    house.pass(13 * second);
    CHECK(std::ranges::count(house.woken, "players") == 1);
}

TEST_CASE("when all deadlines move, whoever sees one is told; who rests is woken no later than it wants") {
    Dormitory house;
    house.put("rests", start_ms + 1 * hour);
    house.begin();
    int moved = 0;
    house.waker->on_moved([&] { ++moved; });
    house.pass(10 * second);
    CHECK(moved == 0);
    house.clock.jump(2 * hour);
    house.tick();
    CHECK(moved == 1);
    CHECK(house.woken == Names{"rests"});
}

TEST_CASE("after the time of day was set back: also while a hundred and more are due at every moment, everybody is woken") {
    Dormitory house;
    house.held_max = 1'000;
    for (int i = 0; i < 600; ++i) house.put("bots " + std::to_string(1'000 + i), 1);
    house.put("far", start_ms + 30 * hour);
    house.begin();
    house.on_woken = [&](const std::string& battle) { house.waker->set(battle, battle == "far" ? start_ms + 6 * hour : 1); };
    house.pass(10 * second);
    house.clock.jump(-24 * hour);
    house.pass(20 * second);
    CHECK(std::ranges::count(house.woken, "far") == 1);
}

TEST_CASE("after the time of day was set back: whoever then wants attention at a later time than all others is not woken again and again") {
    Dormitory house;
    house.put("far", start_ms + 30 * hour);
    house.begin();
    house.on_woken = [&](const std::string& battle) { house.sleeps_until(battle, house.time->now_ms() + 40 * hour); };
    house.clock.jump(-24 * hour);
    CHECK(house.pass(10 * second) == Names{"far"});
    house.begin();
    CHECK(house.pass(10 * second).empty());
}

TEST_CASE("after the time of day was set back: who was woken and could not say yet when it wants attention is woken again after a restart") {
    Dormitory house;
    house.put("far", start_ms + 30 * hour);
    house.begin();
    house.on_woken = [](const std::string&) {};
    house.clock.jump(-24 * hour);
    house.pass(20 * second);
    CHECK(!house.woken.empty());
    house.begin();
    house.on_woken = [&](const std::string& battle) { house.sleeps_until(battle, start_ms + 6 * hour); };
    CHECK(house.pass(10 * second) == Names{"far"});
    house.begin();
    CHECK(house.pass(10 * second).empty());
}

TEST_CASE("after the time of day was set back: whoever was woken and had to make room before it could say when it wants attention is woken once more") {
    Dormitory house;
    for (int i = 1; i <= 8; ++i) house.put(std::to_string(i), start_ms + 30 * hour + i);
    house.begin();
    house.on_woken = [](const std::string&) {};
    house.clock.jump(-24 * hour);
    house.pass(20 * second);
    house.on_woken = [&](const std::string& battle) { house.sleeps_until(battle, start_ms + 6 * hour); };
    auto woken = house.pass(40 * second);
    CHECK(std::set(woken.begin(), woken.end()).size() == 8);
    CHECK(house.pass(20 * second).empty());
    CHECK(house.most_held == house.held_max);
}

TEST_CASE("a mistake while somebody is woken ends that moment, and the waker looks at the clock again") {
    Dormitory house;
    house.put("a", start_ms + second);
    house.begin();
    house.on_woken = [](const std::string&) { throw std::runtime_error("as the test says"); };
    house.waker->start();
    house.clock.pass(2 * second);
    CHECK_THROWS(house.io.run());
    house.on_woken = [&](const std::string& battle) {
        house.sleeps_until(battle, 0);
        house.waker->stop();
    };
    house.clock.pass(10 * second);
    house.io.run();
    CHECK(house.woken == Names{"a", "a"});
}
