// What the network and bad neighbours do: dripping, breaking off, crowding, talking nonsense. Each time two people play on
// meanwhile, and their record holds.
#include <doctest/doctest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "tests/support/file_limit.hpp"
#include "tests/support/seated.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

// Two players who do not know of the trouble.
struct Duel : Seated {
    explicit Duel(const ServerProcess& on) : Seated(on.port()), port(on.port()) {}
    void ends_well() {
        play_out({&ada, &bob});
        verified_record(port, battle.id);
    }
    unsigned short port;
};

std::string get(const std::string& target) { return "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n"; }

int count(const std::string& text, const std::string& part) {
    int out = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
    return out;
}

// A frame's first bytes as no well-behaved client makes them; the mask is zero.
std::string frame(int first, const std::string& payload) {
    return std::string(1, static_cast<char>(first)) + static_cast<char>(0x80 | payload.size()) + std::string(4, '\0') + payload;
}

}  // namespace

TEST_CASE("who drips headers, bodies, handshakes and frames byte by byte is dropped, and holds up nobody") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Duel duel(server);
    std::vector<std::pair<std::unique_ptr<Wire>, std::string>> drips;  // what each still has to say
    const std::string post = "POST /api/v1/odds HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
    for (int i = 0; i < 60; ++i) {
        auto wire = std::make_unique<Wire>(server.port());
        if (i % 3 == 1) wire->send(post);
        drips.emplace_back(std::move(wire), i % 3 == 2 ? std::string() : std::string(60'000, 'x'));
    }
    duel.ends_well();
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!drips.empty()) {
        REQUIRE(std::chrono::steady_clock::now() < until);
        std::vector<pollfd> waiting;
        for (auto& [wire, rest] : drips) {
            wire->send(rest.substr(0, 1));
            if (!rest.empty()) rest.erase(0, 1);
            waiting.push_back({wire->socket(), POLLIN, 0});
        }
        ::poll(waiting.data(), waiting.size(), 100);
        std::erase_if(drips, [&](const auto& drip) {
            const auto found = std::ranges::find(waiting, drip.first->socket(), &pollfd::fd);
            return found->revents != 0;
        });
    }
}

