// Decisions per second through the whole server, and how long one takes.
//
// Plays `--battles` battles at once over WebSockets, two connections each; every request is answered with its default.
// A decision lasts from its submission until BOTH players have received the event `chosen` of it. With `--spectators` the
// first battle is the long one, and so many more connections follow it and read.
//   --port --pid (of the server) --battles --rate --seconds --setup siege|skirmish --spectators
#include "tests/bench/decision_load.hpp"
#include "tests/bench/players.hpp"

namespace {

using namespace muster::bench;

class Decide : public Handler {
public:
    explicit Decide(const Options& options)
        : setup_(setup_named(options.text("setup", "siege"))),
          spectators_(options.count("spectators", 0)),
          client_(int(options.number("port", 0)), *this),
          load_(options, client_) {
        events_.on_asked = [this](Pair& pair) { load_.asked(pair); };
        events_.on_decided = [this](std::uint64_t latency_ns) { load_.decided(latency_ns); };
        const auto battles = options.count("battles", 50);
        for (std::size_t i = 0; i < battles; ++i)
            pairs_.push_back(std::make_unique<Pair>(client_, events_, create_message(spectators_ > 0 && i == 0 ? setup_named("march") : setup_)));
        for (std::size_t i = 0; i < spectators_; ++i) client_.add("/ws");
    }

    void connect() {
        client_.connect_all(60);
        for (auto& pair : pairs_) pair->begin();
        const auto all_asked = [&] { return std::ranges::all_of(pairs_, [](const auto& pair) { return pair->has_asked(); }); };
        if (!client_.poll_until(30, all_asked)) throw std::runtime_error("not all battles began");
        for (std::size_t i = 2 * pairs_.size(); i < client_.size(); ++i) client_.send(client_.at(i), follow_message(pairs_[0]->battle(), {}));
        spread();
        if (!client_.poll_until(30, [&] { return watched_ >= spectators_ * pairs_[0]->events_seen; })) throw std::runtime_error("not all spectators follow");
        load_.begin(pairs_);
    }

    void play(double seconds) { load_.play(seconds); }

    void measure(double seconds) {
        const auto before = totals();
        const auto watched = watched_;
        Report line;
        line.add("setup", setup_.name);
        line.add("battles", double(pairs_.size()));
        load_.measure(seconds, line);
        const auto after = totals();
        line.add("events_per_decision", (after.events - before.events) / load_.decisions(), 1);
        line.add("bytes_per_decision", (after.bytes - before.bytes) / load_.decisions());
        line.add("player_frames_per_decision", (after.player_frames - before.player_frames) / load_.decisions(), 1);
        line.add("player_bytes_per_decision", (after.player_bytes - before.player_bytes) / load_.decisions());
        line.add("decisions_per_battle", load_.decisions() / std::max(1.0, after.battles - before.battles), 1);
        line.add("battles_per_s", (after.battles - before.battles) / load_.seconds());
        line.add("spectators", double(spectators_));
        line.add("watched_per_s", double(watched_ - watched) / load_.seconds());
        line.add("decisions_in_all", after.accepted);
        line.print();
    }

    void on_message(Conn& conn, std::string_view text) override {
        if (conn.id < 2 * pairs_.size()) return pairs_[conn.id / 2]->on_text(conn, text);
        if (is_event(text)) ++watched_;
    }

private:
    struct Totals {
        double accepted = 0, events = 0, bytes = 0, battles = 0;
        double player_frames = 0, player_bytes = 0;  // all that one of the two players gets, in the mean
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
    Totals totals() {
        Totals out;
        for (const auto& pair : pairs_) {
            out.accepted += double(pair->accepted);
            out.events += double(pair->events_seen);
            out.bytes += double(pair->event_bytes);
            out.battles += double(pair->battles_ended);
        }
        for (std::size_t i = 0; i < 2 * pairs_.size(); ++i) {
            out.player_frames += double(client_.at(i).frames_in) / 2;
            out.player_bytes += double(client_.at(i).bytes_in) / 2;
        }
        return out;
    }

    BattleSetup setup_;
    std::size_t spectators_;
    Client client_;
    DecisionLoad<Pair> load_;
    PairEvents events_{};
    std::vector<std::unique_ptr<Pair>> pairs_{};
    std::uint64_t watched_ = 0;  // events, over all spectators
};

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) {
        Decide decide(options);
        decide.connect();
        const double seconds = options.number("seconds", 3);
        decide.play(std::min(1.0, seconds / 2));
        decide.measure(seconds);
    });
}
