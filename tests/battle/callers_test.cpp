// Whose connection it is, and what one address may do.
#include "server/access/address_limits.hpp"

#include <doctest/doctest.h>

#include "server/base/limits.hpp"

using namespace muster::server;

namespace {

Address at(const char* text) { return asio::ip::make_address(text); }
AddressSet set_of(std::vector<std::string> texts) { return AddressSet::read(texts).value(); }

constexpr auto start = std::chrono::steady_clock::time_point(std::chrono::hours(1));

}  // namespace

TEST_CASE("a set of addresses holds single ones and networks, of both families") {
    const auto set = set_of({"192.0.2.7", "10.0.0.0/8", "2001:db8::/33", "::1"});
    for (const auto* inside : {"192.0.2.7", "10.255.0.1", "::ffff:10.1.2.3", "2001:db8:7fff::1", "::1"}) CHECK_MESSAGE(set.contains(at(inside)), inside);
    for (const auto* outside : {"192.0.2.8", "11.0.0.1", "2001:db8:8000::1", "::2", "0.0.0.1"}) CHECK_MESSAGE(!set.contains(at(outside)), outside);
    CHECK(set_of({"0.0.0.0/0"}).contains(at("203.0.113.9")));
    CHECK(!set_of({"0.0.0.0/0"}).contains(at("2001:db8::1")));
    for (const auto* wrong : {"", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "10.0.0.0/8x"}) {
        const auto refused = AddressSet::read({wrong});
        REQUIRE_MESSAGE(!refused, wrong);
        CHECK(refused.error().contains("\"" + std::string(wrong) + "\""));
    }
}

TEST_CASE("who speaks is the last address that is no trusted proxy, whatever stands before it") {
    const auto proxies = set_of({"127.0.0.1", "10.0.0.0/8"});
    const auto behind = [&](const char* peer, const char* header) { return caller_behind(at(peer), header, proxies).to_string(); };
    CHECK(behind("198.51.100.1", "203.0.113.5") == "198.51.100.1");
    CHECK(behind("127.0.0.1", "") == "127.0.0.1");
    CHECK(behind("127.0.0.1", "203.0.113.5") == "203.0.113.5");
    CHECK(behind("127.0.0.1", "1.1.1.1, 203.0.113.5,10.1.1.1") == "203.0.113.5");
    CHECK(behind("127.0.0.1", "203.0.113.5, nonsense, 10.1.1.1") == "10.1.1.1");
    CHECK(behind("127.0.0.1", "10.0.0.2, 10.0.0.3") == "10.0.0.2");
    CHECK(behind("127.0.0.1", ",,,") == "127.0.0.1");
    CHECK(behind("127.0.0.1", " 2001:db8::5 ") == "2001:db8::5");
}

TEST_CASE("an IPv6 caller is its /64, an IPv4 caller is itself however it is written") {
    CHECK(caller_network(at("2001:db8:1:2:3::4")) == caller_network(at("2001:db8:1:2:ffff::1")));
    CHECK(caller_network(at("2001:db8:1:2::1")) != caller_network(at("2001:db8:1:3::1")));
    CHECK(caller_network(at("192.0.2.7")) == caller_network(at("::ffff:192.0.2.7")));
    CHECK(caller_network(at("192.0.2.7")) != caller_network(at("192.0.2.8")));
}

TEST_CASE("a pace gives its burst at once and then one at a time; without a rate it gives always") {
    Pace pace;
    const Pace::Rate two{2, 3};
    int taken = 0;
    for (int i = 0; i < 10; ++i) taken += pace.take(two, start) ? 1 : 0;
    CHECK(taken == 3);
    CHECK(!pace.take(two, start + std::chrono::milliseconds(499)));
    CHECK(pace.take(two, start + std::chrono::milliseconds(100)).wait == std::chrono::milliseconds(400));
    CHECK(pace.take(two, start + std::chrono::milliseconds(501)));
    CHECK(!pace.take(two, start + std::chrono::milliseconds(502)));
    taken = 0;
    for (int i = 0; i < 10; ++i) taken += pace.take(two, start + std::chrono::hours(1)) ? 1 : 0;
    CHECK(taken == 3);
    for (int i = 0; i < 1000; ++i) CHECK(pace.take({0, 1}, start));
    Pace seldom;
    for (int i = 0; i < 3; ++i) CHECK(seldom.take({0.25, 0.5}, start + i * std::chrono::seconds(4)));
    CHECK(!seldom.take({0.25, 0.5}, start + std::chrono::seconds(11)));
}

TEST_CASE("connections of one address are counted while they live") {
    CallerLimits limits;
    limits.connections = 2;
    Callers callers(limits, {}, {});
    const auto first = Caller::connected(callers.find(at("192.0.2.7")));
    auto second = Caller::connected(callers.find(at("192.0.2.7")));
    CHECK(first);
    CHECK(second);
    CHECK(!Caller::connected(callers.find(at("192.0.2.7"))));
    CHECK(Caller::connected(callers.find(at("192.0.2.8"))));
    second = {};
    CHECK(Caller::connected(callers.find(at("192.0.2.7"))));
}

