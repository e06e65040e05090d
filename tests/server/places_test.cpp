// Every connection, stream and request has its places, in the table of all and among those of its client, and gives them back
// however it ends.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "server/base/limits.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/table.hpp"
#include "tests/support/wait_until.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// How many clients vanish; MUSTER_CROWD=100000: more, now and then.
int crowd() {
    const char* wanted = std::getenv("MUSTER_CROWD");
    return wanted ? std::atoi(wanted) : sanitized ? 2'000 : 50'000;
}

std::string from(const char* address) { return "X-Forwarded-For: " + std::string(address) + "\r\n"; }

/// A server behind a proxy on this machine, that gives so many places to each client of it.
struct Proxied {
    explicit Proxied(std::string places) : server(folder.path(), with(std::move(places))) {}
    static std::vector<std::string> with(std::string places) {
        return {"--connections-per-address",
                std::move(places),
                "--trusted-proxies",
                "127.0.0.1",
                "--unlimited-addresses",
                "192.0.2.1",
                "--messages-per-address-per-s",
                "0"};
    }
    TempFolder folder{};
    ServerProcess server;
    int status(const char* client) { return http_get(server.port(), "/healthz", from(client)).status; }
    void until_free(const char* client) {
        wait_until([&] { return status(client) == 200; });
    }
};

