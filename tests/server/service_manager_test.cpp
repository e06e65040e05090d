// What systemd hears of a server under Type=notify.
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>

#include "tests/support/server_process.hpp"
#include "tests/support/wait_until.hpp"
#include "tests/support/wire_client.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// Where a service manager hears its services.
class NotifySocket {
public:
    /// `name`: a path, or with an @ before it a name without one.
    explicit NotifySocket(const std::string& name) {
        sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
        REQUIRE(name.size() < sizeof address.sun_path);
        name.copy(address.sun_path, name.size());
        if (name.starts_with('@')) address.sun_path[0] = '\0';
        const timeval patient{.tv_sec = patience.count(), .tv_usec = 0};
        REQUIRE(::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patient, sizeof patient) == 0);
        REQUIRE(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size())) == 0);
    }
    ~NotifySocket() { ::close(socket_); }
    NotifySocket(const NotifySocket&) = delete;
    NotifySocket& operator=(const NotifySocket&) = delete;

    std::string next() const {
        char buffer[256];
        const auto got = ::recv(socket_, buffer, sizeof buffer, 0);
        REQUIRE(got > 0);
        return {buffer, static_cast<std::size_t>(got)};
    }

private:
    const int socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
};

}  // namespace

TEST_CASE("who starts a server and wants to hear when it is ready hears it once clients are served; a relay says it too") {
    const TempFolder folder;
    const OwnPort port;
    const std::string listen = "127.0.0.1:" + std::to_string(port.number());
    const std::string path = folder.path() / "notify", abstract = "@" + path;
    const std::vector<std::pair<std::string, std::vector<std::string>>> starts{{path, {"--data", folder.path() / "data"}},
                                                                               {abstract, {"--relay", "http://127.0.0.1:9"}}};
    for (const auto& [name, options] : starts) {
        const NotifySocket manager(name);
        std::vector<std::string> words{MUSTERD, "--listen", listen};
        words.insert(words.end(), options.begin(), options.end());
        BackgroundProgram server(words, {"NOTIFY_SOCKET=" + name});
        CHECK(manager.next() == "READY=1");
        CHECK(http_get(port.number(), "/healthz").status == 200);
        CHECK(server.stop(SIGTERM).exit_code == 0);
    }
}

TEST_CASE("a server that cannot tell whoever started it that it is ready says so in its log and serves all the same") {
    const TempFolder folder;
    const OwnPort port;
    const std::string listen = "127.0.0.1:" + std::to_string(port.number());
    BackgroundProgram server({MUSTERD, "--listen", listen, "--data", ":memory:"}, {"NOTIFY_SOCKET=" + (folder.path() / "nobody").string()});
    wait_until([&] { return server.err().contains("cannot be told that the server is ready"); });
    CHECK(http_get(port.number(), "/healthz").status == 200);
    CHECK(server.stop(SIGTERM).exit_code == 0);
}
