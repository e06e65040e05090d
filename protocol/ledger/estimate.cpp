#include "protocol/ledger/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "rules/drive.hpp"
#include "rules/odds/solve.hpp"

namespace muster::ledger {

namespace {

constexpr std::int64_t a_look = rules::Patience::asked_every;
constexpr std::int64_t part_for_one = 8;  // of what is left for exact chances

double error_of_mean(double mean, double mean_of_squares, std::size_t runs) {
    return std::sqrt(std::max(0.0, mean_of_squares - mean * mean) / static_cast<double>(runs));
}

bool has_won(std::int8_t winner, std::size_t seat) { return winner == static_cast<std::int8_t>(seat); }

}  // namespace

double Estimate::error_of(std::size_t seat) const { return is_exact() ? 0 : error_of_mean(chances[seat], chances[seat], winners.size()); }

double error_of_change(const Estimate& from, const Estimate& to, std::size_t seat) {
    const bool same_dice = !from.is_exact() && !to.is_exact() && from.dice == to.dice && from.winners.size() == to.winners.size();
    if (!same_dice) return std::hypot(from.error_of(seat), to.error_of(seat));
    std::int64_t sum = 0;
    std::int64_t squares = 0;
    for (std::size_t run = 0; run < from.winners.size(); ++run) {
        const int change = static_cast<int>(has_won(to.winners[run], seat)) - static_cast<int>(has_won(from.winners[run], seat));
        sum += change;
        squares += std::int64_t{change} * change;
    }
    const auto runs = static_cast<double>(from.winners.size());
    return error_of_mean(static_cast<double>(sum) / runs, static_cast<double>(squares) / runs, from.winners.size());
}

Estimate certain(std::optional<rules::Seat> winner, std::size_t seats) {
    Estimate out{std::vector<double>(seats, 0)};
    if (winner) out.chances[static_cast<std::size_t>(*winner)] = 1;
    return out;
}

Estimator::Estimator(const Limits& limits, std::size_t moments, std::uint64_t seed, rules::Patience& patience)
    : limits_(limits),
      share_(limits.simulated_steps / static_cast<std::int64_t>(std::max<std::size_t>(1, moments))),
      seeds_(seed),
      callers_(patience),
      exact_left_(limits.exact_steps),
      left_(limits.steps_max),
      dice_(seeds_.bits()) {}

void Estimator::next_dice() {
    dice_ = seeds_.bits();
    runs_.reset();
}

std::optional<Estimate> Estimator::of(const rules::Battle& battle) {
    const auto seats = battle.seats().size();
    if (const auto* outcome = rules::outcome_of(battle)) return certain(outcome->winner, seats);
    const auto model = battle.odds(rules::Policy::best);
    if (auto exact = solved(*model, seats)) return exact;
    return simulated(*battle.odds(rules::Policy::best), seats);  // what the other keeps between calls would count as work done
}

rules::Patience Estimator::patience_for(std::int64_t steps, std::int64_t& asked) {
    asked = 0;
    return rules::Patience([this, &asked, most = std::max<std::int64_t>(1, steps / a_look)] {
        if (asked >= most || left_ < a_look) return false;
        ++asked;
        left_ -= a_look;
        return callers_.spend(a_look);
    });
}

std::optional<Estimate> Estimator::solved(rules::OddsModel& model, std::size_t seats) {
    if (!model.exact()) return {};
    std::int64_t asked = 0;
    auto patience = patience_for(exact_left_ / part_for_one, asked);
    const auto endings = rules::solve(model, limits_.situations_max, limits_.endings_max, patience);
    exact_left_ -= asked * a_look;
    if (!endings) return {};
    Estimate out{std::vector<double>(seats, 0)};
    for (const auto& [ending, chance] : endings->chances)
        if (ending.winner >= 0) out.chances[static_cast<std::size_t>(ending.winner)] += chance;
    return out;
}

/// As many as may be simulated with these dice; a few are tried for it.
std::optional<int> Estimator::runs_for(rules::OddsModel& model) {
    std::int64_t asked = 0;
    auto patience = patience_for(left_, asked);
    for (int run = 0; run < limits_.runs_min; ++run) {
        rules::Random random(dice_ + static_cast<std::uint64_t>(run));
        if (!model.play(random, patience)) return {};
    }
    return static_cast<int>(
        std::clamp<std::int64_t>(share_ / a_look * limits_.runs_min / std::max<std::int64_t>(1, asked), limits_.runs_min, limits_.runs_max));
}

std::optional<Estimate> Estimator::simulated(rules::OddsModel& model, std::size_t seats) {
    if (!runs_) runs_ = runs_for(model);
    if (!runs_) return {};
    std::int64_t asked = 0;
    auto patience = patience_for(left_, asked);
    std::vector<std::int64_t> wins(seats, 0);
    Estimate out{.chances = {}, .dice = dice_};
    out.winners.reserve(static_cast<std::size_t>(*runs_));
    for (int run = 0; run < *runs_; ++run) {
        rules::Random random(dice_ + static_cast<std::uint64_t>(run));
        const auto ending = model.play(random, patience);
        if (!ending) return {};
        out.winners.push_back(static_cast<std::int8_t>(ending->winner));
        if (ending->winner >= 0) ++wins[static_cast<std::size_t>(ending->winner)];
    }
    for (const auto count : wins) out.chances.push_back(static_cast<double>(count) / *runs_);
    return out;
}

}  // namespace muster::ledger
