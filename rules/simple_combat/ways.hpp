// How far it is to the enemy, around what is impassable; units are no walls, since they move.
#pragma once
#include "rules/simple_combat/frontier.hpp"

namespace muster::rules::simple_combat {

/// Keeps its buffers between searches.
class Ways {
public:
    /// To the living enemies of a seat.
    void find(const Game& game, const State& state, int seat);
    /// From a cell to the nearest of them, in DU, rounded up; more than there is way on any field: there is no way.
    int from(const Game& game, int cell);

    /// Steps of find() and of one from() at the most, for who must be patient; and those of the last find() and of all from() since.
    static std::int64_t steps_to_find(const Game& game);
    static std::int64_t steps_from(const Game& game);
    std::int64_t looked() const { return looked_; }

private:
    void find_on_even_cells(const Game& game);
    void find_on_cells(const Game& game);
    void find_on_ground(const Game& game);

    std::vector<int> enemies_{};  ///< their cells
    std::vector<int> ways_{};     ///< by cell, what it takes; on a free field by turn of its ground, in fine parts
    std::vector<int> queue_{};    ///< of cells that cost the same
    Frontier frontier_{};
    std::int64_t looked_ = 0;
};

}  // namespace muster::rules::simple_combat
