// Requests on their way over a real connection: what comes late, but comes, is read. How late it may come: transfer_deadline_test.cpp.
#include <doctest/doctest.h>

#include <boost/beast/http/read.hpp>

#include "server/http/read_request.hpp"
#include "tests/support/patience.hpp"

using namespace muster::server;
using namespace std::chrono_literals;

TEST_CASE("a body is heard to its end, also when it comes after the time that its head had") {
    IoContext io{1};
    const auto strand = asio::make_strand(io);
    asio::basic_socket_acceptor<tcp, Strand> door(strand, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    tcp::socket sender(io);
    sender.connect(door.local_endpoint());
    const auto channel = std::make_shared<Channel>(door.accept(strand), nullptr);
    constexpr auto head_max = 50ms;
    RequestParser parser;
    bool head_there = false;
    std::optional<ErrorCode> ended;
    const auto read = [&]() -> Task<void> {
        boost::beast::flat_buffer buffer;
        channel->expires_after(head_max);
        co_await boost::beast::http::async_read_header(*channel, buffer, parser, task);
        head_there = true;
        ended = co_await read_body(*channel, buffer, parser);
    };
    asio::co_spawn(strand, read, asio::detached);
    const auto until = [&](const auto& done) {
        const auto end = std::chrono::steady_clock::now() + muster::test::patience;
        while (!done()) {
            REQUIRE(std::chrono::steady_clock::now() < end);
            io.run_one_for(10ms);
        }
    };
    const auto send = [&](std::string_view bytes) { asio::write(sender, asio::buffer(bytes)); };
    send("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nhello");
    until([&] { return head_there; });
    io.run_for(3 * head_max);  // the time is what this is about
    CHECK(!ended);
    send("world");
    until([&] { return ended.has_value(); });
    CHECK(!*ended);
    CHECK(parser.get().body() == "helloworld");
}
