// The decisions as JSON: what may be chosen, whether a choice is legal, and its canonical form.
#pragma once
#include "rules/simple_combat/fire.hpp"
#include "rules/simple_combat/setup.hpp"

namespace muster::rules::simple_combat {

struct MoveChoice {
    std::string unit;
    std::vector<Place> path;
    std::optional<Place> to{};
    static void fields(auto& visit, auto& self) {
        visit("unit", self.unit, Rule{.min = 1, .max = 40, .about = "one of your units that has not moved in this turn"});
        visit("path", self.path, Rule{.optional = true, .max = side_max * side_max, .about = "the cells it enters, in order; empty: it stays"});
        visit("to", self.to, Rule{.sparse = true, .about = "instead of a path: the destination; it takes a cheapest way there"});
    }
};

struct ShotChoice {
    int weapon = 0;
    std::string target;
    static void fields(auto& visit, auto& self) {
        visit("weapon", self.weapon, Rule{.min = 0, .max = weapons_max - 1, .about = "the unit's weapons are numbered from 0 in the order of its profile"});
        visit("target", self.target, Rule{.min = 1, .max = 40});
    }
};

struct FireChoice {
    std::string unit;
    std::vector<ShotChoice> shots;
    static void fields(auto& visit, auto& self) {
        visit("unit", self.unit, Rule{.min = 1, .max = 40, .about = "one of your units that has not fired in this turn"});
        visit("shots", self.shots,
              Rule{.optional = true, .max = weapons_max, .about = "resolved in this order, each weapon at most once; empty: it holds its fire"});
    }
};

struct Move {
    int unit = 0;
    std::vector<int> path;
};

/// The units that have yet to move, for the seat that acts: where they stand, the cells where they can go and the friends
/// through whom they can ("through"), each as [first, second, cost].
SharedJson move_options(const Table& table, const State& state);
MoveChoice move_choice(const Table& table, int unit, std::span<const int> path);
std::expected<Move, Refusal> read_move(const Table& table, const State& state, JsonView choice);
/// What a move comes to; null if it is not legal.
Json move_meaning(const Table& table, const State& state, JsonView choice);

struct Declaration {
    int unit = 0;
    std::vector<Shot> shots;
};

/// The units that have yet to fire, for the seat that acts, with the targets of each weapon that has some.
SharedJson fire_options(const Table& table, const State& state, const Sights& sights);
FireChoice fire_choice(const Table& table, int unit, std::span<const Shot> shots);
std::expected<Declaration, Refusal> read_fire(const Table& table, const State& state, const Sights& sights, JsonView choice);

}  // namespace muster::rules::simple_combat
