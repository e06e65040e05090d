// Who is woken when the time of day was set: everybody once, and nobody again and again.
#include <set>

#include "tests/battle/dormitory.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

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
        house.wait_for_tick();
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
