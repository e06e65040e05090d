// When a load generator makes its decisions, and what it measures of them.
//
// Saturated (no --rate): every request is answered at once. Paced: `--rate` decisions a second over all battles, each
// timed from the moment it was due, so a server that stalls is charged for all that had to wait.
// --database (pid) adds what a PostgreSQL took beside the server.
// --counts 1 adds what counts.hpp counts of the server, for each decision; --allocations names its file.
#pragma once
#include <deque>
#include <optional>
#include <span>

#include "tests/bench/counts.hpp"
#include "tests/bench/wsload.hpp"

namespace muster::bench {

/// `Battle` has `has_asked()` and `submit(since_ns)`; it calls asked() when a decision can be made, decided() when both
/// players have it.
template <typename Battle>
class DecisionLoad {
public:
    DecisionLoad(const Options& options, Client& client)
        : rate_(options.number("rate", 0)),
          pid_(int(options.number("pid", 0))),
          database_(int(options.number("database", 0))),
          counts_(options.number("counts", 0) != 0),
          allocations_(options.text("allocations")),
          client_(client) {}

    void begin(std::span<const std::unique_ptr<Battle>> battles) {
        playing_ = true;
        next_due_ns_ = now_ns();
        for (const auto& battle : battles) asked(*battle);
    }
    void asked(Battle& battle) {
        if (!playing_ || !battle.has_asked()) return;
        if (rate_ <= 0) {
            while (battle.has_asked()) battle.submit(now_ns());
            return;
        }
        if (!late_.empty()) {
            battle.submit(late_.front());
            late_.pop_front();
        } else {
            ready_.push_back(&battle);
        }
    }
    void decided(std::uint64_t latency_ns) {
        if (counting_) latency_.add(latency_ns);
    }
    void play(double seconds) {
        const auto end = now_ns() + to_ns(seconds);
        for (auto now = now_ns(); now < end; now = now_ns()) {
            if (rate_ > 0) submit_due(now);
            client_.poll(rate_ > 0 ? std::min<std::uint64_t>(next_due_ns_ - std::min(next_due_ns_, now_ns()), 2'000'000) : 2'000'000);
            if (client_.closed_count() > 0) throw std::runtime_error("the server closed a connection");
        }
    }
    /// Plays, and adds to the line what every load of decisions tells.
    void measure(double seconds, Report& line) {
        Spent spent(pid_);
        latency_ = Histogram();
        std::optional<Counts> counts;
        if (counts_) counts.emplace(pid_, allocations_);
        spent.start();
        const double database_s = family_cpu_s(database_);
        if (counts) counts->start();
        counting_ = true;
        play(seconds);
        counting_ = false;
        if (counts) counts->stop();
        spent.stop();
        const double database_cpu_s = family_cpu_s(database_) - database_s;
        seconds_ = spent.seconds();
        line.add("rate", rate_);
        line.add("decisions_per_s", decisions() / seconds_);
        line.add_latency(latency_);
        line.add("server_cpu_us_per_decision", spent.server_cpu_s() * 1e6 / decisions(), 1);
        line.add("server_rss_kb", double(probe(pid_).rss_kb));
        line.add("late", double(late_.size()));
        line.add_shares(spent);
        if (database_ != 0) {
            line.add("database_share", database_cpu_s / seconds_, 2);
            line.add("database_cpu_us_per_decision", database_cpu_s * 1e6 / decisions(), 1);
        }
        if (counts) counts->report(decisions(), line);
    }
    /// Of the time measured.
    double decisions() const { return double(std::max<std::uint64_t>(1, latency_.count())); }
    double seconds() const { return seconds_; }

private:
    // A due decision goes to the battle that has waited longest; if none waits, to the first that is asked something.
    void submit_due(std::uint64_t now) {
        const auto step = to_ns(1.0 / rate_);
        for (; next_due_ns_ <= now; next_due_ns_ += step) {
            Battle* battle = take_ready();
            if (battle) battle->submit(next_due_ns_);
            else late_.push_back(next_due_ns_);
        }
    }
    Battle* take_ready() {
        while (!ready_.empty()) {
            Battle* battle = ready_.front();
            ready_.pop_front();
            if (battle->has_asked()) return battle;
        }
        return nullptr;
    }

    double rate_;
    int pid_;
    int database_;
    bool counts_;
    std::string allocations_;
    Client& client_;
    std::deque<Battle*> ready_{};       // asked, and nothing is due
    std::deque<std::uint64_t> late_{};  // due, and nobody is asked
    std::uint64_t next_due_ns_ = 0;
    bool playing_ = false;
    bool counting_ = false;
    double seconds_ = 1;
    Histogram latency_{};
};

}  // namespace muster::bench
