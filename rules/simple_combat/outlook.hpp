// What fire between a unit and an enemy can be expected to take, at every range: tables for those who weigh where to stand.
#pragma once
#include <span>

#include "rules/simple_combat/game.hpp"

namespace muster::rules::simple_combat {

/// How a shooter has moved in this turn: each aims otherwise (E2).
enum class Gait { stood, slow, fast };
Gait gait_of(const Profile& profile, int spent);

/// By range, the damage that all weapons of a shooter are expected to do, in parts of 36: those that see the target, and those that need
/// not to.
struct Salvo {
    std::array<int, range_max + 1> seen{};
    std::array<int, range_max + 1> unseen{};
};
using Salvos = std::array<Salvo, 3>;  ///< by Gait

/// What a shooter can do to a target that stands on this ground (Game::terrains), with the weapons that are `loaded`.
Salvos salvos_of(const Game& game, const Profile& shooter, const std::array<bool, weapons_max>& loaded, const Profile& target, std::size_t ground);

/// What a unit and one enemy can do to each other.
struct Outlook {
    int enemy = 0;
    Salvos ours{};
    /// What the enemy does to the unit, by the ground on which that stands (Game::terrains).
    struct Theirs {
        Salvos salvos{};
        /// By distance in cells, the most that the enemy can do if it has yet to move and may come nearer or go back first. Beyond: nothing.
        std::vector<int> reach{};
    };
    std::vector<Theirs> theirs{};
    bool waits = false;  ///< the enemy has yet to move
};

/// Of all living enemies of a unit, in order.
std::vector<Outlook> outlooks_of(const Game& game, const State& state, int unit);

}  // namespace muster::rules::simple_combat
