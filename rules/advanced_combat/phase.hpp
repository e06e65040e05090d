// A phase without words: where a battle stands in it, and the steps that the played battle and its odds share.
#pragma once
#include <optional>

#include "rules/advanced_combat/standoff.hpp"
#include "rules/advanced_combat/support.hpp"
#include "rules/advanced_combat/waves.hpp"
#include "rules/battle.hpp"
#include "rules/finish.hpp"

namespace muster::rules::advanced_combat {

/// After so many phases in a row in which nobody lost anything, it is a stand-off (A12).
inline constexpr int idle_phases_max = 100;

/// What comes next.
enum class Step { leave, start, air_first, wave, air_attacker, air_defender, roll_attacker, roll_defender, loss_attacker, loss_defender, finish, over };

/// Where a battle stands. What the waves hold counts from the step that fills it on.
struct Progress {
    Position position;
    std::array<Wave, 2> waves{};
    Step step = Step::start;
    int idle_phases = 0;
    bool changed = true;  ///< somebody died since the last look for a stand-off

    Wave& wave(int seat) { return waves[static_cast<std::size_t>(seat)]; }
    const Wave& wave(int seat) const { return waves[static_cast<std::size_t>(seat)]; }
    /// Whether a seat has declared its air support in a phase that has begun: aircraft must fly, so there are pairs then.
    bool support_declared(int seat) const { return !wave(seat).support.pairs.empty(); }
};

Position start_position(const Game& game);

/// The side with more ground units; the defender if they are equal.
int larger_side(const Game& game, const Position& position);

/// A18: the side that declares its air support before the enemy chooses its wave, if there is one.
std::optional<int> supports_first(const Game& game, const Position& position);

/// A12: how a battle ends in which nobody can ever kill anything.
Finish standoff_finish(const Game& game);
/// Whether the battle ends so before its next phase.
std::optional<Finish> finish_before_phase(const Game& game, const Progress& now, WaveFinder& finder);
/// A11: whether it ends after the losses of a phase.
std::optional<Finish> finish_after_phase(const Game& game, const Position& position);

/// The wave of the larger side by default: the highest total on average.
Counts usual_wave(const Game& game, const Position& position, int seat, int size, WaveFinder& finder);

/// The wave that `policy` chooses for it. `listed`: A16; `best`: as usual, for it is asked by odds; the player has foresight.hpp.
Counts choose_wave(Policy policy, const Game& game, const Position& position, int seat, int size, WaveFinder& finder);

/// The lines of a seat's total with its dice, in the order in which they are rolled.
Totals total_of(const Game& game, const Progress& now, int seat, std::span<const int> dice);

/// Takes `losses` off the living, with the aircraft that go along, which it returns.
Counts take_losses(const Game& game, Progress& now, int seat, const Losses& losses);

/// After the losses of a phase from which the battle goes on.
void next_phase(const Game& game, Progress& now);

}  // namespace muster::rules::advanced_combat
