#include "rules/simple_combat/presets.hpp"

namespace muster::rules::simple_combat {

namespace {

// How even they are: tests/rules/presets.cpp.
constexpr std::array<Preset, 10> all{{
    {"crossroads", "The Crossroads", "Two tanks a side, a few rocks and three turns.",
     R"({
  "grid": "hex", "width": 7, "height": 7, "turn_limit": 3, "impassable": [[0, 2], [4, 2], [2, 3], [-1, 4], [3, 4]],
  "north": {"units": [{"id": "n1", "profile": "medium_tank", "at": [2, 0]}, {"id": "n2", "profile": "light_tank", "at": [4, 0]}]},
  "south": {"units": [{"id": "s1", "profile": "medium_tank", "at": [-1, 6]}, {"id": "s2", "profile": "light_tank", "at": [1, 6]}]}})"},
    {"duel", "Duel at the Quarry", "One medium tank against another around a hollow of rocks.",
     R"({
  "grid": "hex", "width": 7, "height": 7, "turn_limit": 6,
  "impassable": [[1, 2], [3, 2], [0, 3], [4, 3], [0, 4], [2, 4]],
  "north": {"units": [{"id": "n1", "profile": "medium_tank", "at": [3, 0]}]},
  "south": {"units": [{"id": "s1", "profile": "medium_tank", "at": [0, 6]}]}})"},
    {"streets", "Street Fight", "A tank and a rocket team a side among the blocks of a town.",
     R"({
  "grid": "square", "width": 7, "height": 7, "turn_limit": 3,
  "impassable": [[1, 1], [2, 1], [4, 1], [5, 1], [1, 3], [2, 3], [4, 3], [5, 3], [1, 5], [2, 5], [4, 5], [5, 5]],
  "north": {"units": [{"id": "n1", "profile": "medium_tank", "at": [1, 0]}, {"id": "n2", "profile": "rocket_team", "at": [5, 0]}]},
  "south": {"units": [{"id": "s1", "profile": "medium_tank", "at": [5, 6]}, {"id": "s2", "profile": "rocket_team", "at": [1, 6]}]}})"},
    {"long_guns", "The Long Guns", "A tank hunter and a light tank look for the range, a medium tank and a scout for a way to get close.",
     R"({
  "grid": "hex", "width": 8, "height": 9, "turn_limit": 4,
  "impassable": [[2, 2], [3, 2], [0, 3], [5, 3], [1, 5], [2, 5]],
  "north": {"units": [{"id": "n1", "profile": "tank_hunter", "at": [2, 0]}, {"id": "n2", "profile": "light_tank", "at": [6, 0]}]},
  "south": {"units": [{"id": "s1", "profile": "medium_tank", "at": [-1, 7]}, {"id": "s2", "profile": "scout_car", "at": [3, 7]}]}})"},
    {"giant", "Cornered Giant", "One heavy tank against two smaller ones; units block line of sight.",
     R"({
  "grid": "hex", "width": 7, "height": 6, "turn_limit": 4, "impassable": [[0, 2], [4, 2], [2, 3]],
  "north": {"units": [{"id": "n1", "profile": "dual_heavy_tank", "at": [3, 0]}]},
  "south": {"units": [{"id": "s1", "profile": "medium_tank", "at": [0, 5]}, {"id": "s2", "profile": "light_tank", "at": [2, 5]}]},
  "house_rules": {"units_block_los": true}})"},
    {"ambush", "Ambush", "A medium tank and a scout drive into a patrol's rockets.",
     R"({
  "grid": "square", "width": 7, "height": 6, "turn_limit": 3,
  "impassable": [[1, 2], [2, 2], [5, 2], [1, 4], [4, 4], [5, 4]],
  "north": {"units": [{"id": "n1", "profile": "medium_tank", "at": [2, 0]}, {"id": "n2", "profile": "scout_car", "at": [4, 0]}]},
  "south": {
    "units": [{"id": "s1", "profile": "rocket_team", "at": [1, 5]}, {"id": "s2", "profile": "rocket_team", "at": [3, 5]}, {"id": "s3", "profile": "scout_car", "at": [5, 5]}]}})"},
    {"scouts", "Scouts in the Fog", "Two scout cars a side; a one always fails and a six always succeeds.",
     R"({
  "grid": "hex", "width": 6, "height": 7, "turn_limit": 3, "impassable": [[0, 2], [2, 2], [0, 4], [2, 4]],
  "north": {"units": [{"id": "n1", "profile": "scout_car", "at": [1, 0]}, {"id": "n2", "profile": "scout_car", "at": [3, 0]}]},
  "south": {"units": [{"id": "s1", "profile": "scout_car", "at": [-1, 6]}, {"id": "s2", "profile": "scout_car", "at": [1, 6]}]},
  "house_rules": {"natural": true, "redirect": true}})"},
    {"ridge", "Behind the Ridge", "Howitzers fire over a ridge while tanks look for the gap.",
     R"({
  "grid": "hex", "width": 8, "height": 7, "turn_limit": 5, "impassable": [[0, 3], [1, 3], [2, 3], [4, 3], [5, 3]],
  "north": {"units": [{"id": "n1", "profile": "medium_tank", "at": [4, 1]}, {"id": "n2", "profile": "howitzer_battery", "at": [1, 0]}]},
  "south": {"units": [{"id": "s1", "profile": "medium_tank", "at": [1, 5]}, {"id": "s2", "profile": "howitzer_battery", "at": [3, 6]}]}})"},
    {"ruins", "Among the Ruins", "No cells: two tanks a side move and measure freely around broken walls and a well.",
     R"({
  "grid": "free", "width": 10, "height": 9, "turn_limit": 3,
  "polygons": [
    [[20, 30], [45, 30], [45, 40], [30, 40], [30, 50], [20, 50]], [[80, 60], [55, 60], [55, 50], [70, 50], [70, 40], [80, 40]],
    [[50, 41], [54, 45], [50, 49], [46, 45]]],
  "north": {"units": [{"id": "n1", "profile": "medium_tank", "at": [35, 10]}, {"id": "n2", "profile": "light_tank", "at": [70, 10]}]},
  "south": {"units": [{"id": "s1", "profile": "medium_tank", "at": [65, 80]}, {"id": "s2", "profile": "light_tank", "at": [30, 80]}]},
  "house_rules": {"sight": "edge"}})"},
    {"bridgehead", "The Bridgehead", "Mortars and a rocket for one shot among woods and rubble; what is damaged burns.",
     R"({
  "grid": "hex", "width": 8, "height": 7, "turn_limit": 4, "impassable": [[1, 3], [4, 3]],
  "terrain": [
    {"terrain": "woods", "cost": 2, "to_hit": -1, "blocks_sight": true, "cells": [[2, 1], [3, 1], [1, 2], [5, 2], [-1, 4], [3, 4], [1, 5], [2, 5]]},
    {"terrain": "rubble", "cost": 2, "to_hit": -1, "to_damage": -1, "cells": [[0, 3], [2, 3], [3, 3], [5, 3]]}],
  "north": {"units": [{"id": "n1", "profile": "mortar_carrier", "at": [3, 0]}, {"id": "n2", "profile": "hunter_team", "at": [4, 1]}]},
  "south": {"units": [{"id": "s1", "profile": "mortar_carrier", "at": [1, 6]}, {"id": "s2", "profile": "hunter_team", "at": [0, 5]}]},
  "profiles": [
    {"profile": "mortar_carrier", "name": "Mortar carrier", "move_allowance": 4, "armour": 1, "damage_capacity": 2, "weapons": ["mortar", "machine_gun"], "points": 55},
    {"profile": "hunter_team", "name": "Hunter team", "move_allowance": 4, "armour": 0, "damage_capacity": 2, "weapons": ["bazooka", "machine_gun"], "points": 45}],
  "weapons": [
    {"weapon": "mortar", "name": "Mortar", "to_hit": [null, 5, 4, 4, 5], "to_damage": [null, 5, 5, 5, 5], "power": 1, "indirect": true, "area": true, "reload": 1,
     "against": [{"terrain": "woods", "to_damage": 1}]},
    {"weapon": "bazooka", "name": "Bazooka", "to_hit": [3, 3, 4], "to_damage": [4, 4, 4], "power": 3, "one_shot": true, "against": [{"armour_to": 0, "to_damage": 1}]}],
  "house_rules": {"burning": true}})"},
}};

}  // namespace

std::span<const Preset> presets() { return all; }

}  // namespace muster::rules::simple_combat
