// The battles into which the target `choice` puts a choice; tests/rules/fuzzed.cpp holds that every kind of decision is asked in one of them.
#pragma once
#include <vector>

#include "rules/drive.hpp"
#include "rules/systems.hpp"

namespace muster::fuzz {

/// Dice that differ from roll to roll, all following from one byte.
class SeededDice : public rules::Dice {
public:
    explicit SeededDice(unsigned seed) : state_(seed + 1) {}
    std::optional<std::vector<int>> roll(int, std::span<const int> sides) override {
        std::vector<int> values;
        for (const int each : sides) {
            state_ = state_ * 1103515245U + 12345U;
            values.push_back(static_cast<int>((state_ >> 16U) % static_cast<unsigned>(each)) + 1);
        }
        return values;
    }

private:
    unsigned state_;
};

struct Start {
    const rules::Ruleset* ruleset;
    Json setup;
};

/// Kinds of decisions that the example of advanced-combat never asks for.
constexpr const char* with_aircraft = R"({
  "attacker": {"army": [{"unit": "tanks", "count": 3}, {"unit": "riflemen", "count": 4}], "aircraft": [{"unit": "jets", "count": 2}, {"unit": "biplanes", "count": 2}]},
  "defender": {"army": [{"unit": "cannons", "count": 4}, {"unit": "dragoons", "count": 9}], "aircraft": [{"unit": "monoplanes", "count": 3}]},
  "house_rules": {"withdraw": true, "air_loss": "per_unit"}})";

/// Free measure, with what only it has; bases that block lines, shots that are redirected, area fire, single shots and slow loading.
constexpr const char* without_cells = R"({
  "grid": "free", "width": 10, "height": 8, "polygons": [[[40,20],[60,20],[60,30],[50,30],[50,40],[40,40]]],
  "weapons": [{"weapon": "shell", "to_hit": [4,4,4,5], "to_damage": [3,3,4,4], "power": 2, "area": true, "reload": 1},
              {"weapon": "dart", "to_hit": [4,4,4,5], "to_damage": [3,3,4,4], "power": 1, "one_shot": true, "indirect": true}],
  "profiles": [{"profile": "mixed", "move_allowance": 4, "armour": 0, "damage_capacity": 3, "weapons": ["shell", "dart"], "points": 60}],
  "north": {"units": [{"id": "n1", "profile": "mixed", "at": [35,10]}, {"id": "n2", "profile": "mixed", "at": [20,10]}]},
  "south": {"units": [{"id": "s1", "profile": "mixed", "at": [35,30]}, {"id": "s2", "profile": "mixed", "at": [25,30]}]},
  "house_rules": {"redirect": true, "units_block_los": true, "sight": "edge"}})";

/// A campaign in which two areas are fought for, cities fall, and nearly every kind of decision comes within its first turns.
constexpr const char* in_trouble = R"({"turns": 2,
  "areas": [{"area":"s0","open_sea":true},{"area":"a0","limit":4},{"area":"a4","limit":5,"volcano":"old_smoke"},{"area":"a9","limit":8},
    {"area":"a3","limit":3,"city_site":true},{"area":"a1","limit":8},{"area":"a10","limit":3,"flood_plain":"upper"},
    {"area":"a8","limit":5,"city_site":true,"flood_plain":"upper"},{"area":"a2","limit":8,"city_site":true},
    {"area":"s1","open_sea":true},{"area":"a7","limit":4},{"area":"a5","limit":3},{"area":"a6","limit":8}],
  "land": [["a0","a1"],["a0","a2"],["a0","a5"],["a1","a6"],["a1","a7"],["a3","a4"],["a3","a8"],["a3","a9"],["a6","a9"]],
  "water": [["a1","a3"],["a1","a8"],["a1","a9"],["a10","a6"],["a2","a9"],["a4","a9"],["a6","a7"],["a6","s1"],["a7","a8"],["a7","s0"]],
  "nations": [
    {"seat":"amber","cities":["a6","a8","a10"],"treasury":2,"advances":["metalworking","military","cloth_making","engineering","agriculture","architecture","coinage","music","democracy","law","philosophy","deism"],"population":{"a7":5,"a4":5,"a9":4,"a0":4,"a2":4,"a5":4,"a3":5,"a1":5},"ships":{"a2":1},"extra_advantage":3},
    {"seat":"birch","treasury":9,"advances":["metalworking","mathematics","roadbuilding","cloth_making","engineering","drama","theology"],"population":{"a1":1},"armies":{"a1":1}}],
  "pieces": {"tokens": 38},
  "calamities": {"listed": [{"turn": 1, "seat": "amber", "calamity": "civil_war"}, {"turn": 2, "seat": "amber", "calamity": "flood"}], "dice": true}})";

