// What a relay adds: two players at the owner, one spectator there and many at a relay before it, in the same run.
//
// The next decision is submitted when the last has reached everybody. Of each event it is noted when the spectator at the owner has read it, when the first
// of those at the relay has, and when all of them have: the hop is the difference between the first two. One battle is measured: where decisions are so quick
// that it ends before the time does, that is the end.
//   --port (of the owner) --relay (port) --pid (of the relay) --viewers --seconds --tls 1 (to the relay)
#include <algorithm>
#include <vector>

#include "tests/bench/players.hpp"

namespace {

using namespace muster::bench;

/// Spectators of one battle at one server, and when they have read its events.
class Crowd : public Handler {
public:
    Crowd(int port, std::size_t viewers, bool tls = false) : client(port, *this, tls), seen_(viewers) {
        for (std::size_t i = 0; i < viewers; ++i) client.add("/ws");
    }
    void follow(std::string_view battle) {
        const auto message = follow_message(battle, {});
        for (std::size_t i = 0; i < client.size(); ++i) client.send(client.at(i), message);
    }
    void on_message(Conn& conn, std::string_view text) override {
        if (!is_event(text)) return;
        const auto number = seen_[conn.id]++;
        if (number == events.size()) events.push_back({now_ns()});
        if (++events[number].readers == seen_.size()) events[number].all_ns = now_ns(), ++complete;
    }

    struct Event {
        std::uint64_t first_ns = 0;
        std::uint64_t all_ns = 0;
        std::size_t readers = 0;
    };
    Client client;
    std::vector<Event> events{};
    std::size_t complete = 0;  ///< events that all have read

private:
    std::vector<std::size_t> seen_;
};

class Hop : public Handler {
public:
    explicit Hop(const Options& options)
        : players_(int(options.number("port", 0)), *this),
          pair_(players_, events_, create_message(setup_named("march"))),
          direct_(int(options.number("port", 0)), 1),
          relayed_(int(options.number("relay", 0)), options.count("viewers", 1), options.number("tls", 0) != 0) {
        events_.on_asked = [](Pair&) {};
        events_.on_decided = [](std::uint64_t) {};
    }

    void connect() {
        players_.connect_all(60);
        pair_.begin();
        if (!players_.poll_until(10, [&] { return pair_.has_asked(); })) throw std::runtime_error("the battle did not begin");
        for (auto* each : {&direct_, &relayed_}) {
            each->client.connect_all(120);
            each->follow(pair_.battle());
        }
        if (!poll_until_all_have(60)) throw std::runtime_error("not all spectators follow");
    }

    void measure(double seconds, int relay_pid) {
        const auto before = direct_.complete;
        double bytes = -bytes_in();
        Spent spent(relay_pid);
        spent.start();
        for (const auto end = now_ns() + to_ns(seconds); now_ns() < end; ++decisions_) {
            pair_.submit(now_ns());
            if (!players_.poll_until(10, [&] { return poll_crowds(), pair_.has_asked(); })) throw std::runtime_error("a decision was not answered");
            if (pair_.battles_ended > 0) break;
            if (!poll_until_all_have(30)) throw std::runtime_error("deliveries are missing");
        }
        spent.stop();
        bytes += bytes_in();
        Histogram hop, all;
        for (auto i = before; i < std::min(direct_.complete, relayed_.complete); ++i) {
            const auto at = direct_.events[i].first_ns;
            hop.add(relayed_.events[i].first_ns > at ? relayed_.events[i].first_ns - at : 0);
            all.add(relayed_.events[i].all_ns > at ? relayed_.events[i].all_ns - at : 0);
        }
        Report line;
        line.add("viewers", double(relayed_.client.size()));
        line.add("decisions", double(decisions_));
        line.add("hop_p50_us", hop.quantile_us(0.5));
        line.add("hop_p99_us", hop.quantile_us(0.99));
        line.add("all_p50_us", all.quantile_us(0.5));
        line.add("all_p99_us", all.quantile_us(0.99));
        line.add("server_cpu_us_per_decision", spent.server_cpu_s() * 1e6 / double(decisions_), 1);
        line.add("bytes_per_write", bytes / double(decisions_) / double(relayed_.client.size()));
        line.add_shares(spent);
        line.print();
    }

    void on_message(Conn& conn, std::string_view text) override { pair_.on_text(conn, text); }

private:
    double bytes_in() {
        double out = 0;
        for (std::size_t i = 0; i < relayed_.client.size(); ++i) out += double(relayed_.client.at(i).bytes_in);
        return out;
    }
    void poll_crowds() {
        direct_.client.poll(0);
        relayed_.client.poll(0);
        if (direct_.client.closed_count() + relayed_.client.closed_count() > 0) throw std::runtime_error("a connection was closed");
    }
    bool poll_until_all_have(double timeout_s) {
        const auto all_have = [&] { return direct_.complete >= pair_.events_seen && relayed_.complete >= pair_.events_seen; };
        for (const auto end = now_ns() + to_ns(timeout_s); !all_have(); poll_crowds())
            if (now_ns() >= end) return false;
        return true;
    }

    Client players_;
    PairEvents events_{};
    Pair pair_;
    Crowd direct_, relayed_;
    std::uint64_t decisions_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) {
        Hop hop(options);
        hop.connect();
        hop.measure(options.number("seconds", 3), int(options.number("pid", 0)));
    });
}
