#include "rules/phased_combat/presets.hpp"

namespace muster::rules::phased_combat {

namespace {

// How even they are: tests/rules/presets.cpp.
constexpr std::array<Preset, 7> on_land{{
    {"powder_and_lace", "Powder and Lace", "Rifles, dragoons and cannons meet in the open field.",
     R"({
  "attacker": {"army": [{"unit": "riflemen", "count": 4}, {"unit": "dragoons", "count": 2}, {"unit": "cannons", "count": 2}]},
  "defender": {"army": [{"unit": "riflemen", "count": 3}, {"unit": "dragoons", "count": 2}, {"unit": "cannons", "count": 3}]},
  "retreat_regions": [{"name": "Silesia", "control": "neutral"}]})"},
    {"town_gates", "At the Gates", "An old army with plenty of cavalry attacks a town; two regions are open for retreat.",
     R"({
  "attacker": {
    "army": [{"unit": "cannons", "count": 2}, {"unit": "knights", "count": 3}, {"unit": "dragoons", "count": 4}, {"unit": "riflemen", "count": 2}]},
  "defender": {
    "army": [{"unit": "trebuchets", "count": 1}, {"unit": "cannons", "count": 1}, {"unit": "dragoons", "count": 3}, {"unit": "riflemen", "count": 3}]},
  "settlement": true,
  "retreat_regions": [{"name": "Gaul", "control": "attacker"}, {"name": "Spain", "control": "neutral"}]})"},
    {"bronze_dawn", "Bronze Dawn", "Equal hosts of swords, chariots and catapults.",
     R"({
  "attacker": {"army": [{"unit": "swordsmen", "count": 3}, {"unit": "chariots", "count": 3}, {"unit": "catapults", "count": 4}]},
  "defender": {"army": [{"unit": "swordsmen", "count": 3}, {"unit": "chariots", "count": 3}, {"unit": "catapults", "count": 4}]}})"},
    {"lances", "Lances and Pikes", "Famous knights charge a hedge of pikes.",
     R"({
  "attacker": {
    "army": [{"unit": "knights", "enhanced": true, "count": 3}, {"unit": "knights", "count": 4}, {"unit": "pikemen", "count": 2}, {"unit": "trebuchets", "count": 4}]},
  "defender": {
    "army": [{"unit": "pikemen", "enhanced": true, "count": 4}, {"unit": "pikemen", "count": 4}, {"unit": "trebuchets", "count": 5}, {"unit": "knights", "count": 1}]}})"},
    {"ford", "The Ford", "A few medieval riders against an ancient war band, with the ford behind them.",
     R"({
  "attacker": {"army": [{"unit": "pikemen", "count": 3}, {"unit": "knights", "count": 1}]},
  "defender": {"army": [{"unit": "swordsmen", "count": 3}, {"unit": "chariots", "count": 3}, {"unit": "trebuchets", "count": 2}]},
  "retreat_regions": [{"name": "Ford", "control": "attacker"}]})"},
    {"barrage", "Barrage and Biplanes", "Early tanks under biplanes against dug-in guns and faster aircraft.",
     R"({
  "attacker": {"army": [{"unit": "riflemen", "enhanced": true, "count": 1}, {"unit": "cannons", "count": 3}, {"unit": "tanks", "count": 4}],
    "aircraft": [{"unit": "biplanes", "count": 3}]},
  "defender": {"army": [{"unit": "machine_gunners", "count": 2}, {"unit": "cannons", "enhanced": true, "count": 4}, {"unit": "dragoons", "count": 1}],
    "aircraft": [{"unit": "biplanes", "count": 2}, {"unit": "monoplanes", "count": 2}]}})"},
    {"cold_front", "Cold Front", "A modern battle group with a jet against more machine guns and more aircraft; every aircraft rolls four dice.",
     R"({
  "attacker": {"army": [{"unit": "mechanized_infantry", "count": 2}, {"unit": "tanks", "count": 2}, {"unit": "howitzers", "count": 3}],
    "aircraft": [{"unit": "jets", "count": 1}]},
  "defender": {"army": [{"unit": "machine_gunners", "count": 4}, {"unit": "tanks", "enhanced": true, "count": 1}, {"unit": "howitzers", "count": 2}],
    "aircraft": [{"unit": "monoplanes", "count": 2}, {"unit": "jets", "count": 1}]},
  "house_rules": {"air_era": "modern"}})"},
}};