/// Sends bytes and is gone at once, without a goodbye.
void send_and_vanish(unsigned short port, std::string_view bytes) {
    Wire wire(port);
    wire.send(bytes);
    const linger now{1, 0};
    ::setsockopt(wire.socket(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

void until_alone(const ServerProcess& server) { wait_for_metrics(server.port(), {"muster_connections 1"}); }

}  // namespace

TEST_CASE("streams, polls and requests whose clients vanish at any moment leave nothing behind, and the server ends at once") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    std::string id;
    {
        WireClient ada(server.port());
        id = create_battle(ada).id;
    }
    const std::string events = "GET /api/v1/battles/" + id + "/events";
    const std::vector<std::string> requests{
        events + " HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n", events + "?wait=60&since=1 HTTP/1.1\r\nHost: x\r\n\r\n",
        events + " HTTP/1.1\r\nHost: x\r\nAccept: text/event", "POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n[",
        "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        "dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"};
    for (int i = 0, all = crowd(); i < all; ++i) send_and_vanish(server.port(), requests[static_cast<std::size_t>(i) % requests.size()]);
    until_alone(server);
    CHECK(server.stop(SIGTERM) == 0);
    CHECK(!server.log().contains("did not close by themselves"));
}

TEST_CASE("one address cannot keep all battles in memory by following them; others still can follow") {
    constexpr std::size_t each = 50;
    const Proxied proxied("200");
    WireClient creator(proxied.server.port(), from("192.0.2.1"));
    std::vector<std::string> ids;
    for (std::size_t i = 0; i <= each; ++i) ids.push_back(create_battle(creator).id);
    const auto follow = [&](WireClient& client, std::size_t i) {
        const Json told = client.ask({{"type", "follow"}, {"battle", ids[i]}});
        return told.value("code", std::string(told["type"]));
    };
    std::vector<std::unique_ptr<WireClient>> many;
    for (std::size_t i = 0; i < server::limits::followed_per_address_max / each; ++i) {
        many.push_back(std::make_unique<WireClient>(proxied.server.port(), from("10.0.0.1")));
        for (std::size_t k = 0; k < each; ++k) REQUIRE(follow(*many.back(), k) == "following");
    }
    CHECK(follow(*many.back(), each) == "server_busy");
    CHECK(follow(*many.back(), 0) == "following");  // once more what it follows already
    WireClient other(proxied.server.port(), from("10.0.0.2"));
    CHECK(follow(other, each) == "following");
    for (const auto i : {0, 1}) CHECK(many.front()->ask({{"type", "unfollow"}, {"battle", ids[static_cast<std::size_t>(i)]}})["type"] == "unfollowed");
    CHECK(follow(*many.back(), each) == "following");
    CHECK(follow(*many.front(), 0) == "following");
    CHECK(follow(*many.front(), 1) == "server_busy");
}

TEST_CASE("who follows, leaves and follows again without waiting for an answer has one place for it, as anybody") {
    const Proxied proxied("200");
    WireClient creator(proxied.server.port(), from("192.0.2.1"));
    std::vector<std::string> ids;
    for (std::size_t i = 0; i <= server::limits::followed_max; ++i) ids.push_back(create_battle(creator).id);
    std::vector<std::unique_ptr<WireClient>> many;
    int taken = 0;
    // One place stays free: whoever leaves and follows again needs it for a moment.
    for (constexpr int most = server::limits::followed_per_address_max - 1; taken < most;) {
        auto& client = *many.emplace_back(std::make_unique<WireClient>(proxied.server.port(), from("10.0.0.1")));
        for (std::size_t k = 0; k < server::limits::followed_max - 1 && taken < most; ++k, ++taken) {
            for (const auto* type : {"follow", "unfollow", "follow"}) client.send({{"type", type}, {"battle", ids[k]}});
            for (int answers = 0; answers < 2;)
                if (client.next()["type"] == "following") ++answers;
        }
    }
    WireClient last(proxied.server.port(), from("10.0.0.1"));
    CHECK(last.ask({{"type", "follow"}, {"battle", ids.back()}})["type"] == "following");
    CHECK(last.ask({{"type", "follow"}, {"battle", ids.front()}})["code"] == "server_busy");
}

TEST_CASE("a stream whose battle must be read from the store first leaves nothing behind when its client does not wait for it") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--unload-after-s", "0"});
    std::vector<std::string> ids;
    {
        WireClient ada(server.port());
        for (int i = 0; i < 100; ++i) ids.push_back(create_battle(ada).id);
    }
    server.kill_and_restart();
    for (const auto& id : ids) send_and_vanish(server.port(), "GET /api/v1/battles/" + id + "/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n");
    until_alone(server);
    CHECK(server.stop(SIGTERM) == 0);
    CHECK(!server.log().contains("did not close by themselves"));
}

TEST_CASE("behind a proxy a stream of events takes a place of the client that follows it, and gives it back") {
    Proxied here("1");
    WireClient ada(here.server.port(), from("198.51.100.1"));
    const auto battle = create_battle(ada);
    const std::string target = "/api/v1/battles/" + battle.id + "/events";
    {
        EventSource stream(here.server.port(), target, from("198.51.100.7"));
        REQUIRE(stream.reply.status == 200);
        CHECK(here.status("198.51.100.7") == 429);
        CHECK(EventSource(here.server.port(), target, from("198.51.100.7")).reply.status == 429);
        CHECK_THROWS(WireClient(here.server.port(), from("198.51.100.7")));
        CHECK(here.status("198.51.100.8") == 200);
    }
    here.until_free("198.51.100.7");
}

TEST_CASE("behind a proxy a long poll takes a place of its client, and gives it back") {
    Proxied here("1");
    WireClient ada(here.server.port(), from("198.51.100.1"));
    const auto battle = create_battle(ada);
    ada.ask(battle.follow(battle.attacker));
    const std::string head = http_get(here.server.port(), "/api/v1/battles/" + battle.id, from("198.51.100.9")).json()["head"].dump();
    PendingRequest poll(here.server.port(), "/api/v1/battles/" + battle.id + "/events?wait=60&since=" + head, from("198.51.100.7"));
    for (Json presence = ada.next("presence"); presence["spectators"] != 1;) presence = ada.next("presence");
    CHECK(here.status("198.51.100.7") == 429);
    poll.end_sending();
    here.until_free("198.51.100.7");
}

TEST_CASE("one client has a bounded number of large uploads under way, and others have theirs") {
    Proxied here("10");
    const auto begin = [](const char* address) {
        return PendingRequest::Bytes{"POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 200000\r\n" + from(address) + "\r\n"};
    };
    const auto status = [](PendingRequest& upload) {
        upload.send(std::string(200'000, ' '));
        return upload.answer().status;
    };
    // Of three that have only begun one is refused, whichever is read last.
    std::vector<std::unique_ptr<PendingRequest>> uploads;
    for (int i = 0; i < 3; ++i) uploads.push_back(std::make_unique<PendingRequest>(here.server.port(), begin("198.51.100.7")));
    auto refused = uploads.end();
    wait_until([&] {
        refused = std::ranges::find_if(uploads, [](const auto& upload) { return !upload->quiet(); });
        return refused != uploads.end();
    });
    CHECK((*refused)->answer().status == 503);
    uploads.erase(refused);
    PendingRequest of_another(here.server.port(), begin("198.51.100.8"));
    CHECK(status(of_another) == 400);
    for (const auto& upload : uploads) CHECK(status(*upload) == 400);
}
