// Where a unit can go.
#pragma once
#include "rules/simple_combat/frontier.hpp"
#include "rules/simple_combat/routes.hpp"

namespace muster::rules::simple_combat {

/// The cells that a unit can reach, and how: a flood from where it stands; on a free field some of the points (Routes). Keeps its buffers
/// between floods.
class Flood {
public:
    /// E6: through friends, not through enemies and impassable cells. Precondition: the unit lives.
    void spread(const Game& game, const State& state, int unit);

    /// Steps of spread() at the most, for who must be patient; and those of the last one.
    static std::int64_t steps(const Game& game);
    std::int64_t looked() const { return free_ ? routes_.looked() : looked_; }

    /// Cells that were reached, nearest first, without the unit's own; those of friends among them, where it cannot stay.
    std::span<const int> reached() const { return free_ ? routes_.reached() : std::span(reached_).subspan(1); }
    /// The least it takes to get there. Precondition: reached.
    int cost(int cell) const { return free_ ? routes_.cost(cell) : cost_[static_cast<std::size_t>(cell)]; }
    /// A way of that cost, the cell itself last.
    std::vector<int> path_to(int cell) const;

private:
    void spread_evenly(const Game& game, const State& state, int unit);
    void spread_by_cost(const Game& game, const State& state, int unit);

    bool free_ = false;
    Routes routes_{};
    std::vector<int> reached_{};  ///< the unit's own cell first
    std::vector<int> cost_{};     ///< -1: not reached
    std::vector<int> from_{};
    Frontier frontier_{};
    std::int64_t looked_ = 0;
};

/// A cheapest way to a cell where the unit can stay; nothing: it cannot get there.
std::optional<std::vector<int>> way_to(const Game& game, const State& state, int unit, int cell);

/// What a way costs (E17, E21).
int cost_of(const Game& game, int from, std::span<const int> path);

/// Whether a unit can leave where it is. On a free field nobody looks at all the places where it might go.
bool can_move(const Game& game, const State& state, int unit);

/// What is wrong with a way.
enum class PathFault { none, not_a_step, impassable, enemy, twice, too_far, occupied };

struct PathCheck {
    PathFault fault = PathFault::none;
    std::size_t at = 0;  ///< index of the cell at fault
    int unit = -1;       ///< that is in the way there
};

/// A way goes step by step, crosses no cell twice and never its start, costs no more than the unit has, and ends on a free cell.
PathCheck check_path(const Game& game, const State& state, int unit, std::span<const int> path);

}  // namespace muster::rules::simple_combat
