#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "rules/selection.hpp"

using namespace muster::rules;

TEST_CASE("bounded sums count the ways with so many pieces that count so much each") {
    // Sums of up to 3 pieces of 2 beside one way for 0 and two ways for 1.
    CHECK(bounded_sums({1, 2, 0, 0, 0, 0, 0, 0, 0}, 3, 2) == std::vector<double>{1, 2, 1, 2, 1, 2, 1, 2, 0});
    CHECK(bounded_sums({1, 2, 4, 8}, 1, 1) == std::vector<double>{1, 3, 6, 12});
    CHECK(bounded_sums({1, 2}, 5, 7) == std::vector<double>{1, 2});
}

TEST_CASE("every selection of counts is as likely as every other") {
    const std::vector<int> caps{2, 0, 3, 1, 2};
    Random random(7);
    for (int total = 0; total <= 8; ++total) {
        std::map<std::vector<int>, int> seen;
        constexpr int draws = 40'000;
        for (int i = 0; i < draws; ++i) ++seen[random_counts(caps, total, random)];
        // All selections, counted one by one.
        std::size_t all = 0;
        for (int a = 0; a <= 2; ++a)
            for (int c = 0; c <= 3; ++c)
                for (int d = 0; d <= 1; ++d)
                    for (int e = 0; e <= 2; ++e) all += a + c + d + e == total;
        CAPTURE(total);
        REQUIRE(seen.size() == all);
        const double expected = static_cast<double>(draws) / static_cast<double>(all);
        for (const auto& [counts, times] : seen) {
            CHECK(std::accumulate(counts.begin(), counts.end(), 0) == total);
            CHECK(std::abs(times - expected) < 6 * std::sqrt(expected));
        }
    }
}

TEST_CASE("selections from the largest armies keep their caps and their sum, near both ends too") {
    Random random(8);
    std::vector<int> caps(64);
    for (std::size_t i = 0; i < caps.size(); ++i) caps[i] = static_cast<int>(i % 5 == 0 ? 1000 : i);
    const int room = std::accumulate(caps.begin(), caps.end(), 0);
    for (const int total : {0, 1, 2, 500, room / 2, room - 500, room - 1, room}) {
        CAPTURE(total);
        const auto counts = random_counts(caps, total, random);
        CHECK(std::accumulate(counts.begin(), counts.end(), 0) == total);
        for (std::size_t i = 0; i < caps.size(); ++i) CHECK((counts[i] >= 0 && counts[i] <= caps[i]));
    }
}

TEST_CASE("dice of the simulation are fair, and the same for the same seed") {
    Random random(9);
    Random again(9);
    std::array<int, 7> seen{};
    constexpr int draws = 600'000;
    for (int i = 0; i < draws; ++i) {
        const int die = random.die();
        REQUIRE((die >= 1 && die <= 6));
        REQUIRE(die == again.die());
        ++seen[static_cast<std::size_t>(die)];
    }
    for (std::size_t face = 1; face <= 6; ++face) CHECK(std::abs(seen[face] - draws / 6) < 5 * 300);
    for (int i = 0; i < 1000; ++i) REQUIRE(random.below(3) < 3);
}
