// The typed core's data: what is fixed for a battle (Game) and what changes in it (State). Plain structs and integers, no
// JSON: the battle adapter, the odds engine and tests all work on these.
#pragma once
#include <cstdint>
#include <limits>

#include "rules/simple_combat/board.hpp"

namespace muster::rules::simple_combat {

inline constexpr int north = 0;
inline constexpr int south = 1;
constexpr int other(int seat) { return 1 - seat; }

inline constexpr int units_max = 50;   ///< of a side
inline constexpr int range_max = 6;    ///< E3: weapons reach no farther
inline constexpr int weapons_max = 4;  ///< of a unit
inline constexpr int fire_scale_max = 3;
inline constexpr int turns_max = 100;
inline constexpr int quiet_turns_max = 100;  ///< E14: in a row, where there is no last turn
inline constexpr int capacity_max = 12;
inline constexpr int points_max = 1000;
inline constexpr int move_max = 20;  ///< the largest move allowance
inline constexpr int terrains_max = 8;
inline constexpr int modifier_max = 3;  ///< of a terrain or a weapon's special, to hit and to damage
inline constexpr int armour_max = 6;    ///< and its opposite the least
inline constexpr int specials_max = 4;  ///< of a weapon
inline constexpr int reload_max = 20;

/// A number to reach with a die at each range, 1 to 6; 0: cannot fire that far (or that near).
using Bands = std::array<int, range_max + 1>;

/// E18: what a weapon does better or worse against some armour, or in some terrain.
struct Special {
    int armour_from = -armour_max;
    int armour_to = armour_max;
    int ground = -1;  ///< of Game::terrains; -1: any
    int to_hit = 0;   ///< added to the roll
    int to_damage = 0;
};

struct Weapon {
    Bands to_hit{};
    Bands to_damage{};
    int power = 1;
    bool indirect = false;
    int twin = -1;  ///< the other weapon of the pair in the same unit; -1: none
    bool area = false;
    bool one_shot = false;
    int reload = 0;  ///< turns after the one in which it fired
    std::vector<Special> specials{};
};

struct Profile {
    int move = 0;  ///< in costs
    int armour = 0;
    int capacity = 1;
    int points = 1;
    std::vector<Weapon> weapons;
};

struct Unit {
    int profile = 0;
    int cell = 0;  ///< at the start
};

/// What ground is like (E17).
struct Terrain {
    int cost = 1;       ///< of the move allowance, to enter a cell
    int to_hit = 0;     ///< added to the roll to hit a unit that stands in it
    int to_damage = 0;  ///< added to the roll to damage it
    bool blocks_sight = false;
};

/// A setup, compiled. Units are numbered through: the north's, then the south's, each in the order of the setup.
struct Game {
    Board board;
    std::vector<Terrain> terrains{Terrain{}};  ///< E17: the open ground first
    std::vector<std::uint8_t> ground;          ///< by cell: its terrain; empty: all is open
    std::vector<Profile> profiles;
    std::vector<Unit> units;
    std::array<int, 2> sizes{};  ///< units of each side
    int turn_limit = 15;         ///< turns_max where destruction decides
    bool points_decide = true;   ///< E8, E14
    bool to_the_end = false;     ///< E14: no last turn, only quiet_turns_max
    bool natural = false;
    bool redirect = false;
    bool units_block_sight = false;
    bool clear_everywhere = false;  ///< nothing on the field, not even a unit, can be in the way of a look (E7)
    bool sight_to_edge = false;     ///< E12
    int fire_scale = 1;             ///< E13: cells to a DU of weapons
    bool premeasure = true;         ///< E15
    bool burning = false;           ///< E16
    bool has_area = false;          ///< E19: some unit has a weapon with area fire
    bool has_loading = false;       ///< E19: some unit has a weapon that fires once, or is slow to reload
    /// A number that every damage capacity divides, so that shares of points are integers.
    std::int64_t share = 1;

