// Who sees whom (E7): exact lines from centre to centre.
#pragma once
#include "rules/simple_combat/game.hpp"

namespace muster::rules::simple_combat {

/// Whether nothing blocks the line between two cells. Precondition: they are at most range_max apart.
bool clear_line(const Game& game, const State& state, int from, int to);

/// Range and line between two enemies.
struct Sight {
    int range = 0;  ///< 0: beyond all weapons
    bool clear = false;
};

/// All lines between enemies at one time. They change when units move and, with the house rule units_block_los, when
/// units die.
class Sights {
public:
    void look(const Game& game, const State& state);
    /// Between a unit and an enemy, either of whom may be the shooter.
    Sight between(const Game& game, int unit, int enemy) const {
        const int first = std::min(unit, enemy);
        const int second = std::max(unit, enemy) - game.sizes[north];
        const int place = first * game.sizes[south] + second;
        return sights_[static_cast<std::size_t>(place)];
    }

private:
    std::vector<Sight> sights_{};
};

}  // namespace muster::rules::simple_combat
