// How long a request of simple-combat takes to be worked out, options and default, beside a bare flood of the same map.
//   bench_requests [--seconds 2]
#include <functional>

#include "rules/drive.hpp"
#include "rules/systems.hpp"
#include "tests/bench/measure.hpp"

namespace muster::bench {

namespace {

using namespace muster::rules;

constexpr int side = 60;
constexpr int units = 50;

/// 50 units a side in two lines on a field of 60 by 60 hexes, a tenth of it impassable; `gap` rows between the sides.
Json crowd(int gap) {
    const std::vector<std::string> profiles{"scout_car", "light_tank", "medium_tank", "dual_heavy_tank", "tank_hunter", "howitzer_battery", "rocket_team"};
    Json setup{{"width", side}, {"height", side}, {"impassable", Json::array()}};
    const int norths = (side - gap) / 2 - 2;
    const int souths = norths + gap + 2;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
            if ((row * 7 + column * 13) % 10 == 0 && row != norths && row != norths + 1 && row != souths && row != souths + 1)
                setup["impassable"].push_back({column - row / 2, row});
    for (const auto& [seat, first] : {std::pair("north", norths), std::pair("south", souths)})
        for (int i = 0; i < units; ++i) {
            const int row = first + i % 2;
            setup[seat]["units"].push_back({{"id", seat[0] + std::to_string(i)},
                                            {"profile", profiles[static_cast<std::size_t>(i) % profiles.size()]},
                                            {"at", {5 + i / 2 * 2 - row / 2, row}}});
        }
    return setup;
}

/// The battle when its first request of that kind is open.
std::unique_ptr<Battle> asked(const Json& setup, const std::string& kind) {
    auto battle = shipped_rulesets().find("simple-combat")->create(setup);
    if (!battle) throw std::runtime_error(battle.error().path + ": " + battle.error().message);
    std::vector<Event> events;
    (*battle)->begin(events);
    (*battle)->apply(Rolled{0, {6, 1}}, events);
    while (open_asks(**battle).front().kind != kind) (*battle)->apply(Decided{{*open_asks(**battle).front().preset}}, events);
    return std::move(*battle);
}

double median_us(double seconds, const std::function<void()>& work) {
    Histogram times;
    const auto start = now_ns();
    while (now_ns() - start < to_ns(seconds)) {
        const auto from = now_ns();
        work();
        times.add(now_ns() - from);
    }
    return times.quantile_us(0.5);
}

/// A flood over the whole map from one cell, plain: the yardstick.
int flood(const std::vector<bool>& blocked) {
    std::vector<int> cost(side * side, -1);
    std::vector<int> queue{0};
    cost[0] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const int row = queue[next] / side;
        const int column = queue[next] % side;
        const int lean = row % 2;  // odd rows are shoved right
        const int steps[6][2] = {{0, 1}, {0, -1}, {-1, lean - 1}, {-1, lean}, {1, lean - 1}, {1, lean}};
        for (const auto& [down, right] : steps) {
            const int to = (row + down) * side + column + right;
            if (row + down < 0 || row + down >= side || column + right < 0 || column + right >= side || blocked[static_cast<std::size_t>(to)]) continue;
            if (cost[static_cast<std::size_t>(to)] >= 0) continue;
            cost[static_cast<std::size_t>(to)] = cost[static_cast<std::size_t>(queue[next])] + 1;
            queue.push_back(to);
        }
    }
    return static_cast<int>(queue.size());
}

void measure(const char* about, const Json& setup, const std::string& kind, double seconds, double flood_us) {
    const auto battle = asked(setup, kind);
    const Decided choice{{*open_asks(*battle).front().preset}};
    const std::size_t bytes = open_asks(*battle).front().options.dump().size();
    // The default is applied to a copy: what it takes beside the next request is small.
    const double us = median_us(seconds, [&] {
        const auto copy = battle->clone();
        std::vector<Event> events;
        copy->apply(choice, events);
        int rolls = 1;
        ScriptedDice misses(std::vector<int>(8, 1));
        roll_on(*copy, misses, rolls, events);
    });
    std::printf("%-6s %-44s %10.0f %10zu %12.0f %8.1f\n", kind.c_str(), about, us, bytes, flood_us, us / flood_us);
}

void bench(const Options& options) {
    const double seconds = options.number("seconds", 2) / 4;
    std::vector<bool> blocked(side * side, false);
    const Json far = crowd(20);
    for (const auto& cell : far.at("impassable"))
        blocked[static_cast<std::size_t>(cell[1].get<int>() * side + cell[0].get<int>() + cell[1].get<int>() / 2)] = true;
    blocked[0] = false;
    int reached = 0;
    const double flood_us = median_us(seconds, [&] { reached = std::max(reached, flood(blocked)); });
    if (reached < side * side / 2) throw std::runtime_error("the flood is no flood");
    std::printf("%-6s %-44s %10s %10s %12s %8s\n", "kind", "50 v 50 units on 60 x 60 hexes", "us", "bytes", "bare flood", "floods");
    measure("all can move", far, "move", seconds, flood_us);
    measure("the sides face each other at range 2 and more", crowd(1), "fire", seconds, flood_us);
}

}  // namespace

}  // namespace muster::bench

int main(int argc, char** argv) { return muster::bench::run_bench(argc, argv, muster::bench::bench); }