/// Four nations, of which one divides the losses of the others.
constexpr const char* in_hunger = R"({
  "turns": 2,
  "areas": [{"area": "a", "limit": 9}, {"area": "b", "limit": 9}, {"area": "c", "limit": 9}, {"area": "d", "limit": 9}],
  "land": [["a","b"],["b","c"],["c","d"]],
  "nations": [{"seat": "north", "population": {"a": 9}}, {"seat": "south", "population": {"b": 9}, "armies": {"b": 2}}, {"seat": "west", "population": {"c": 9}}, {"seat": "east", "population": {"d": 9}}],
  "calamities": {"listed": [{"turn": 1, "seat": "north", "calamity": "famine"}, {"turn": 1, "seat": "south", "calamity": "epidemic"}]}})";

/// Terrain, specials that know it, burning, and shots that nobody measures first.
constexpr const char* with_terrain = R"({
  "grid": "square", "width": 7, "height": 5, "turn_limit": 6,
  "terrain": [{"terrain": "woods", "cost": 2, "to_hit": -1, "to_damage": -1, "blocks_sight": true, "cells": [[2,2],[3,2]]}],
  "weapons": [{"weapon": "shell", "to_hit": [4,4,4,5], "to_damage": [3,3,4,4], "power": 1, "area": true, "against": [{"terrain": "woods", "to_damage": 1}]}],
  "profiles": [{"profile": "mixed", "move_allowance": 3, "armour": 0, "damage_capacity": 3, "weapons": ["shell"], "points": 60}],
  "north": {"units": [{"id": "n1", "profile": "mixed", "at": [2,1]}, {"id": "n2", "profile": "mixed", "at": [3,1]}]},
  "south": {"units": [{"id": "s1", "profile": "mixed", "at": [2,3]}, {"id": "s2", "profile": "mixed", "at": [3,3]}]},
  "house_rules": {"premeasure": false, "burning": true}})";

/// Those written here, then the example of each ruleset in the order of the table of rulesets, then all their presets, then campaigns in trouble.
inline const std::vector<Start>& starts() {
    static const auto all = [] {
        const auto& shipped = rules::shipped_rulesets();
        std::vector<Start> out{{shipped.find("advanced-combat"), parse_json(with_aircraft).value()},
                               {shipped.find("simple-combat"), parse_json(without_cells).value()},
                               {shipped.find("simple-combat"), parse_json(with_terrain).value()}};
        for (const auto* ruleset : shipped.all()) out.push_back({ruleset, ruleset->catalog().at("example")});
        for (const auto* ruleset : shipped.all())
            for (const Json& preset : ruleset->catalog().at("presets")) out.push_back({ruleset, preset.at("setup")});
        out.push_back({shipped.find("theatre"), parse_json(in_trouble).value()});
        out.push_back({shipped.find("theatre"), parse_json(in_hunger).value()});
        return out;
    }();
    return all;
}

/// So many decisions at most the defaults make before the choice.
constexpr int most_defaults = 31;

inline rules::Decided defaults(const std::vector<rules::Ask>& asks) {
    rules::Decided out{.by = 0};
    for (const auto& ask : asks) out.choices.push_back(ask.preset);
    return out;
}

}  // namespace muster::fuzz
