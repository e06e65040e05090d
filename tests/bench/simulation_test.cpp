// The simulation against what can be worked out by hand.
#include "tests/bench/simulation.hpp"

#include <doctest/doctest.h>

using namespace muster::bench;

namespace {

Costs only_writes(double us) { return {.write_us = us}; }

}  // namespace

TEST_CASE("simulation: one relay writes to its viewers one after the other") {
    const auto out = simulate(only_writes(10), {.viewers = 50'000, .decisions_per_s = 0.2, .seconds = 20, .seed = 2});
    REQUIRE(out.writes.count >= 50'000);
    CHECK(out.writes.last_ms >= doctest::Approx(500).epsilon(0.001));
    CHECK(out.busiest_core == doctest::Approx(out.writes.count * 10e-6 / 20));
    CHECK(out.all_relays == 1);
}

TEST_CASE("simulation: half of the viewers have a write after half of its time") {
    // So rare that no two decisions meet.
    const auto out = simulate(only_writes(1), {.viewers = 10'000, .decisions_per_s = 0.01, .seconds = 2'000});
    CHECK(out.writes.p50_ms == doctest::Approx(5).epsilon(0.03));
    CHECK(out.writes.p99_ms == doctest::Approx(9.9).epsilon(0.03));
    CHECK(out.writes.last_ms == doctest::Approx(10.01).epsilon(0.01));  // the owner's write to the relay too
}

TEST_CASE("simulation: each row of relays adds its hop, its event and its writes") {
    const Costs costs{.decision_us = 100, .event_us = 50, .write_us = 10, .hop_ms = 3};
    const Plan plan{.viewers = 1, .decisions_per_s = 0.001, .seconds = 5'000};
    const auto one = simulate(costs, plan);
    CHECK(one.rows == 1);
    CHECK(one.writes.last_ms == doctest::Approx(0.1 + 0.01 + 3 + 0.05 + 0.01));
    auto deep = plan;
    deep.viewers = 4, deep.relays = 4, deep.width = 2;
    const auto two = simulate(costs, deep);
    CHECK(two.rows == 2);
    CHECK(two.all_relays == 6);
    CHECK(two.writes.last_ms == doctest::Approx(0.1 + 0.02 + 3 + 0.05 + 0.02 + 3 + 0.05 + 0.01));
}

TEST_CASE("simulation: every viewer gets every decision once, however many rows there are and wherever battles are watched") {
    const Plan flat{.viewers = 6'000, .battles = 7, .decisions_per_s = 1, .relays = 60, .width = 60, .seconds = 30};
    auto deep = flat;
    deep.width = 3;
    const auto a = simulate(only_writes(1), flat), b = simulate(only_writes(1), deep);
    CHECK(b.rows == 4);
    CHECK(a.writes.count == doctest::Approx(b.writes.count));
    CHECK(a.writes.count == doctest::Approx(6'000 * 30).epsilon(0.2));  // 7 battles of about 30 decisions each
    CHECK(a.owner_lines == 60 * 7);
}

TEST_CASE("simulation: a card that is slower than the core sets the pace") {
    const auto out = simulate({.write_us = 1, .write_bytes = 1'250}, {.viewers = 1'000, .decisions_per_s = 0.01, .card_bits_per_s = 1e8, .seconds = 1'000});
    CHECK(out.writes.last_ms == doctest::Approx(100.1).epsilon(0.01));  // 100 us each
    CHECK(out.busiest_card == doctest::Approx(100 * out.busiest_core));
}

// The mean wait of a queue with one server, arrivals by chance and equal work: load / (2 (1 - load)) of the work.
TEST_CASE("simulation: at half of its core a relay's decisions wait for half of their work") {
    const auto out = simulate({.event_us = 10'000}, {.viewers = 1, .decisions_per_s = 50, .seconds = 4'000});
    CHECK(out.busiest_core == doctest::Approx(0.5).epsilon(0.02));
    CHECK(out.writes.mean_ms == doctest::Approx(15).epsilon(0.03));
}

TEST_CASE("simulation: who comes waits for those before him") {
    const auto out = simulate({.join_us = 100}, {.viewers = 10'000, .rush_s = 1e-9});
    CHECK(out.joins.count == 10'000);
    CHECK(out.joins.last_ms == doctest::Approx(1'000));
    CHECK(out.joins.p50_ms == doctest::Approx(500).epsilon(0.01));
    CHECK(simulate({.join_us = 100}, {.viewers = 10'000, .rush_s = 60}).busiest_core == doctest::Approx(1.0 / 60));
}

TEST_CASE("simulation: the viewers of a relay that dies come back by the waits of the SDK") {
    const Plan plan{.viewers = 1'000, .relays = 10, .dies_at_s = 10, .noticed_after_s = 0};
    const auto at_once = simulate({}, plan);
    CHECK(at_once.joins.count == 100);
    CHECK(at_once.joins.last_ms <= 250);
    CHECK(at_once.joins.p50_ms >= 125);
    auto later = plan;
    later.noticed_after_s = 1;
    const auto after_a_second = simulate({}, later);
    CHECK(after_a_second.joins.p50_ms >= 1'000);
    CHECK(after_a_second.joins.last_ms <= 3'750);  // the wait for 2 s after those of 0.25, 0.5 and 1
    CHECK(after_a_second.joins.last_ms > 1'500);
}

TEST_CASE("simulation: what relays have to do says how many are needed") {
    const Plan plan{.viewers = 100'000, .decisions_per_s = 1, .card_bits_per_s = 1e12, .seconds = 60};
    const double decisions = simulate(only_writes(1), {.viewers = 1, .seconds = 60}).writes.count;
    const auto by_core = relays_needed(only_writes(100), {plan}, 60'000, 0.7);
    CHECK(double(by_core) == doctest::Approx(1e5 * 100e-6 * decisions / 60 / 0.7).epsilon(0.1));
    CHECK(relays_needed(only_writes(100), {plan}, 60'000, 0.35) >= 2 * by_core - 1);
    auto rush = plan;
    rush.rush_s = 60;
    CHECK(relays_needed({.write_us = 100, .join_us = 100'000}, {plan, rush}, 60'000, 0.7) > 10 * by_core);  // 1e5 joins of 100 ms in 60 s
    CHECK(relays_needed({.hop_ms = 2'000}, {plan}, 1'000, 0.7) == 0);                                       // no number helps
}

TEST_CASE("simulation: a seed gives the same again, another something else") {
    const Plan plan{.viewers = 1'000, .battles = 3, .relays = 3, .rush_s = 10};
    const Costs costs{.write_us = 20, .join_us = 500};
    auto other = plan;
    other.seed = 2;
    CHECK(simulate(costs, plan).writes.mean_ms == simulate(costs, plan).writes.mean_ms);
    CHECK(simulate(costs, plan).writes.mean_ms != simulate(costs, other).writes.mean_ms);
}

TEST_CASE("simulation: costs are read with the commands that gave them, and none may be missing") {
    const std::string text =
        "decision_us=90 # a\nrelay_event_us=1\nrelay_write_us=2.5 # "
        "b\ntls_relay_write_us=4\nrelay_join_us=3\nhop_ms=1\nwrite_bytes=4\njoin_bytes=5\nrelay_viewer_bytes=6\n";
    CHECK(costs_in(text, "").write_us == 2.5);
    CHECK(costs_in(text, "tls_").write_us == 4);
    CHECK(costs_in(text, "tls_").join_us == 3);
    CHECK_THROWS(costs_in(text.substr(20), ""));
}
