// What waits for a client that does not read: over a real connection, whose other end reads when the test does.
#include "server/net/outbox.hpp"

#include <doctest/doctest.h>

#include "server/base/limits.hpp"

using namespace muster::server;

namespace {

Frame control(int first, const std::string& payload) {
    return std::make_shared<const std::string>(std::string{static_cast<char>(first), static_cast<char>(payload.size())} + payload);
}
Frame pong(int number) { return control(0x8a, "pong " + std::to_string(number)); }
Frame ping() { return control(0x89, "still there?"); }

class Line {
public:
    Line() : outbox(*channel, [] { return std::shared_ptr<void>(); }, [this] { ++failures; }) {}
    ~Line() {
        outbox.stop();
        channel->close();
        io.restart();
        io.run();
    }
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    /// Fills what the kernel holds for this line, and the outbox to its bound.
    std::string fill() {
        std::string sent;
        const auto full = std::make_shared<const std::string>(std::string(32 * 1024, 'x'));
        while (failures == 0 && outbox.push(full)) sent += *full;
        return sent;
    }

    /// All that comes until the outbox is empty and this has been read.
    std::string read(std::size_t wanted) {
        std::string out;
        char bytes[64 * 1024];
        while (out.size() < wanted || !outbox.empty()) {
            REQUIRE(failures == 0);
            io.restart();  // it has stopped when there was nothing to do
            io.poll();
            ErrorCode error;
            out.append(bytes, other.read_some(asio::buffer(bytes), error));
            if (error == asio::error::would_block) io.run_one_for(std::chrono::milliseconds(1));
            else REQUIRE(!error);
        }
        return out;
    }

    IoContext io{1};
    tcp::socket other{io};
    std::shared_ptr<Channel> channel = connect();
    int failures = 0;
    Outbox outbox;

private:
    std::shared_ptr<Channel> connect() {
        const auto strand = asio::make_strand(io);
        asio::basic_socket_acceptor<tcp, Strand> acceptor(strand, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
        other.connect(acceptor.local_endpoint());
        other.non_blocking(true);
        Socket socket = acceptor.accept(strand);
        socket.non_blocking(true);
        socket.set_option(tcp::no_delay(true));
        socket.set_option(asio::socket_base::send_buffer_size(limits::stream_send_bytes));
        return std::make_shared<Channel>(std::move(socket), nullptr);
    }
};

}  // namespace

TEST_CASE("of the pongs for a client that does not read only the latest waits, however many pings it sends") {
    Line line;
    const auto sent = line.fill();
    const auto frames = line.outbox.frames();
    const auto bytes = line.outbox.bytes();
    for (int i = 0; i < 300'000; ++i) {
        line.outbox.push_control(pong(i));
        if (i % 100 == 0) line.io.poll();
    }
    REQUIRE(line.failures == 0);  // else there is nothing to read any more
    CHECK(line.outbox.frames() <= frames + 2);
    CHECK(line.outbox.bytes() <= bytes + 2 * 125);
    std::string got = line.read(sent.size() + pong(299'999)->size());
    CHECK(got.contains(*pong(299'999)));
    for (auto at = got.find('\x8a'); at != std::string::npos; at = got.find('\x8a')) {
        CHECK(at % (32 * 1024) == 0);  // between two frames
        got.erase(at, 2 + static_cast<std::size_t>(got[at + 1]));
    }
    CHECK(got == sent);
}

TEST_CASE("pongs reach a client that reads, each of them, and in their order") {
    Line line;
    std::string sent;
    for (int i = 0; i < 1000; ++i) {
        line.outbox.push_control(pong(i));
        sent += *pong(i);
    }
    CHECK(line.read(sent.size()) == sent);
}

TEST_CASE("other control frames that nobody reads end the line at their bound") {
    Line line;
    line.fill();
    std::size_t bytes = 0;
    while (line.failures == 0) {
        line.outbox.push_control(ping());
        bytes += ping()->size();
        REQUIRE(bytes <= limits::control_bytes_max + ping()->size());
    }
    CHECK(bytes > limits::control_bytes_max);
    CHECK(line.outbox.broken());
    CHECK(line.outbox.frames() == 0);
    line.outbox.push_control(ping());
    CHECK(line.failures == 1);
}

TEST_CASE("control frames that were written count no more") {
    Line line;
    for (int round = 0; round < 20; ++round) {
        const auto sent = line.fill();
        const auto before = sent.size();
        for (int i = 0; i < 50; ++i) line.outbox.push_control(ping());
        line.read(before + 50 * ping()->size());
    }
    CHECK(line.failures == 0);
}

TEST_CASE("a full outbox still takes the close frame, and nothing follows it") {
    Line line;
    auto sent = line.fill();
    line.outbox.push_control(pong(1));
    const auto goodbye = control(0x88, std::string("\x0f\xa1", 2));
    line.outbox.push_last(goodbye);
    line.outbox.push_control(pong(2));
    line.outbox.push(ping());
    const auto got = line.read(sent.size() + goodbye->size());
    CHECK(got == sent + *goodbye);
}
