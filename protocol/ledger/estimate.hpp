// How likely each seat is to win from where a battle stands: exact where that is little enough work, else from simulated battles, with what their
// number leaves open. Steps are counted, never time, so that everybody who asks about the same battle with the same limits gets the same.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/battle.hpp"

namespace muster::ledger {

/// What chances may be worked out with. Steps are those of rules::Patience, and counted by its asking.
struct Limits {
    std::int64_t exact_steps = 800'000'000;        ///< on exact chances; those of one moment may take an eighth of what is left
    std::int64_t situations_max = 500'000;         ///< of exact chances of one moment; then it is simulated
    std::size_t endings_max = 500'000;             ///< likewise
    std::int64_t simulated_steps = 1'600'000'000;  ///< on simulated battles: shared out among all moments, ...
    int runs_min = 32;                             ///< ... but of each moment so many are simulated, ...
    int runs_max = 2'000;                          ///< ... and no more than so many
    std::int64_t steps_max = 6'000'000'000;        ///< on all of it; then there is no answer
    std::size_t moments_max = 20'000;              ///< at which something changed; likewise
};

/// The chances of a moment.
struct Estimate {
    std::vector<double> chances;         ///< of each seat, to win; what is left is nobody's
    std::vector<std::int8_t> winners{};  ///< of each simulated battle, -1: nobody; none: they are exact
    std::uint64_t dice = 0;              ///< where those dice came from
    bool is_exact() const { return winners.empty(); }
    /// The standard error of a chance.
    double error_of(std::size_t seat) const;
};

/// The standard error of a seat's chance at `to` less that at `from`. Where both were simulated with the same dice, battle by battle, what the dice did
/// to both alike is no error.
double error_of_change(const Estimate& from, const Estimate& to, std::size_t seat);

class Estimator {
public:
    /// @param moments how many there will be: work is shared out among them
    /// @param seed of all dice
    /// @param patience is asked before all work; it must outlive this
    Estimator(const Limits& limits, std::size_t moments, std::uint64_t seed, rules::Patience& patience);

    /// Nothing: steps_max or the caller's patience ran out. `battle` has begun; if it is over, it is certain who has won. Precondition: it has odds.
    std::optional<Estimate> of(const rules::Battle& battle);

    /// From here on simulated battles have other dice. Up to the next time all have the same, so that two moments of which one follows from the other by
    /// the very choice that odds assume come out equal to the last digit, and others differ by what the choice does and little else.
    void next_dice();

private:
    std::optional<Estimate> solved(rules::OddsModel& model, std::size_t seats);
    std::optional<Estimate> simulated(rules::OddsModel& model, std::size_t seats);
    std::optional<int> runs_for(rules::OddsModel& model);
    /// Patience for so many steps of ours; `asked` counts how often it was asked.
    rules::Patience patience_for(std::int64_t steps, std::int64_t& asked);

    const Limits limits_;
    const std::int64_t share_;  ///< steps of a moment's simulation
    rules::Random seeds_;
    rules::Patience& callers_;
    std::int64_t exact_left_;
    std::int64_t left_;
    std::uint64_t dice_;
    std::optional<int> runs_{};  ///< with these dice
};

/// What is certain.
Estimate certain(std::optional<rules::Seat> winner, std::size_t seats);

}  // namespace muster::ledger
