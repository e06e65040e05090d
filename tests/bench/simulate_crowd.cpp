// A million viewers behind relays, from measured costs: how late they are told, how busy relays are, what a rush and a relay that dies do, and how many relays
// it takes.
//   --costs (the file of scale.sh) --viewers --decisions-per-s (of each battle) --card-bits (a second, of each relay) --width --seconds --seed --tls 1 (to
//   viewers)
#include <fstream>
#include <sstream>

#include "tests/bench/measure.hpp"
#include "tests/bench/simulation.hpp"

namespace {

using namespace muster::bench;

constexpr double late_ms = 1'000;
constexpr double busy = 0.7;

void show(const char* what, const Outcome& out, bool joined) {
    printf("  %-16s %7zu %5zu %8.1f %8.1f %8.1f %7.0f%% %6.0f%% %7.1f%% %6.1f%%", what, out.all_relays, out.rows, out.writes.p50_ms, out.writes.p99_ms,
           out.writes.last_ms, out.busiest_core * 100, out.busiest_card * 100, out.owner_core * 100, out.owner_card * 100);
    if (joined) printf(" %9.1f %9.1f %9.1f", out.joins.p50_ms, out.joins.p99_ms, out.joins.last_ms);
    printf("\n");
}

void simulate_all(const Costs& costs, const Plan& plan) {
    auto rush = plan, dies = plan;
    rush.rush_s = plan.seconds;
    dies.dies_at_s = plan.seconds / 2;
    const auto steady = relays_needed(costs, {plan}, late_ms, busy);
    const auto always = relays_needed(costs, {plan, rush, dies}, late_ms, busy);
    printf("%zu viewers of %zu battle(s), %g decisions/s each: %zu relays, %zu if all come within %g s or one dies, too\n", plan.viewers, plan.battles,
           plan.decisions_per_s, steady, always, rush.rush_s);
    printf("  %-16s %7s %5s %8s %8s %8s %8s %7s %8s %7s %9s %9s %9s\n", "", "relays", "rows", "p50_ms", "p99_ms", "last_ms", "core", "card", "owner", "card",
           "join_p50", "join_p99", "join_last");
    for (const auto relays : steady == always ? std::vector{steady} : std::vector{steady, always}) {
        if (relays == 0) continue;
        Plan there = plan;
        there.relays = rush.relays = dies.relays = relays;
        const auto out = simulate(costs, there);
        show("all are there", out, false);
        show("all come", simulate(costs, rush), true);
        show("a relay dies", simulate(costs, dies), true);
        printf("  memory for the viewers of a relay: %.0f MB; lines at the owner: %zu\n", out.relay_bytes / 1e6, out.owner_lines);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) {
        std::ifstream file(options.text("costs"));
        if (!file) throw std::runtime_error("no such file: " + options.text("costs"));
        std::ostringstream text;
        text << file.rdbuf();
        const auto costs = costs_in(text.str(), options.number("tls", 0) != 0 ? "tls_" : "");
        Plan plan;
        plan.viewers = options.count("viewers", plan.viewers);
        plan.decisions_per_s = options.number("decisions-per-s", plan.decisions_per_s);
        plan.card_bits_per_s = options.number("card-bits", plan.card_bits_per_s);
        plan.width = options.count("width", plan.width);
        plan.seconds = options.number("seconds", plan.seconds);
        plan.seed = options.count("seed", plan.seed);
        for (const std::size_t battles : {1U, 500U}) {
            plan.battles = battles;
            simulate_all(costs, plan);
        }
    });
}
