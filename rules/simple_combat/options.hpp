// What the decisions of simple-combat offer, to the seat that acts.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rules/simple_combat/setup.hpp"

namespace muster::rules::simple_combat {

struct MoveOptions {
    using Reached = std::vector<std::array<int, 3>>;  ///< each as [first, second, cost]
    struct Unit {
        std::string unit;
        Place at{};
        int move_allowance = 0;
        Reached cells{};
        Reached through{};
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "unit", self.unit, "at", self.at, "move_allowance", self.move_allowance);
            visit("cells", self.cells,
                  Rule{.about = "where it can go: the cell's two numbers and the cost; on a free field some of the points, all in tenths of a DU"});
            visit("through", self.through, Rule{.about = "friends in its way that it can pass, in the same form"});
        }
    };
    int turn = 0;
    Grid grid = Grid::hex;
    std::vector<Unit> units{};
    Reached slow{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "turn", self.turn, "grid", self.grid);
        visit("units", self.units, Rule{.about = "units that have yet to move"});
        visit("slow", self.slow,
              Rule{.sparse = true, .about = "of these cells, those that cost more than 1 to enter, and how much: for who goes a way of its own"});
    }
};

/// What a move comes to.
struct MoveMeaning {
    int cost = 0;
    bool fast = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "cost", self.cost);
        visit("fast", self.fast, Rule{.about = "it has moved so far that it aims worse this turn"});
    }
};

struct FireOptions {
    struct Target {
        std::string target;
        int range = 0;
        int to_hit = 0;
        int to_damage = 0;
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "target", self.target, "range", self.range, "to_hit", self.to_hit, "to_damage", self.to_damage);
        }
    };
    struct Weapon {
        int weapon = 0;
        std::string name;
        int power = 0;
        std::vector<Target> targets{};
        std::optional<int> twin{};
        int twin_to_hit = 0;
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "weapon", self.weapon, "name", self.name, "power", self.power, "targets", self.targets);
            visit("twin", self.twin, Rule{.sparse = true, .about = "the other weapon of its pair"});
            visit("twin_to_hit", self.twin_to_hit, Rule{.sparse = true, .about = "added to `to_hit` if its twin is fired too"});
        }
    };
    struct Unready {
        int weapon = 0;
        std::string name;
        std::optional<int> ready{};
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "weapon", self.weapon, "name", self.name);
            visit("ready", self.ready, Rule{.sparse = true, .about = "the turn from which on it can fire again; left out: it has fired its only shot"});
        }
    };
    struct Unit {
        std::string unit;
        std::vector<Weapon> weapons{};
        std::vector<Unready> unready{};
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "unit", self.unit);
            visit("weapons", self.weapons, Rule{.about = "weapons with a target; where `enemies` are given, all"});
            visit("unready", self.unready, Rule{.sparse = true, .about = "weapons that cannot fire in this turn whatever there is: spent, or being reloaded"});
        }
    };
    int turn = 0;
    std::vector<Unit> units{};
    std::vector<std::string> enemies{};
    std::vector<std::array<int, 2>> faces{};  ///< each as [number, faces]
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "turn", self.turn);
        visit("units", self.units, Rule{.about = "units that have yet to fire"});
        visit("enemies", self.enemies, Rule{.sparse = true, .about = "where nobody may measure first: at whom any weapon may be fired"});
        visit("faces", self.faces, Rule{.about = "each number a die may have to reach here, and how many of its six faces do"});
    }
};

}  // namespace muster::rules::simple_combat
