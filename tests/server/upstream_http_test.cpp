// A relay's HTTP requests upstream, with one that takes connections and says nothing.
#include "server/relay/upstream_http.hpp"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/loopback.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::server;

namespace {

/// The kernel takes connections for it; nobody reads them.
class SilentServer {
public:
    SilentServer() {
        auto address = test::loopback(0);
        auto* const at = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        REQUIRE(::bind(socket_, at, size) == 0);
        REQUIRE(::listen(socket_, 256) == 0);
        REQUIRE(::getsockname(socket_, at, &size) == 0);
        port_ = ntohs(address.sin_port);
    }
    ~SilentServer() { ::close(socket_); }
    SilentServer(const SilentServer&) = delete;
    SilentServer& operator=(const SilentServer&) = delete;
    unsigned short port() const { return port_; }

private:
    int socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    unsigned short port_ = 0;
};

struct Asking {
    explicit Asking(std::size_t asked_already) {
        for (std::size_t i = 0; i < asked_already; ++i) ask();
    }
    UpstreamHttp::Cut ask(UpstreamHttp::Question question = {.target = "/"}) {
        return http.get(std::move(question), [this](const auto& answer) {
            CHECK(!answer);
            ++ended;
        });
    }
    void until(const std::function<bool()>& holds) {
        test::wait_until([&] {
            io.restart();
            io.poll();
            return holds();
        });
    }
    ~Asking() {
        http.stop();
        until([&] { return http.under_way() == 0; });
    }

    SilentServer server{};
    IoContext io{1};
    Trust trust{};
    int ended = 0;
    UpstreamHttp http{io, {.tls = false, .host = "127.0.0.1", .port = server.port()}, trust};
};

}  // namespace

TEST_CASE("a request upstream whose asker is gone leaves the queue at once, and never begins") {
    Asking asking(limits::relay_requests_max);
    const auto before = asking.ask();
    asking.ask();
    before();
    asking.until([&] { return asking.ended == 1; });
    CHECK(asking.http.under_way() == limits::relay_requests_max);
}

TEST_CASE("a request that has only so long is over then, whether it got a place or not, and what got none here says so") {
    Asking asking(limits::relay_requests_max);
    asking.ask({.target = "/", .within = std::chrono::milliseconds(1)});
    asking.until([&] { return asking.ended == 1; });
    for (std::size_t i = 0; i < limits::relay_requests_waiting_max; ++i) asking.ask();
    std::optional<UpstreamHttp::NoAnswer> none;
    asking.http.get({.target = "/"}, [&](const auto& answer) { none = answer.error(); });
    asking.until([&] { return none.has_value(); });
    CHECK(!none->asked);
}
