// Firing: who can be shot at, what the dice must reach, and what they do.
#pragma once
#include "rules/simple_combat/sight.hpp"

namespace muster::rules::simple_combat {

/// Why not, or nothing if it can: the weapon fires at that range, and sees the target or needs not to.
std::optional<NoShot> no_shot(const Game& game, const Sights& sights, int unit, int weapon, int target);

/// The enemies that a weapon of a living unit reaches, in order.
void find_targets(const Game& game, const State& state, const Sights& sights, int unit, int weapon, std::vector<int>& out);
/// The enemies at which a shot may be declared, in order: those, or all that live where nobody may measure first (E15). None for a weapon
/// that is spent or being reloaded (E19).
void find_choices(const Game& game, const State& state, const Sights& sights, int unit, int weapon, std::vector<int>& out);
/// Whether a shot of the unit may be declared at all.
bool has_choice(const Game& game, const State& state, const Sights& sights, int unit);

/// E2: whether it has spent more than half of what it may.
inline bool moves_fast(const Game& game, int unit, int spent) { return 2 * spent > game.profile(unit).move; }

/// What the dice must reach (E1, E2). `with_twin`: the other weapon of the pair fires too.
Aim aim_at(const Game& game, const State& state, const Sights& sights, int unit, int weapon, int target, bool with_twin);

/// E2: whether a die reaches `needed`.
constexpr bool reaches(bool natural, int die, int needed) {
    if (natural && die == 1) return false;
    if (natural && die == 6) return true;
    return die >= needed;
}
/// Of the six faces, how many reach `needed`.
constexpr int ways(bool natural, int needed) {
    int out = 0;
    for (int die = 1; die <= 6; ++die) out += reaches(natural, die, needed) ? 1 : 0;
    return out;
}

/// Of the 36 ways in which a shot's two dice may fall, how many hit and damage.
constexpr int ways_to_damage(bool natural, const Aim& aim) { return ways(natural, aim.to_hit) * ways(natural, aim.to_damage); }

/// What a die must reach to damage a unit with this weapon, which hits at this range: the target, or one beside it (E19).
int to_damage(const Game& game, const State& state, const Weapon& weapon, int range, int unit);

/// E19: who is beside the target of a shot, friend or foe, in order.
std::vector<int> units_beside(const Game& game, const State& state, int target);

/// Begins to resolve a declaration; its weapons are spent (E19). Precondition: it is legal.
void declare(const Game& game, State& state, const Sights& sights, int unit, std::span<const Shot> shots);

/// `blast`: to damage a unit beside the target (E19).
enum class Die { none, to_hit, to_damage, blast };

/// Which die the declaration needs next; `none`: it is resolved. Shots that are lost or turn to another target (E5) are
/// settled on the way. Precondition: a declaration was made.
Die next_die(const Game& game, State& state, Sights& sights);
/// Takes the die that next_die() named. Destroyed units are removed at once.
void take_die(const Game& game, State& state, Sights& sights, int die);

/// Takes a unit that has been destroyed from the field.
void remove_destroyed(const Game& game, State& state, Sights& sights, int unit);

}  // namespace muster::rules::simple_combat
