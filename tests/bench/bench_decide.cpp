// Decisions per second through the whole server, and how long one takes.
//
// Plays `--battles` battles at once over WebSockets, two connections each; every request is answered with its default.
// A decision lasts from its submission until BOTH players have received the event `chosen` of it.
// Saturated (no --rate): every request is answered at once. Paced: `--rate` decisions a second over all battles, each
// timed from the moment it was due, so a server that stalls is charged for all that had to wait.
//   --port --pid (of the server) --battles --rate --seconds --setup siege|skirmish
#include "tests/bench/players.hpp"

namespace {

using namespace muster::bench;

class Decide : public Handler {
public:
    explicit Decide(const Options& options)
        : rate_(options.number("rate", 0)), setup_(setup_named(options.text("setup", "siege"))), client_(int(options.number("port", 0)), *this) {
        events_.on_asked = [this](Pair& pair) { asked(pair); };
        events_.on_decided = [this](std::uint64_t latency_ns) { decided(latency_ns); };
        const auto battles = options.count("battles", 50);
        for (std::size_t i = 0; i < battles; ++i) pairs_.push_back(std::make_unique<Pair>(client_, events_, create_message(setup_)));
    }

    void connect() {
        client_.connect_all(30);
        for (auto& pair : pairs_) pair->begin();
        const auto all_asked = [&] { return std::ranges::all_of(pairs_, [](const auto& pair) { return pair->has_asked(); }); };
        if (!client_.poll_until(30, all_asked)) throw std::runtime_error("not all battles began");
        spread();
    }

    void play(double seconds) {
        if (!playing_) begin();
        const auto end = now_ns() + to_ns(seconds);
        for (auto now = now_ns(); now < end; now = now_ns()) {
            if (rate_ > 0) submit_due(now);
            client_.poll(rate_ > 0 ? std::min<std::uint64_t>(next_due_ns_ - std::min(next_due_ns_, now_ns()), 2'000'000) : 2'000'000);
            if (client_.closed_count() > 0) throw std::runtime_error("the server closed a connection");
        }
    }

    void measure(double seconds, int server_pid) {
        Spent spent(server_pid);
        const auto before = totals();
        latency_ = Histogram();
        spent.start();
        counting_ = true;
        play(seconds);
        counting_ = false;
        spent.stop();
        report(spent, before);
    }

    void on_message(Conn& conn, std::string_view text) override { pairs_[conn.id / 2]->on_text(conn, text); }

private:
    struct Totals {
        double accepted = 0, events = 0, bytes = 0, battles = 0;
    };

    // Battles that begin together also end together: each makes a part of its decisions beforehand, the first none, the
    // last nearly all.
    void spread() {
        const auto ready = [&] {
            bool all = true;
            for (std::size_t i = 0; i < pairs_.size(); ++i) {
                Pair& pair = *pairs_[i];
                if (pair.has_asked() && pair.choices() < i * setup_.decisions / pairs_.size()) pair.submit(now_ns());
                all = all && pair.has_asked();
            }
            return all;
        };
        if (!client_.poll_until(30, ready)) throw std::runtime_error("not all battles went on");
    }
    void begin() {
        playing_ = true;
        next_due_ns_ = now_ns();
        for (auto& pair : pairs_) asked(*pair);
    }
    void asked(Pair& pair) {
        if (!playing_ || !pair.has_asked()) return;
        if (rate_ <= 0) {
            while (pair.has_asked()) pair.submit(now_ns());
            return;
        }
        if (!late_.empty()) {
            pair.submit(late_.front());
            late_.pop_front();
        } else {
            ready_.push_back(&pair);
        }
    }
    // A due decision goes to the battle that has waited longest; if none waits, to the first that is asked something.
    void submit_due(std::uint64_t now) {
        const auto step = to_ns(1.0 / rate_);
        for (; next_due_ns_ <= now; next_due_ns_ += step) {
            Pair* pair = take_ready();
            if (pair) pair->submit(next_due_ns_);
            else late_.push_back(next_due_ns_);
        }
    }
    Pair* take_ready() {
        while (!ready_.empty()) {
            Pair* pair = ready_.front();
            ready_.pop_front();
            if (pair->has_asked()) return pair;
        }
        return nullptr;
    }
    void decided(std::uint64_t latency_ns) {
        if (counting_) latency_.add(latency_ns);
    }
    Totals totals() const {
        Totals out;
        for (const auto& pair : pairs_) {
            out.accepted += double(pair->accepted);
            out.events += double(pair->events_seen);
            out.bytes += double(pair->event_bytes);
            out.battles += double(pair->battles_ended);
        }
        return out;
    }
    void report(const Spent& spent, const Totals& before) const {
        const auto after = totals();
        const double decisions = after.accepted - before.accepted;
        Report line;
        line.add("setup", setup_.name);
        line.add("battles", double(pairs_.size()));
        line.add("rate", rate_);
        line.add("decisions_per_s", decisions / spent.seconds());
        line.add_latency(latency_);
        line.add("server_cpu_us_per_decision", spent.server_cpu_s() * 1e6 / decisions, 1);
        line.add("events_per_decision", (after.events - before.events) / decisions, 1);
        line.add("bytes_per_decision", (after.bytes - before.bytes) / decisions);
        line.add("decisions_per_battle", decisions / std::max(1.0, after.battles - before.battles), 1);
        line.add("battles_per_s", (after.battles - before.battles) / spent.seconds());
        line.add("late", double(late_.size()));
        line.add_shares(spent);
        line.print();
    }

    double rate_;
    BattleSetup setup_;
    Client client_;
    PairEvents events_{};
    std::vector<std::unique_ptr<Pair>> pairs_{};
    std::deque<Pair*> ready_{};         // asked, and nothing is due
    std::deque<std::uint64_t> late_{};  // due, and nobody is asked
    std::uint64_t next_due_ns_ = 0;
    bool playing_ = false;
    bool counting_ = false;
    Histogram latency_{};
};

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) {
        Decide decide(options);
        decide.connect();
        const double seconds = options.number("seconds", 3);
        decide.play(std::min(1.0, seconds / 2));
        decide.measure(seconds, int(options.number("pid", 0)));
    });
}
