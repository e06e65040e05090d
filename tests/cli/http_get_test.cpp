// One request to a server that behaves as none should.
#include "clients/cli/http_get.hpp"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "tests/support/loopback.hpp"

using namespace muster::cli;
using namespace muster::test;

namespace {

/// What comes of a request to a server that says this and hangs up.
std::expected<HttpAnswer, std::string> asked_of_one_that_says(const std::string& words) {
    const int listening = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    auto address = loopback(0);
    socklen_t size = sizeof address;
    REQUIRE(::bind(listening, reinterpret_cast<const sockaddr*>(&address), size) == 0);
    REQUIRE(::listen(listening, 1) == 0);
    REQUIRE(::getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    std::jthread server([&] {
        const int caller = ::accept(listening, nullptr, nullptr);
        std::array<char, 4096> request{};
        CHECK(::recv(caller, request.data(), request.size(), 0) > 0);
        CHECK(::send(caller, words.data(), words.size(), 0) == static_cast<ssize_t>(words.size()));
        ::close(caller);
    });
    auto answer = http_get(parse_server("http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)), "").value(), "/");
    server.join();
    ::close(listening);
    return answer;
}

}  // namespace

TEST_CASE("a server that hangs up in the midst of its answer, or before it, is said to have") {
    CHECK(!asked_of_one_that_says(""));
    CHECK(!asked_of_one_that_says("HTTP/1.1 200 OK\r\n"));
    CHECK(!asked_of_one_that_says("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive"));
    CHECK(asked_of_one_that_says("HTTP/1.1 200 OK\r\n\r\nall of it").value().body == "all of it");
}
