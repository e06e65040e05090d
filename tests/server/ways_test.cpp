// The other servers that one knows: how many, and which one is forgotten for another.
#include "server/peers/ways.hpp"

#include <doctest/doctest.h>

#include "server/base/limits.hpp"
#include "tests/server/own_upstream.hpp"

using namespace muster;
using namespace muster::server;

namespace {

std::string url_of(std::size_t server) { return "http://10.0." + std::to_string(server / 256) + "." + std::to_string(server % 256) + ":8080"; }

struct Site {
    IoContext io{1};
    test::TestClock clock{};
    NodePass pass{"secret", "http://own:8080", [] { return std::optional<std::int64_t>(0); }};
    Ways ways{io, clock, pass};
};

}  // namespace

TEST_CASE("of more servers than one may know the one that was asked for longest ago is forgotten, once that is long ago and nobody needs it") {
    Site site;
    for (std::size_t server = 0; server < limits::nodes_max; ++server) {
        REQUIRE(site.ways.to(url_of(server)));
        site.clock.pass(std::chrono::milliseconds(1));
    }
    CHECK(!site.ways.to("http://own:8080"));
    CHECK(!site.ways.to(url_of(limits::nodes_max)));
    const auto held = site.ways.to(url_of(0));
    const std::weak_ptr<Ways::Way> first = held, second = site.ways.to(url_of(1)), third = site.ways.to(url_of(2));
    site.clock.pass(limits::node_forgotten_after);
    CHECK(site.ways.to(url_of(1)));
    CHECK(site.ways.to(url_of(limits::nodes_max)));
    CHECK(site.ways.to(url_of(limits::nodes_max + 1)));
    CHECK(!first.expired());
    CHECK(!second.expired());
    CHECK(!third.expired());  // asked for later than those that never were again
    for (std::size_t server = 0; server < limits::nodes_max - 4; ++server) CHECK(site.ways.to(url_of(1'000 + server)));
    CHECK(third.expired());
    CHECK(!site.ways.to(url_of(10'000)));
    CHECK(site.ways.to(url_of(0)) == held);
    site.ways.stop();
    CHECK(!site.ways.to(url_of(0)));
}
