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
    SystemClock clock{};
    const ServerAddress to{.tls = false, .host = "127.0.0.1", .port = server.port()};
    Dialler dialler{to, trust, clock, system_look_up(io, to)};
    UpstreamHttp http{io, dialler};
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

TEST_CASE("what is asked of a server that is said to be gone is answered by nobody at once, and what waits for a place is asked then") {
    Asking asking(limits::relay_requests_max);
    asking.ask();
    asking.http.give_up();
    asking.until([&] { return asking.ended == static_cast<int>(limits::relay_requests_max); });
    asking.until([&] { return asking.http.under_way() == 1; });
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

TEST_CASE("a look-up that does not end holds up nobody for longer than a connection may take, and is the only one; what it finds serves all") {
    SilentServer server;
    IoContext io{1};
    const Trust trust;
    const SystemClock clock;
    std::vector<std::function<void(Dialler::Endpoints)>> looking;
    Dialler dialler({.tls = false, .host = "up.example", .port = 80}, trust, clock, [&](auto done) { looking.push_back(std::move(done)); });
    std::vector<std::string> failed;
    int connected = 0;
    const auto dial = [&] {
        asio::co_spawn(
            asio::make_strand(io),
            [&]() -> Task<void> {
                const auto strand = co_await asio::this_coro::executor;
                const auto channel = co_await dialler.dial(strand);
                if (channel) ++connected;
                else failed.push_back(channel.error());
            },
            asio::detached);
    };
    const auto until = [&](const std::function<bool()>& holds) {
        test::wait_until([&] {
            io.restart();
            io.poll();
            return holds();
        });
    };
    dial();
    dial();
    until([&] { return failed.size() == 2; });
    REQUIRE(looking.size() == 1);
    dial();
    until([&] { return io.poll() == 0; });
    CHECK(looking.size() == 1);
    looking[0]({tcp::endpoint(asio::ip::address_v4::loopback(), server.port())});
    until([&] { return connected == 1; });
    dial();
    until([&] { return connected == 2; });
    CHECK(looking.size() == 1);
}
