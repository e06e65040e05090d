// Resident memory of the server per idle connection: `--mode connected` opens WebSockets and leaves them alone;
// `--mode following` lets each follow one battle as a spectator first. The kernel's socket buffers are not in it. And what it took of the server's core to let
// one in.
//   --port --pid (of the server) --connections --mode --decisions (that the battle has when they come) --tls 1
//   --relay (port of a relay, which has the connections then; --pid is its)
#include "tests/bench/players.hpp"

namespace {

using namespace muster::bench;

class Idle : public Handler {
public:
    explicit Idle(const Options& options)
        : pid_(int(options.number("pid", 0))),
          count_(options.count("connections", 2000)),
          following_(options.text("mode", "following") == "following"),
          decisions_(options.count("decisions", 0)),
          tls_(options.number("tls", 0) != 0),
          players_(int(options.number("port", 0)), *this, tls_ && options.text("relay").empty()),
          client_(int(options.number("relay", options.number("port", 0))), *this, tls_),
          pair_(players_, events_, create_message(setup_named(decisions_ > 0 ? "march" : "siege"))) {
        events_.on_asked = [](Pair&) {};
        events_.on_decided = [](std::uint64_t) {};
    }

    void measure(double settle_s) {
        players_.connect_all(10);
        pair_.begin();
        for (std::size_t i = 0; i <= decisions_; ++i) {
            if (!players_.poll_until(10, [&] { return pair_.has_asked(); })) throw std::runtime_error("the battle did not begin or go on");
            if (i < decisions_) pair_.submit(now_ns());
        }
        const long before_kb = settled_kb(settle_s);
        for (std::size_t i = 0; i < count_; ++i) client_.add("/ws");
        Spent spent(pid_);
        spent.start();
        client_.connect_all(120);
        if (following_) follow();
        spent.stop();
        double bytes = 0;
        for (std::size_t i = 0; i < count_; ++i) bytes += double(client_.at(i).bytes_in);
        const long after_kb = settled_kb(settle_s);
        Report line;
        line.add("mode", following_ ? "following" : "connected");
        line.add("connections", double(count_));
        line.add("before_kb", double(before_kb));
        line.add("after_kb", double(after_kb));
        line.add("cpu_us_per_join", spent.server_cpu_s() * 1e6 / double(count_), 1);
        line.add("wire_bytes_per_join", bytes / double(count_));
        line.add("events", double(pair_.events_seen));
        line.add("bytes_per_connection", double(after_kb - before_kb) * 1024 / double(count_));
        line.print();
    }

    void on_message(Conn& conn, std::string_view text) override {
        if (pair_.owns(conn)) return pair_.on_text(conn, text);
        if (is_event(text)) ++delivered_;
    }

private:
    void follow() {
        const auto message = follow_message(pair_.battle(), {});
        for (std::size_t i = 0; i < count_; ++i) client_.send(client_.at(i), message);
        if (!client_.poll_until(60, [&] { return delivered_ == pair_.events_seen * count_; })) throw std::runtime_error("not all spectators follow");
    }
    // Presence and timers of the opening come to rest meanwhile.
    long settled_kb(double settle_s) {
        client_.poll_until(settle_s, [&] { return players_.poll(0), false; });
        if (players_.closed_count() + client_.closed_count() > 0) throw std::runtime_error("the server closed a connection");
        return probe(pid_).rss_kb;
    }

    int pid_;
    std::size_t count_;
    bool following_;
    std::size_t decisions_;
    bool tls_;
    Client players_, client_;
    PairEvents events_{};
    Pair pair_;
    std::uint64_t delivered_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) { Idle(options).measure(options.number("settle", 2)); });
}