constexpr std::array<Preset, 7> at_sea{{
    {"straits", "Forcing the Straits", "A great fleet of galleys against a walled harbour.",
     R"({
  "attacker": {"army": [{"unit": "galleys", "count": 6}, {"unit": "galleys", "enhanced": true, "count": 13}, {"unit": "galleons", "count": 3}]},
  "defender": {"army": [{"unit": "galleys", "count": 14}, {"unit": "galleys", "enhanced": true, "count": 5}]},
  "settlement": true, "great_wall": true,
  "retreat_regions": [{"name": "Straits", "control": "attacker"}]})"},
    {"reef", "The Reef", "Two small squadrons of triremes and galleys, ship for ship.",
     R"({
  "attacker": {"army": [{"unit": "triremes", "count": 5}, {"unit": "galleys", "count": 3}]},
  "defender": {"army": [{"unit": "triremes", "count": 5}, {"unit": "galleys", "count": 3}]},
  "roster": [{"unit": "triremes", "name": "Triremes", "class": "fleet", "era": 1, "modifier": -1, "enhanced_modifier": 1}],
  "retreat_regions": [{"name": "Reef", "control": "attacker"}]})"},
    {"narrow_bay", "The Narrow Bay", "Heavy galleys against lighter triremes with better crews.",
     R"({
  "attacker": {"army": [{"unit": "triremes", "count": 4}, {"unit": "triremes", "enhanced": true, "count": 4}, {"unit": "galleys", "count": 7}]},
  "defender": {
    "army": [{"unit": "triremes", "count": 5}, {"unit": "triremes", "enhanced": true, "count": 6}, {"unit": "galleys", "enhanced": true, "count": 3}]},
  "roster": [{"unit": "triremes", "name": "Triremes", "class": "fleet", "era": 1, "modifier": -1, "enhanced_modifier": 1}],
  "retreat_regions": [{"name": "Phaleron", "control": "attacker"}]})"},
    {"convoy", "The Treasure Convoy", "Corvettes and galleons against a swarm of galleys.",
     R"({
  "attacker": {"army": [{"unit": "corvettes", "count": 6}, {"unit": "corvettes", "enhanced": true, "count": 3}, {"unit": "galleons", "count": 2}]},
  "defender": {"army": [{"unit": "corvettes", "count": 7}, {"unit": "galleys", "count": 5}, {"unit": "galleys", "enhanced": true, "count": 5}]},
  "roster": [{"unit": "corvettes", "name": "Corvettes", "class": "fleet", "era": 2, "modifier": -1, "enhanced_modifier": 1}],
  "retreat_regions": [{"name": "North Sea", "control": "neutral"}]})"},
    {"ironclads", "Iron against Wood", "Monitors steam among ironclads, corvettes and the last galleys.",
     R"({
  "attacker": {"army": [{"unit": "monitors", "count": 6}, {"unit": "monitors", "enhanced": true, "count": 5}, {"unit": "corvettes", "count": 6}]},
  "defender": {
    "army": [{"unit": "ironclads", "count": 3}, {"unit": "corvettes", "count": 2}, {"unit": "corvettes", "enhanced": true, "count": 9}, {"unit": "galleys", "count": 2}]},
  "roster": [{"unit": "monitors", "name": "Monitors", "class": "fleet", "era": 3, "modifier": -1, "enhanced_modifier": 1},
    {"unit": "corvettes", "name": "Corvettes", "class": "fleet", "era": 2, "modifier": -1, "enhanced_modifier": 1}],
  "retreat_regions": [{"name": "Chesapeake", "control": "attacker"}]})"},
    {"harbour_raid", "Raid on the Harbour", "Monitors and galleys with two biplanes against a port with one.",
     R"({
  "attacker": {"army": [{"unit": "galleys", "count": 1}, {"unit": "galleys", "enhanced": true, "count": 6}, {"unit": "monitors", "count": 4}],
    "aircraft": [{"unit": "biplanes", "count": 2}]},
  "defender": {"army": [{"unit": "corvettes", "count": 5}, {"unit": "galleys", "count": 2}, {"unit": "galleys", "enhanced": true, "count": 4}],
    "aircraft": [{"unit": "biplanes", "count": 1}]},
  "roster": [{"unit": "monitors", "name": "Monitors", "class": "fleet", "era": 3, "modifier": -1, "enhanced_modifier": 1},
    {"unit": "corvettes", "name": "Corvettes", "class": "fleet", "era": 2, "modifier": -1, "enhanced_modifier": 1}],
  "settlement": true,
  "retreat_regions": [{"name": "Jutland", "control": "attacker"}]})"},
    {"wings_at_sea", "Wings over the Sea", "Cruisers and monitors under aircraft that all roll four dice.",
     R"({
  "attacker": {"army": [{"unit": "cruisers", "count": 3}, {"unit": "corvettes", "count": 2}, {"unit": "monitors", "count": 5}],
    "aircraft": [{"unit": "monoplanes", "count": 2}]},
  "defender": {"army": [{"unit": "cruisers", "count": 5}, {"unit": "corvettes", "enhanced": true, "count": 2}, {"unit": "monitors", "count": 2}],
    "aircraft": [{"unit": "biplanes", "count": 3}]},
  "roster": [{"unit": "cruisers", "name": "Cruisers", "class": "fleet", "era": 4, "modifier": -1, "enhanced_modifier": 1},
    {"unit": "corvettes", "name": "Corvettes", "class": "fleet", "era": 2, "modifier": -1, "enhanced_modifier": 1},
    {"unit": "monitors", "name": "Monitors", "class": "fleet", "era": 3, "modifier": -1, "enhanced_modifier": 1}],
  "house_rules": {"air_era": "modern"},
  "retreat_regions": [{"name": "Coral Sea", "control": "neutral"}]})"},
}};

}  // namespace

std::span<const Preset> land_presets() { return on_land; }
std::span<const Preset> sea_presets() { return at_sea; }

}  // namespace muster::rules::phased_combat
