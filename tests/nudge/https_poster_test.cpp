// What becomes of answers of every shape: whole, in chunks, cut off, too long, or never ending.
#include <doctest/doctest.h>

#include <optional>

#include "server/nudge/https_poster.hpp"
#include "tests/nudge/peer.hpp"

using namespace muster;
using namespace muster::server;
using namespace muster::test;

namespace {

constexpr std::size_t most = 100;
using Reply = std::expected<HttpsReply, HttpsTrouble>;

/// Asks a peer that says this; all in this thread.
Reply asked(const std::string& says, bool closes, std::size_t answer_bytes_max = most, std::chrono::milliseconds time_max = limits::nudge_request_max,
            bool head_suffices = false) {
    const auto io = std::make_shared<IoContext>(1);
    Peer peer(*io, says, closes);
    HttpsPoster poster(io, asio::make_strand(*io), true, resolve_with_system);
    auto address = read_nudge_address("http://127.0.0.1:" + std::to_string(peer.port()) + "/", {.hosts = {"*"}, .private_addresses = true}, "");
    std::optional<Reply> out;
    poster.post({.address = std::move(*address), .method = "GET", .answer_bytes_max = answer_bytes_max, .head_suffices = head_suffices, .time_max = time_max},
                [&](Reply reply) { out = std::move(reply); });
    io->run();
    REQUIRE(out);
    return std::move(*out);
}

std::string trouble(const Reply& reply) { return reply ? "none: " + reply->body : reply.error().what; }

const std::string head = "HTTP/1.1 200 OK\r\n";

}  // namespace

TEST_CASE("a body comes with its length, in chunks, or to the end of the connection, up to what was asked for") {
    const std::string body(most, 'b');
    CHECK(asked(head + "Content-Length: 100\r\n\r\n" + body, false)->body == body);
    CHECK(
        asked(head + "Transfer-Encoding: chunked\r\n\r\n1e\r\n" + body.substr(0, 30) + "\r\n46;a=b\r\n" + body.substr(30) + "\r\n0\r\nLater: x\r\n\r\n", false)
            ->body == body);
    CHECK(asked(head + "\r\n" + body, true)->body == body);
    CHECK(asked("HTTP/1.1 503 No\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n", false)->retry_after_s == 7);
}

TEST_CASE("of an answer whose body nobody wants only the head is read, however long it says that it is") {
    const auto reply = asked(head + "Content-Length: 99999999\r\n\r\nbegins", false, 0);
    CHECK(reply->status == 200);
    CHECK(reply->body.empty());
}

TEST_CASE("an answer that is cut off is none, wherever that is") {
    for (const std::string& says : {std::string(), std::string("HTTP/1.1 200 O"), head, head + "Content-Length: 10\r\n\r\n",
                                    head + "Content-Length: 10\r\n\r\nhalf", head + "Transfer-Encoding: chunked\r\n\r\n",
                                    head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhal", head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"}) {
        CAPTURE(says);
        CHECK(!asked(says, true));
    }
}

TEST_CASE("where the head suffices, what it says was taken is, whatever becomes of the body; what it refuses, or a head that breaks off, is as ever") {
    for (const std::string& says :
         {head + "Content-Length: 10\r\n\r\nhalf", head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhal", head + "Content-Length: 99999999\r\n\r\n"}) {
        CAPTURE(says);
        const auto reply = asked(says, true, most, limits::nudge_request_max, true);
        REQUIRE_MESSAGE(reply, trouble(reply));
        CHECK(reply->status == 200);
        CHECK(reply->body.empty());
    }
    CHECK(!asked("HTTP/1.1 200 O", true, most, limits::nudge_request_max, true));
    CHECK(!asked("HTTP/1.1 500 No\r\nContent-Length: 10\r\n\r\nhalf", true, most, limits::nudge_request_max, true));
}

TEST_CASE("a body longer than was asked for is trouble, whether it says so before, in chunks, or only goes on") {
    const std::string body(most + 1, 'b');
    for (const std::string& says :
         {head + "Content-Length: 101\r\n\r\n", head + "Transfer-Encoding: chunked\r\n\r\n65\r\n" + body + "\r\n0\r\n\r\n", head + "\r\n" + body}) {
        CAPTURE(says);
        CHECK(trouble(asked(says, false)) == "body limit exceeded");
    }
    std::string specks = head + "Transfer-Encoding: chunked\r\n\r\n";  // of few bytes each, with a lot beside them
    for (int i = 0; i < 50; ++i) specks += "1;" + std::string(1'000, 'x') + "\r\nb\r\n";
    CHECK(!asked(specks, false));
    CHECK(!asked(head + "X: " + std::string(2 * limits::nudge_answer_bytes_max, 'x') + "\r\n\r\n", false));
}

TEST_CASE("what is no HTTP is trouble, and so is a chunk without a length") {
    CHECK(!asked("SSH-2.0-OpenSSH\r\n\r\n", false));
    CHECK(!asked(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", false));
}

TEST_CASE("who never comes to an end is left when the time is over, in the head or in the body") {
    using namespace std::chrono_literals;
    for (const std::string& says : {std::string(), head, head + "Content-Length: 10\r\n\r\nhalf", head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
                                    head + "\r\nwithout a length"}) {
        CAPTURE(says);
        CHECK(trouble(asked(says, false, most, 20ms)) == "no answer in time");
    }
}
