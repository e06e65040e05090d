// Waiting for what must come, and does not say by itself that it has.
#pragma once
#include <doctest/doctest.h>

#include <thread>

#include "tests/support/patience.hpp"

namespace muster::test {

/// Asks until it holds; fails the test if it does not in `longest`.
template <typename Condition>
void wait_until(const Condition& holds, std::chrono::seconds longest = patience) {
    for (const auto end = std::chrono::steady_clock::now() + longest; !holds(); std::this_thread::yield())
        REQUIRE_MESSAGE(std::chrono::steady_clock::now() < end, "it did not become true in time");
}

}  // namespace muster::test
