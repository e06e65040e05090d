// Event deliveries per second to many spectators of one battle.
//
// Two players play the long battle `march`; `--viewers` spectators follow it. The next decision is submitted when all but
// the last `--window` - 1 commits have reached every spectator: the server never idles, and hardly ever joins two commits
// in one write. A write is what one spectator gets of one commit: all its events, in one send. The yardsticks
// (bench_broadcast) send as many bytes per write.
//   --port --pid (of the server) --viewers --seconds --window --tls 1 (all connections)
#include "tests/bench/players.hpp"

namespace {

using namespace muster::bench;

class Fanout : public Handler {
public:
    explicit Fanout(const Options& options)
        : viewers_(options.count("viewers", 1000)),
          window_(options.count("window", 2)),
          client_(int(options.number("port", 0)), *this, options.number("tls", 0) != 0),
          pair_(client_, events_, create_message(setup_named("march"))) {
        events_.on_asked = [this](Pair&) { asked(); };
        events_.on_decided = [this](std::uint64_t latency_ns) {
            if (counting_) decided_.add(latency_ns);
        };
        for (std::size_t i = 0; i < viewers_; ++i) client_.add("/ws");
    }

    void connect() {
        client_.connect_all(60);
        pair_.begin();
        if (!client_.poll_until(10, [&] { return pair_.has_asked(); })) throw std::runtime_error("the battle did not begin");
        const auto follow = follow_message(pair_.battle(), {});
        for (std::size_t i = players; i < client_.size(); ++i) client_.send(client_.at(i), follow);
        const auto history = pair_.events_seen * viewers_;
        if (!client_.poll_until(30, [&] { return delivered_ == history; })) throw std::runtime_error("not all spectators follow");
        delivered_ = 0;
        history_ = pair_.events_seen;
    }

    void play(double seconds) {
        playing_ = true;
        for (const auto end = now_ns() + to_ns(seconds); now_ns() < end;) {
            submit_while_open();
            client_.poll(5'000'000);
            settle();
            if (client_.closed_count() > 0) throw std::runtime_error("the server closed a connection");
        }
        playing_ = false;
        if (!client_.poll_until(10, [&] {
                settle();
                return open_.empty();
            }))
            throw std::runtime_error("deliveries are missing");
    }

    void measure(double seconds, int server_pid) {
        Spent spent(server_pid);
        const auto deliveries = delivered_, bytes = bytes_in(), commits = commits_;
        counting_ = true;
        spent.start();
        play(seconds);
        spent.stop();
        report(spent, double(delivered_ - deliveries), double(bytes_in() - bytes), double(commits_ - commits));
    }

    void on_message(Conn& conn, std::string_view text) override {
        if (conn.id < players) return pair_.on_text(conn, text);
        if (is_event(text)) ++delivered_;
    }

private:
    /// A commit that has not reached all spectators: the count of events they must have got by then.
    struct Open {
        std::uint64_t events = 0;  ///< 0: still being decided
        std::uint64_t since_ns = 0;
    };

    // The request for the next decision comes after all events of the last one.
    void asked() {
        if (!open_.empty() && open_.back().events == 0) open_.back().events = (pair_.events_seen - history_) * viewers_;
        submit_while_open();
    }
    void submit_while_open() {
        if (!playing_ || open_.size() >= window_ || !pair_.has_asked()) return;
        const auto now = now_ns();
        open_.push_back({0, now});
        pair_.submit(now);
    }
    void settle() {
        while (!open_.empty() && open_.front().events != 0 && delivered_ >= open_.front().events) {
            if (counting_) served_.add(now_ns() - open_.front().since_ns);
            open_.pop_front();
            ++commits_;
        }
    }
    std::uint64_t bytes_in() {
        std::uint64_t out = 0;
        for (std::size_t i = players; i < client_.size(); ++i) out += client_.at(i).bytes_in;
        return out;
    }
    void report(const Spent& spent, double deliveries, double bytes, double commits) const {
        const double writes = commits * double(viewers_);
        Report line;
        line.add("viewers", double(viewers_));
        line.add("writes_per_s", writes / spent.seconds());
        line.add("events_per_s", deliveries / spent.seconds());
        line.add("events_per_write", deliveries / writes, 1);
        line.add("bytes_per_write", bytes / writes);
        line.add("server_cpu_us_per_write", spent.server_cpu_s() * 1e6 / writes, 2);
        line.add("all_served_p50_us", served_.quantile_us(0.5));
        line.add("all_served_p99_us", served_.quantile_us(0.99));
        line.add("players_p50_us", decided_.quantile_us(0.5));
        line.add("players_p99_us", decided_.quantile_us(0.99));
        line.add_shares(spent);
        line.print();
    }

    static constexpr std::size_t players = 2;
    std::size_t viewers_;
    std::size_t window_;
    Client client_;
    PairEvents events_{};
    Pair pair_;
    std::deque<Open> open_{};
    std::uint64_t delivered_ = 0;  // events, over all spectators
    std::uint64_t history_ = 0;    // events before the first decision
    std::uint64_t commits_ = 0;
    bool playing_ = false;
    bool counting_ = false;
    Histogram served_{}, decided_{};
};

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) {
        Fanout fanout(options);
        fanout.connect();
        const double seconds = options.number("seconds", 3);
        fanout.play(std::min(1.0, seconds / 2));
        fanout.measure(seconds, int(options.number("pid", 0)));
    });
}
