// Who sees whom (E7, E12): exact lines.
#pragma once
#include "rules/simple_combat/game.hpp"

namespace muster::rules::simple_combat {

/// Whether a unit on one cell sees another cell: nothing blocks the line, or one of the lines, between them. Precondition: a weapon reaches it.
bool clear_line(const Game& game, const State& state, int from, int to);

/// Steps of one clear_line() at the most, for who must be patient.
std::int64_t steps_of_line(const Game& game);

/// What lies between a unit and an enemy.
struct Sight {
    int range = 0;       ///< 0: beyond all weapons
    bool clear = false;  ///< the unit sees the enemy
};

/// All lines between enemies at one time. They change when units move and, with the house rule units_block_los, when
/// units die.
class Sights {
public:
    void look(const Game& game, const State& state);
    /// Steps of look() at the most.
    static std::int64_t steps(const Game& game);
    /// From a unit to an enemy.
    Sight between(const Game& game, int unit, int enemy) const {
        const int first = std::min(unit, enemy);
        const int second = std::max(unit, enemy) - game.sizes[north];
        const int place = first * game.sizes[south] + second;
        const Pair& pair = pairs_[static_cast<std::size_t>(place)];
        return {pair.range, pair.clear[unit < enemy ? north : south]};
    }

private:
    struct Pair {
        int range = 0;
        std::array<bool, 2> clear{};  ///< by the seat that looks
    };
    std::vector<Pair> pairs_{};
};

}  // namespace muster::rules::simple_combat
