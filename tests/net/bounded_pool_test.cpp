// Work that blocks: how much of it waits, and what becomes of it when the server ends.
#include "server/base/bounded_pool.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>

using namespace muster::server;

namespace {

/// Work that is under way until somebody lets it go.
struct Held {
    std::promise<void> begun{};
    std::promise<void> release{};
    std::function<void()> work() {
        return [this] {
            begun.set_value();
            release.get_future().wait();
        };
    }
};

}  // namespace

TEST_CASE("more work than may wait is refused, and room comes back") {
    BoundedPool pool(1, 2);
    Held first;
    std::promise<void> second;
    REQUIRE(pool.post(first.work()));
    first.begun.get_future().wait();
    REQUIRE(pool.post([&] { second.set_value(); }));
    CHECK(!pool.post([] {}));
    first.release.set_value();
    second.get_future().wait();
    while (!pool.post([] {})) std::this_thread::yield();
    pool.join();
}

TEST_CASE("a pool that lets go finishes what is under way, and lets go of what waits without doing it") {
    BoundedPool pool(1, 1000);
    Held first;
    const auto waiting = std::make_shared<int>(0);
    REQUIRE(pool.post(first.work()));
    first.begun.get_future().wait();
    for (int i = 0; i < 100; ++i) REQUIRE(pool.post([waiting] { ++*waiting; }));
    CHECK(waiting.use_count() == 101);
    pool.let_go();
    first.release.set_value();
    pool.join();
    CHECK(*waiting == 0);
    CHECK(waiting.use_count() == 1);
}

TEST_CASE("work that fails ends nothing but itself, and makes room") {
    BoundedPool pool(1, 1);
    REQUIRE(pool.post([] { throw std::runtime_error("a mistake"); }));
    std::promise<void> done;
    while (!pool.post([&] { done.set_value(); })) std::this_thread::yield();
    done.get_future().wait();
    pool.join();
}
