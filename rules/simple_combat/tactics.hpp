// Where a unit goes when its side wants to win (E11): how the policies move, since the default stays where it is.
#pragma once
#include "rules/simple_combat/movement.hpp"
#include "rules/simple_combat/outlook.hpp"
#include "rules/simple_combat/ways.hpp"

namespace muster::rules::simple_combat {

struct Step {
    int unit = 0;
    int cell = 0;
    int cost = 0;
};

/// Keeps its buffers between decisions.
class Tactics {
public:
    /// Of the units of the side that acts now and wait, the one farthest from the enemy goes where the fire that it can give, less
    /// what it must expect to get, and its way to the enemy promise most. Precondition: one waits.
    Step choose(const Game& game, const State& state);
    /// The cheapest way of the step that was chosen last.
    std::vector<int> path(const Step& step) const { return flood_.path_to(step.cell); }

    /// Cells and pairs of cell and enemy that the last choice looked at.
    std::int64_t looked() const { return looked_; }
    /// Steps of choose() at the most, for who must be patient; and those of the last choice.
    static std::int64_t steps_to_choose(const Game& game);
    std::int64_t steps() const { return steps_; }
    static constexpr std::int64_t pairs_max = 20'000;
    /// The most that any choice looks at: all cells for ways, those in reach, and pairs.
    static constexpr std::int64_t looked_max = pairs_max + 2 * side_max * side_max;

private:
    struct View;

    int choose_unit(const Game& game, const State& state);
    void find_places(const Game& game, const State& state, int unit, std::size_t enemies);

    Flood flood_{};
    Ways ways_{};
    std::vector<int> places_{};  ///< where the unit may stand, its own cell first
    std::int64_t looked_ = 0;
    std::int64_t steps_ = 0;
};

}  // namespace muster::rules::simple_combat
