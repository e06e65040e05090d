// Who is woken when, though the store knows of more battles than are held.
#include "tests/battle/dormitory.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

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

TEST_CASE("a battle that can do nothing for a while though its time has come rests so long, held or not, but not beyond a start") {
    Dormitory house;
    for (const auto* each : {"a", "b", "c", "d", "e"}) house.put(each, 1);
    house.begin();
    house.on_woken = [&](const std::string& battle) { house.waker->set(battle, 1, std::chrono::hours(1)); };
    auto first = house.pass(10 * second);
    std::ranges::sort(first);
    CHECK(first == Names{"a", "b", "c", "d", "e"});
    CHECK(house.pass(50 * minute).empty());
    auto again = house.pass(11 * minute);
    std::ranges::sort(again);
    CHECK(std::ranges::includes(again, Names{"a", "b", "c", "d", "e"}));
    CHECK(house.most_held == house.held_max);
    house.begin();
    CHECK(house.pass(second).size() == house.held_max);
}
