// Clients that read or write slowly, or not at all: who makes progress is served to the end, and who makes none costs little and is
// let go.
#include <doctest/doctest.h>
#include <poll.h>
#include <sys/socket.h>

#include "tests/support/sanitized.hpp"
#include "tests/support/table.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// Until the server has let go of a connection whose requests it has not all read: the kernel says so at once, also to who reads nothing.
void wait_for_reset(const Wire& wire) {
    pollfd waiting{wire.socket(), 0, 0};
    REQUIRE(::poll(&waiting, 1, static_cast<int>(std::chrono::milliseconds(patience).count())) == 1);
    CHECK((waiting.revents & POLLERR) != 0);
}

void wait_for_end(Wire& wire) {
    std::string ignored;
    while (wire.read_some(ignored, std::chrono::steady_clock::now() + patience)) {}
}

}  // namespace

TEST_CASE("who sends pings without end and never reads costs the server next to nothing") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    WireClient ada(server.port());
    const auto before_kb = server.peak_kb();
    WireClient eve(server.port());
    const std::string ping = "\x89\xfd" + std::string(4, '\0') + std::string(125, 'x');
    std::string many;
    for (int i = 0; i < 1000; ++i) many += ping;
    for (int i = 0; i < 400; ++i) eve.send_bytes(many);  // 52 MB, and as much to answer
    // The server is through with them when it answers this, or has dropped her for reading nothing.
    eve.send({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}, {"options", {{"title", "Through"}}}});
    wait_until([&] {
        return !http_get(server.port(), "/api/v1/battles").json()["battles"].empty() ||
               http_get(server.port(), "/metrics").body.contains("\nmuster_connections 2\n");
    });
    CHECK(server.peak_kb() - before_kb < 25'000 * sanitizer_factor);
    CHECK(ada.ask({{"type", "ping"}})["type"] == "pong");
}

TEST_CASE("answers that are asked for all at once come whole to whoever takes them in small pieces") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto whole = http_get(server.port(), "/api/v1/rulesets/armies");
    REQUIRE(whole.body.size() > 10'000);
    Wire wire(server.port());
    const int small = 1;  // as small as the kernel makes it
    ::setsockopt(wire.socket(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    const int requests = 40;
    std::string asked;
    for (int i = 0; i < requests; ++i) asked += "GET /api/v1/rulesets/armies HTTP/1.1\r\nHost: x\r\n\r\n";
    wire.send(asked + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    std::string got;
    char piece[1500];
    for (ssize_t size = 0; (size = ::recv(wire.socket(), piece, sizeof piece, 0)) > 0;) got.append(piece, static_cast<std::size_t>(size));
    CHECK(got.ends_with("ok\n"));
    CHECK(got.size() > requests * whole.body.size());
}

TEST_CASE("a client that stops reading its answer, or sending its upload, is let go") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Wire download(server.port());
    std::string asked;
    for (int i = 0; i < 1000; ++i) asked += "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";  // more answers than any kernel holds
    download.send(asked);
    Wire upload(server.port());
    upload.send("POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n" + std::string(20'000, ' '));
    wait_for_end(upload);
    wait_for_reset(download);
}