    int first_of(int seat) const { return seat == north ? 0 : sizes[north]; }
    int end_of(int seat) const { return seat == north ? sizes[north] : sizes[north] + sizes[south]; }
    int seat_of(int unit) const { return unit < sizes[north] ? north : south; }
    std::size_t ground_of(int cell) const { return ground.empty() ? 0 : ground[static_cast<std::size_t>(cell)]; }
    /// Whether all is open ground, so that every step over cells costs as much.
    bool even() const { return ground.empty(); }
    const Terrain& terrain_at(int cell) const { return terrains[ground_of(cell)]; }
    const Profile& profile(int unit) const { return profiles[static_cast<std::size_t>(units[static_cast<std::size_t>(unit)].profile)]; }
    const Weapon& weapon(int unit, int weapon) const { return profile(unit).weapons[static_cast<std::size_t>(weapon)]; }
    /// Whether ranges are the steps of the board itself (E12, E13).
    bool plain_ranges() const { return !sight_to_edge && fire_scale == 1; }
    int weapons(int unit) const { return static_cast<int>(profile(unit).weapons.size()); }
};

/// A unit in the course of a battle.
struct Body {
    int cell = 0;        ///< the last one, when it is destroyed
    int damage = 0;      ///< up to its capacity: then it is destroyed
    int spent = 0;       ///< of its move allowance, in this turn
    bool acted = false;  ///< in this stage of the turn
    /// By weapon, the turn from which on it can fire again (E19).
    std::array<std::int32_t, weapons_max> ready{};
    bool struck = false;  ///< damaged by fire in this turn
};

/// Why a weapon cannot fire at a living enemy.
enum class NoShot { beyond_range, range_gap, no_sight };

struct Shot {
    int weapon = 0;
    int target = 0;
};

/// What changes the roll to hit.
struct Modifiers {
    int fast = 0;
    int stationary = 0;
    int twin = 0;
    int cover = 0;    ///< E17
    int special = 0;  ///< E18
    int sum() const { return fast + stationary + twin + cover + special; }
};

/// What changes the roll to damage, beside the armour.
struct DamageModifiers {
    int cover = 0;    ///< E17
    int special = 0;  ///< E18
    int sum() const { return cover + special; }
};

/// The numbers that the dice must reach, all modifiers included.
struct Aim {
    int range = 0;
    int to_hit = 0;
    int to_damage = 0;
    Modifiers modifiers;
    DamageModifiers damage_modifiers;
};

/// A unit beside the target of a shot with area fire, and what became of it (E19).
struct Blast {
    int unit = 0;
    int to_damage = 0;
    int roll = 0;  ///< 0: not rolled yet
    bool damaged = false;
    bool destroyed = false;
};

/// A shot of a declaration, and what became of it.
struct ShotTaken {
    Shot shot;
    int redirected_from = -1;
    Aim aim;
    std::optional<NoShot> why_not{};  ///< E15: it was fired at what it cannot reach, and missed
    int roll = 0;                     ///< 0: not rolled
    int damage_roll = 0;              ///< 0: not rolled
    bool hit = false;
    bool damaged = false;
    bool destroyed = false;
    bool lost = false;
    std::vector<Blast> blasts{};  ///< who is beside the target, in order
};

/// A declaration that is being resolved.
struct Volley {
    int unit = -1;  ///< -1: none
    int shots = 0;
    int next = 0;  ///< the shot that is being resolved
    std::array<ShotTaken, weapons_max> taken{};

    ShotTaken& current() { return taken[static_cast<std::size_t>(next)]; }
    const ShotTaken& current() const { return taken[static_cast<std::size_t>(next)]; }
};

/// How far the end of a turn has come: an effect (turn_effects) and the unit that is next.
struct Effect {
    int kind = 0;
    int unit = 0;
};

/// `effects`: all have fired, and what happens at the end of the turn does; `done`: that is over, too.
enum class Stage { initiative, move, fire, effects, done, over };

struct State {
    int turn = 0;
    int quiet = -1;  ///< E14: turns in a row before this one in which fire has damaged nobody; -1: in this one it has
    Stage stage = Stage::done;
    int first = north;  ///< has the initiative
    int seat = north;   ///< acts now
    std::array<int, 2> living{};
    std::array<int, 2> waiting{};       ///< living units that have not acted in this stage
    std::vector<Body> bodies;           ///< by unit
    std::vector<std::int8_t> occupant;  ///< by cell: a living unit, or -1; empty on a free field
    Volley volley;
    Effect effect;

    Body& body(int unit) { return bodies[static_cast<std::size_t>(unit)]; }
    const Body& body(int unit) const { return bodies[static_cast<std::size_t>(unit)]; }
    int occupant_of(int cell) const { return occupant.empty() ? -1 : occupant[static_cast<std::size_t>(cell)]; }
    void occupy(int cell, int unit) {
        if (!occupant.empty()) occupant[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(unit);
    }
    void vacate(int cell) { occupy(cell, -1); }
    /// Takes a unit off the field, so that it is in nobody's way.
    void lift(int unit) {
        vacate(body(unit).cell);
        body(unit).cell = -1;
    }
};

inline int left(const Game& game, const State& state, int unit) { return game.profile(unit).capacity - state.body(unit).damage; }
inline bool alive(const Game& game, const State& state, int unit) { return left(game, state, unit) > 0; }
/// E19: whether the weapon can fire in this turn.
inline bool is_ready(const State& state, int unit, int weapon) { return state.body(unit).ready[static_cast<std::size_t>(weapon)] <= state.turn; }
inline constexpr std::int32_t never_ready = std::numeric_limits<std::int32_t>::max();  ///< it has fired its only shot; beyond all turns
/// Whether it lives and has yet to act in this stage.
inline bool waits(const Game& game, const State& state, int unit) { return !state.body(unit).acted && alive(game, state, unit); }

}  // namespace muster::rules::simple_combat
