// Drives the yardstick servers (yard_epoll, yard_beast) as bench_fanout drives musterd: one publisher, `--viewers`
// readers, the next message when all but the last `--window` - 1 have reached every reader.
//   --port --pid (of the server) --viewers --seconds --window --bytes (of one write, frame header included)
#include "tests/bench/wsload.hpp"

namespace {

using namespace muster::bench;

class Broadcast : public Handler {
public:
    explicit Broadcast(const Options& options)
        : viewers_(options.count("viewers", 1000)),
          window_(options.count("window", 2)),
          message_(options.count("bytes", 2000) - 4, 'x'),  // a frame of 126 bytes or more has a header of 4
          client_(int(options.number("port", 0)), *this) {
        for (std::size_t i = 0; i < viewers_; ++i) client_.add("/sub");
    }

    void connect() {
        client_.connect_all(60);
        publisher_ = &client_.add("/pub");
        client_.connect_all(10);
    }

    void play(double seconds) {
        for (const auto end = now_ns() + to_ns(seconds); now_ns() < end; client_.poll(5'000'000)) {
            for (; sent_ < window_ + got_ / viewers_; ++sent_) client_.send(*publisher_, message_);
            if (client_.closed_count() > 0) throw std::runtime_error("the server closed a connection");
        }
        if (!client_.poll_until(10, [&] { return got_ == sent_ * viewers_; })) throw std::runtime_error("deliveries are missing");
    }

    void measure(double seconds, int server_pid) {
        Spent spent(server_pid);
        const auto before = got_;
        spent.start();
        play(seconds);
        spent.stop();
        const auto writes = double(got_ - before);
        Report line;
        line.add("viewers", double(viewers_));
        line.add("writes_per_s", writes / spent.seconds());
        line.add("bytes_per_write", double(message_.size() + 4));
        line.add("server_cpu_us_per_write", spent.server_cpu_s() * 1e6 / writes, 2);
        line.add_shares(spent);
        line.print();
    }

    void on_message(Conn&, std::string_view) override { ++got_; }

private:
    std::size_t viewers_;
    std::size_t window_;
    std::string message_;
    Client client_;
    Conn* publisher_ = nullptr;
    std::uint64_t sent_ = 0;
    std::uint64_t got_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) {
        Broadcast broadcast(options);
        broadcast.connect();
        const double seconds = options.number("seconds", 3);
        broadcast.play(std::min(1.0, seconds / 2));
        broadcast.measure(seconds, int(options.number("pid", 0)));
    });
}