TEST_CASE("connections that break off in the middle of anything cost nobody a battle") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Duel duel(server);
    const std::string upgrade =
        "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        "dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    for (std::size_t cut = 0; cut < upgrade.size(); cut += 7) {
        Wire wire(server.port());
        wire.send(upgrade.substr(0, cut));
        if (cut % 2 == 0) {  // reset instead of closed
            const linger now{1, 0};
            ::setsockopt(wire.socket(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
        }
    }
    const std::string follow = duel.battle.follow().dump();
    for (std::size_t cut = 0; cut < follow.size(); cut += 5) {
        WireClient eve(server.port());
        eve.send_bytes(frame(0x81, follow.substr(0, 100)).substr(0, cut));
    }
    duel.ends_well();
}

TEST_CASE("ten thousand connections that open at once all get in, while two people play") {
    const std::size_t wanted = std::min<std::size_t>(10'000, raise_file_limit() - 500);
    const TempFolder folder;
    ServerProcess server(folder.path());
    Duel duel(server);
    std::vector<std::unique_ptr<Wire>> crowd;
    const std::string upgrade =
        "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        "dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    while (crowd.size() < wanted) {  // none waits for an answer before the next one knocks
        crowd.push_back(std::make_unique<Wire>(server.port()));
        crowd.back()->send(upgrade);
    }
    duel.ends_well();
    std::size_t in = 0;
    for (auto& each : crowd) {
        std::string answer;
        while (!answer.contains("\r\n\r\n") && each->read_some(answer, std::chrono::steady_clock::now() + patience)) {}
        in += answer.starts_with("HTTP/1.1 101");
    }
    CHECK(in == wanted);
}

TEST_CASE("without file descriptors a server asks ten times a second whether it can accept, not as often as it can") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Duel duel(server);
    rlimit before{};
    REQUIRE(prlimit(server.pid(), RLIMIT_NOFILE, nullptr, &before) == 0);
    const auto begun = std::chrono::steady_clock::now();
    const rlimit none{3, before.rlim_max};
    REQUIRE(prlimit(server.pid(), RLIMIT_NOFILE, &none, nullptr) == 0);
    PendingRequest knocks(server.port(), "/healthz");
    BackgroundProgram command({MUSTERD, "moderate", "bans", "--data", folder.path().string()});
    for (const auto* refused : {"cannot accept a connection", "cannot accept an operator's command"}) {
        CAPTURE(refused);
        wait_until([&] { return count(server.log(), refused) >= 5; });
        const int asked = count(server.log(), refused);
        CHECK(asked <= (std::chrono::steady_clock::now() - begun) / std::chrono::milliseconds(100) + 1);  // a slow machine only asks less
    }
    REQUIRE(prlimit(server.pid(), RLIMIT_NOFILE, &before, nullptr) == 0);
    CHECK(knocks.answer().status == 200);
    CHECK(command.wait().exit_code == 0);
    duel.ends_well();
}

TEST_CASE("requests sent in one go are answered one after the other, and nonsense among them ends only its connection") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Duel duel(server);
    std::string many;
    for (int i = 0; i < 100; ++i) many += get("/healthz");
    const auto all = http_raw(server.port(), many + "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    CHECK(count(all, "HTTP/1.1 200") == 101);
    const auto broken = http_raw(server.port(), get("/healthz") + "NONSENSE\r\n\r\n" + get("/healthz"));
    CHECK(count(broken, "HTTP/1.1 200") == 1);
    CHECK(count(broken, "HTTP/1.1 400") == 1);
    duel.ends_well();
}

TEST_CASE("what is too large is refused with 413, and what cannot be a request with 400") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto status = [&](const std::string& bytes) { return http_raw(server.port(), bytes).substr(9, 3); };
    CHECK(status("GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + std::string(20'000, 'x') + "\r\n\r\n") == "413");
    CHECK(status("GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\nHost: x\r\n\r\n") == "413");
    CHECK(status("POST /api/v1/odds HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000000\r\n\r\n") == "413");
    CHECK(status("POST /api/v1/odds HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + std::string(100'000, 'x')) == "413");
    CHECK(status("POST /api/v1/odds HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n" + std::string(100'000, 'x')) == "413");
    CHECK(status("POST /api/v1/odds HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef") == "400");
    CHECK(status("POST /api/v1/odds HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n") == "400");
    CHECK(status("GET / HTTP/9.9\r\nHost: x\r\n\r\n") == "400");
    CHECK(status(std::string("GET /\0 HTTP/1.1\r\n\r\n", 20)) == "400");
}

TEST_CASE("frames of every wrong sort close their own connection as a breach of the protocol") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    Duel duel(server);
    const auto closed_after = [&](const std::string& bytes) {
        WireClient eve(server.port());
        eve.ask(duel.battle.follow());
        eve.send_bytes(bytes);
        return eve.wait_closed();
    };
    CHECK(closed_after(frame(0x80, "continues nothing")) == 1002);
    CHECK(closed_after(frame(0x01, "begun") + frame(0x81, "begun again")) == 1002);
    CHECK(closed_after(frame(0x09, "a ping in parts")) == 1002);
    CHECK(closed_after(std::string("\x89\xfe\x00\x80", 4) + std::string(132, '\0')) == 1002);  // a ping of 128 bytes
    for (const int reserved : {0xc1, 0xa1, 0x91, 0x83, 0x87, 0x8b, 0x8f}) CHECK_MESSAGE(closed_after(frame(reserved, "{}")) == 1002, reserved);
    CHECK(closed_after(frame(0x88, "x")) == 1002);
    CHECK(closed_after(frame(0x88, std::string("\x03\xe7", 2))) == 1002);  // close code 999
    CHECK(closed_after(frame(0x88, std::string("\x03\xe8\xff", 3))) == 1002);
    CHECK(closed_after(std::string("\x81\xff\x80\0\0\0\0\0\0\x01\0\0\0\0", 14)) != 0);  // a length with the high bit set
    CHECK(closed_after(std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14)) == 1009);
    duel.ends_well();
}
