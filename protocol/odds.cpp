#include "protocol/odds.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "protocol/threads.hpp"
#include "protocol/worked_time.hpp"
#include "rules/odds/solve.hpp"

namespace muster::protocol {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t chunk_runs = 64;  // runs with one seed

std::chrono::microseconds since(Clock::time_point start) { return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start); }

/// Simulated battles shared out among threads.
class Simulation {
public:
    Simulation(const rules::OddsModel& model, const OddsLimits& limits) : model_(model), limits_(limits) {}

    void run() {
        std::vector<Part> parts(static_cast<std::size_t>(std::max(1, limits_.threads)));
        on_threads(parts.size(), [&](std::size_t thread) { work(parts[thread]); });
        for (const auto& part : parts) {
            for (const auto& [ending, count] : part.counts) counts[ending] += count;
            runs += part.runs;
        }
    }
    std::map<rules::Ending, std::int64_t> counts{};
    std::int64_t runs = 0;

private:
    /// What one thread has simulated.
    struct Part {
        std::map<rules::Ending, std::int64_t> counts{};
        std::int64_t runs = 0;
    };

    void work(Part& part) {
        // A battle that is given up is missing among the others, and long ones are more often given up. So none is begun that
        // may not be over in time.
        bool late = false;
        const WorkedTime worked;
        rules::Patience patience([&] {
            late = !worked.within(limits_.simulate_max * 9 / 10);
            return worked.within(limits_.simulate_max) && !is_given_up(limits_.stop);
        });
        const auto model = model_.clone();
        for (std::int64_t chunk = next_++; chunk * chunk_runs < limits_.runs_max && !late && !patience.ran_out(); chunk = next_++) {
            const std::int64_t size = std::min(chunk_runs, limits_.runs_max - chunk * chunk_runs);
            rules::Random random(static_cast<std::uint64_t>(chunk));
            for (std::int64_t i = 0; i < size && !late; ++i) {
                const auto ending = model->play(random, patience);
                if (!ending) break;
                ++part.counts[*ending];
                ++part.runs;
                late = late || part.counts.size() >= limits_.endings_max;
            }
        }
    }

    const rules::OddsModel& model_;
    const OddsLimits& limits_;
    std::atomic<std::int64_t> next_{0};
};

}  // namespace

std::optional<Odds> exact_odds(rules::OddsModel& model, const OddsLimits& limits) {
    const auto start = Clock::now();
    if (!model.exact()) return {};
    const WorkedTime worked;
    rules::Patience patience([&] { return worked.within(limits.exact_max) && !is_given_up(limits.stop); });
    auto solved = rules::solve(model, limits.situations_max, limits.endings_max, patience);
    if (!solved) return {};
    return Odds{std::move(solved->chances), true, 0, solved->situations, since(start)};
}

std::optional<Odds> simulated_odds(const rules::OddsModel& model, const OddsLimits& limits) {
    const auto start = Clock::now();
    Simulation simulation(model, limits);
    simulation.run();
    if (simulation.runs == 0) return {};
    Odds out{{}, false, simulation.runs, 0, {}};
    for (const auto& [ending, count] : simulation.counts) out.chances[ending] = static_cast<double>(count) / static_cast<double>(simulation.runs);
    out.took = since(start);
    return out;
}

std::optional<Odds> find_odds(rules::OddsModel& model, const OddsLimits& limits) {
    if (auto exact = exact_odds(model, limits)) return exact;
    return simulated_odds(model, limits);
}

Odds certain_odds(const rules::Ending& ending) { return {{{ending, 1}}, true, 0, 0, {}}; }

std::string odds_text(const Odds& odds, const std::vector<std::string>& seats, rules::Policy policy) {
    std::vector<double> wins(seats.size() + 1, 0);  // the last: nobody
    std::vector<double> expected(seats.size(), 0);
    std::map<std::string, double> reasons;
    std::map<std::vector<int>, double> survivors;
    for (const auto& [ending, chance] : odds.chances) {
        wins[ending.winner < 0 ? seats.size() : static_cast<std::size_t>(ending.winner)] += chance;
        reasons[ending.reason] += chance;
        std::vector<int> left(ending.survivors.begin(), ending.survivors.begin() + static_cast<std::ptrdiff_t>(seats.size()));
        for (std::size_t i = 0; i < seats.size(); ++i) expected[i] += chance * left[i];
        survivors[std::move(left)] += chance;
    }
    Json out = Json::object();
    double error = 0;
    for (std::size_t i = 0; i <= seats.size(); ++i) {
        out[i < seats.size() ? seats[i] : "nobody"] = wins[i];
        if (odds.runs > 0) error = std::max(error, std::sqrt(wins[i] * std::max(0.0, 1 - wins[i]) / static_cast<double>(odds.runs)));
    }
    out["reasons"] = reasons;
    out["expected_survivors"] = Json::object();
    for (std::size_t i = 0; i < seats.size(); ++i) out["expected_survivors"][seats[i]] = expected[i];
    std::vector<std::pair<std::vector<int>, double>> ordered(survivors.begin(), survivors.end());
    std::ranges::sort(ordered, [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
    if (ordered.size() > odds_listed_max) ordered.resize(odds_listed_max);
    Json& list = out["survivors"] = Json::array();
    for (const auto& [left, chance] : ordered) {
        Json entry{{"p", chance}};
        for (std::size_t i = 0; i < seats.size(); ++i) entry[seats[i]] = left[i];
        list.push_back(std::move(entry));
    }
    out["method"] = odds.exact ? "exact" : "simulated";
    out["runs"] = odds.runs;
    out["standard_error"] = error;
    out["policy"] = name_of(policy);
    out["states"] = odds.situations;
    out["milliseconds"] = static_cast<double>(odds.took.count()) / 1000;
    return out.dump();
}

}  // namespace muster::protocol
