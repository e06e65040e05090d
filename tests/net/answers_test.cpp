// Answers on their way over real connections. Who takes one slowly but steadily gets all of it, and who takes nothing of it is let go: in real
// time, since it is about that; the slow ones read on until the others are cut. Longer times: transfer_deadline_test.cpp.
#include <doctest/doctest.h>

#include "server/http/long_answer.hpp"
#include "server/http/write_response.hpp"
#include "tests/support/patience.hpp"

using namespace muster::server;
using namespace std::chrono_literals;

namespace {

/// A body of which there is always more, until it is told to end.
class Endless final : public BodyStream {
public:
    std::string take() override {
        if (over_) return {};
        given_ += piece;
        return std::string(piece, 'x');
    }
    void written() override {}
    bool over() const override { return over_; }
    bool cut_short() const override { return false; }
    std::string sign_of_life() const override { return {}; }
    void on_more(std::function<void()> /*callback*/) override {}

    void end() { over_ = true; }
    std::size_t given() const { return given_; }

private:
    static constexpr std::size_t piece = 32 * 1024;
    bool over_ = false;
    std::size_t given_ = 0;
};

/// A body of two pieces, which may break off after them.
class TwoPieces final : public BodyStream {
public:
    explicit TwoPieces(bool cut_short) : cut_short_(cut_short) {}
    std::string take() override { return std::exchange(next_, next_ == "hello " ? "world" : ""); }
    void written() override {}
    bool over() const override { return next_.empty(); }
    bool cut_short() const override { return cut_short_; }
    std::string sign_of_life() const override { return {}; }
    void on_more(std::function<void()> /*callback*/) override {}

private:
    const bool cut_short_;
    std::string next_ = "hello ";
};

/// One answer on its way, and whoever takes it.
class Download {
public:
    explicit Download(IoContext& io) : taker_(io), channel_(connect(asio::make_strand(io))) {}
    ~Download() { channel_->close(); }
    Download(const Download&) = delete;
    Download& operator=(const Download&) = delete;

    void answer(std::string body) {
        HttpResponse response{200, "text/plain", std::move(body)};
        start([channel = channel_, response = std::move(response)]() mutable -> Task<void> { co_await write_response(*channel, std::move(response), {}); });
    }
    void answer(std::shared_ptr<BodyStream> body, bool chunked = false) {
        start([channel = channel_, body = std::move(body), chunked]() -> Task<void> {
            RequestEnd end;
            co_await pour(*channel, {}, chunked, body, end);
        });
    }
    /// The line takes nothing more unless somebody reads.
    void fill() {
        channel_->socket().non_blocking(true);
        const std::string bytes(64 * 1024, 'x');
        const asio::const_buffer all = asio::buffer(bytes);
        ErrorCode full;
        while (!full) channel_->write_some({&all, 1}, full);
    }

    /// Takes at most so many bytes of what has come; false: there is no more.
    bool take(std::size_t most) {
        std::string bytes(most, '\0');
        ErrorCode error;
        got.append(bytes, 0, taker_.read_some(asio::buffer(bytes), error));
        return !error || error == asio::error::would_block;
    }
    /// The server has sent all, or has let go of it.
    bool over() const { return *over_; }
    bool cut() const { return !channel_->socket().is_open(); }

    std::string got{};

private:
    void start(auto work) {
        asio::co_spawn(channel_->get_executor(), std::move(work), [channel = channel_, over = over_](std::exception_ptr problem) {
            CHECK(!problem);
            *over = true;
            channel->shutdown_send();
        });
    }

    std::shared_ptr<Channel> connect(Strand strand) {
        asio::basic_socket_acceptor<tcp, Strand> door(strand, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
        taker_.open(tcp::v4());
        taker_.set_option(asio::socket_base::receive_buffer_size(16 * 1024));  // what the kernel takes in nobody's stead is little
        taker_.connect(door.local_endpoint());
        taker_.non_blocking(true);
        return std::make_shared<Channel>(door.accept(strand), nullptr);
    }

    tcp::socket taker_;
    std::shared_ptr<Channel> channel_;
    std::shared_ptr<bool> over_ = std::make_shared<bool>(false);
};

}  // namespace

TEST_CASE("who takes an answer slowly but steadily gets all of it, in one piece or as a stream; who takes nothing meanwhile is let go") {
    constexpr std::size_t size = std::size_t(16) * 1024 * 1024, slowly = 16 * 1024;
    IoContext io{1};
    Download slow(io), slow_stream(io), stuck(io), stuck_stream(io);
    const auto stream = std::make_shared<Endless>();
    stuck.fill();
    slow.answer(std::string(size, 'x'));
    slow_stream.answer(stream);
    stuck.answer(std::string(size, 'x'));
    stuck_stream.answer(std::make_shared<Endless>());

    const auto until = std::chrono::steady_clock::now() + muster::test::patience;
    while (!stuck.over() || !stuck_stream.over()) {
        REQUIRE(std::chrono::steady_clock::now() < until);
        io.run_for(20ms);
        for (auto* each : {&slow, &slow_stream}) each->take(slowly);
    }
    CHECK(stuck.cut());
    CHECK(stuck_stream.cut());
    REQUIRE(!slow.over());
    REQUIRE(!slow_stream.over());

    stream->end();
    for (bool more = true; more;) {
        REQUIRE(std::chrono::steady_clock::now() < until + muster::test::patience);
        io.restart();  // it may have stopped when there was nothing to do
        io.run_for(1ms);
        more = false;
        for (auto* each : {&slow, &slow_stream}) more |= each->take(slowly);
    }
    CHECK(slow.got.size() == slow.got.find("\r\n\r\n") + 4 + size);
    CHECK(slow_stream.got.size() == stream->given());
}

TEST_CASE("a stream in chunks shows its end only if it is whole, and one that is not in chunks is as it comes") {
    const auto told = [](bool cut_short, bool chunked) {
        IoContext io{1};
        Download download(io);
        download.answer(std::make_shared<TwoPieces>(cut_short), chunked);
        while (download.take(1024)) {
            io.restart();
            io.run_for(1ms);
        }
        return download.got;
    };
    CHECK(told(false, true) == "6\r\nhello \r\n5\r\nworld\r\n0\r\n\r\n");
    CHECK(told(true, true) == "6\r\nhello \r\n5\r\nworld\r\n");
    CHECK(told(false, false) == "hello world");
}

TEST_CASE("an answer goes out in chunks where HTTP knows them and nobody knows its size") {
    HttpResponse response{200, "text/plain"};
    response.unsized = true;
    CHECK(goes_in_chunks(response, 11));
    CHECK(!goes_in_chunks(response, 10));
    CHECK(head_of(response, 11).contains("Transfer-Encoding: chunked\r\n"));
    CHECK(!head_of(response, 10).contains("Transfer-Encoding"));
    response.unsized = false;
    response.stream_size = 17;
    CHECK(!goes_in_chunks(response, 11));
    CHECK(head_of(response, 11).contains("Content-Length: 17\r\n"));
}
