// How long a body may take to come and an answer to go; time is what the test says it is.
#include "server/net/transfer_deadline.hpp"

#include <doctest/doctest.h>

using namespace muster::server;
using namespace std::chrono_literals;

namespace {

constexpr TransferDeadline::Time begin{1h};

}  // namespace

TEST_CASE("a transfer that moves slowly but steadily is never cut, however long it takes") {
    TransferDeadline deadline(begin);
    auto now = begin;
    for (std::size_t moved = 0; moved < limits::record_bytes_max; moved += 5000) {
        CHECK(deadline.left(now) > 0s);
        now += 1s;
        deadline.moved(5000);
    }
    CHECK(now > begin + 20min);
    CHECK(deadline.left(now) > 0s);
}

TEST_CASE("an answer of which the kernel takes a buffer at a time, each shortly before it would have stalled, goes out to its end") {
    TransferDeadline deadline(begin);
    auto now = begin;
    constexpr auto pause = limits::transfer_stall_max - 1s;
    for (int buffers = 0; buffers < 100; ++buffers) {
        deadline.moved(limits::socket_send_bytes);
        CHECK(deadline.left(now) > pause);
        now += pause;
    }
    CHECK(now > begin + 100 * limits::transfer_stall_max - 2min);
}

TEST_CASE("a transfer that stalls is cut, whatever it has moved before") {
    TransferDeadline deadline(begin);
    CHECK(deadline.left(begin) == limits::transfer_grace);
    deadline.moved(limits::record_bytes_max);
    CHECK(deadline.left(begin) == limits::transfer_stall_max);
}

TEST_CASE("a transfer that drips is cut, although it never stalls") {
    TransferDeadline deadline(begin);
    auto now = begin;
    while (deadline.left(now) > 0s) {
        now += 100ms;
        deadline.moved(40);
        REQUIRE(now < begin + limits::transfer_grace * 2);
    }
}