TEST_CASE("large uploads, searches and talk of one address are bounded over all its connections") {
    Callers callers({}, {}, {});
    const auto ada = callers.find(at("192.0.2.7")), also_ada = callers.find(at("192.0.2.7")), bob = callers.find(at("192.0.2.8"));
    std::vector<Caller::Place> uploads;
    for (int i = 0; i < limits::large_bodies_per_address_max; ++i) CHECK(uploads.emplace_back(Caller::sends_large_body(ada)));
    CHECK(!Caller::sends_large_body(also_ada));
    CHECK(Caller::sends_large_body(bob));
    uploads.pop_back();
    CHECK(Caller::sends_large_body(also_ada));
    int searches = 0, words = 0;
    for (int i = 0; i < 100'000; ++i) {
        searches += (i % 2 == 0 ? ada : also_ada)->may_search() ? 1 : 0;
        words += (i % 2 == 0 ? ada : also_ada)->may_talk() ? 1 : 0;
    }
    CHECK(searches >= 40);
    CHECK(searches < 50'000);
    CHECK(words >= limits::said_burst);
    CHECK(words < 50'000);
    CHECK(bob->may_search());
    CHECK(bob->may_talk());
}

TEST_CASE("the table of addresses is bounded: who is connected stays, the one seen longest ago goes") {
    CallerLimits limits;
    limits.creating = {0.001, 1};
    Callers callers(limits, {}, {});
    const auto number = [](std::uint32_t i) { return Address(asio::ip::address_v4(0x0a000000 + i)); };
    const auto connected = callers.find(number(0));
    CHECK(connected->may_create());
    CHECK(callers.find(number(1))->may_create());
    for (std::uint32_t i = 2; i < limits::addresses_max + 100; ++i) callers.find(number(i));
    CHECK(callers.size() == limits::addresses_max);
    CHECK(!callers.find(number(0))->may_create());
    CHECK(callers.find(number(1))->may_create());
}

TEST_CASE("whoever is exempt may do as much as he likes") {
    CallerLimits limits;
    limits.connections = 1;
    limits.creating = limits.connecting = {0.001, 1};
    Callers callers(limits, set_of({"127.0.0.0/8"}), {});
    std::vector<Caller::Place> places;
    const auto may_connect = [&](const char* address) { return callers.may_connect(at(address), *callers.find(at(address))); };
    for (int i = 0; i < 10; ++i) {
        const auto caller = callers.find(at("127.0.0.1"));
        REQUIRE(callers.may_connect(at("127.0.0.1"), *caller));
        CHECK(caller->may_create());
        CHECK(places.emplace_back(Caller::connected(caller)));
    }
    CHECK(may_connect("192.0.2.7"));
    CHECK(!may_connect("192.0.2.7"));
}

TEST_CASE("new connections from this machine have no rate unless it is set, those from elsewhere and from proxies as they are") {
    CallerLimits limits;
    limits.connecting = {0.001, 1};
    Callers callers(limits, {}, set_of({"192.0.2.1"}));
    const auto may_connect = [&](const char* address) { return callers.may_connect(at(address), *callers.find(at(address))); };
    for (const char* free : {"127.0.0.1", "::1", "127.0.0.2", "192.0.2.1"})  // an IPv4 address on a socket for both is unmapped before
        for (int i = 0; i < 10; ++i) CHECK(may_connect(free));
    CHECK(may_connect("192.0.2.7"));
    CHECK(!may_connect("192.0.2.7"));
    limits.connecting_here = limits.connecting;
    Callers all(limits, {}, {});
    CHECK(all.may_connect(at("127.0.0.1"), *all.find(at("127.0.0.1"))));
    CHECK(!all.may_connect(at("127.0.0.1"), *all.find(at("127.0.0.1"))));
}

TEST_CASE("an address on a socket for both is an IPv4 address, and of IPv6 a network is what can be banned") {
    CHECK(unmapped(at("::ffff:127.0.0.1")) == at("127.0.0.1"));
    CHECK(unmapped(at("::1")) == at("::1"));
    CHECK(unmapped(at("192.0.2.7")) == at("192.0.2.7"));
    CHECK(caller_behind(at("::ffff:192.0.2.1"), "::ffff:198.51.100.7", set_of({"192.0.2.1"})) == at("198.51.100.7"));
    CHECK(caller_text(at("::ffff:192.0.2.7")) == "192.0.2.7");
    CHECK(caller_text(at("2001:db8:1:2:3::4")) == "2001:db8:1:2::/64");
    CHECK(caller_text(at("::1")) == "::1");
    CHECK(set_of({caller_text(at("2001:db8:1:2:3::4"))}).contains(at("2001:db8:1:2::9")));
}

TEST_CASE("the log hears of an address once, and of many addresses not of each") {
    Callers callers({}, {}, {});
    const auto begun = std::chrono::steady_clock::now();
    int heard = 0;
    for (int i = 0; i < 200; ++i) {
        const auto caller = callers.find(Address(asio::ip::address_v4(0x0a000000U + static_cast<std::uint32_t>(i / 2))));
        if (callers.is_to_be_logged(*caller)) ++heard;
    }
    CHECK(heard >= 10);
    CHECK(heard <= 11 + std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begun).count());
}
