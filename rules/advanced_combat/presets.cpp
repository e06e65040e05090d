#include "rules/advanced_combat/presets.hpp"

namespace muster::rules::advanced_combat {

namespace {

// How even they are: tests/rules/presets.cpp.
constexpr std::array<Preset, 6> all{{
    {"castle", "The Besieged Castle", "Many knights and pikemen against a small medieval garrison.",
     R"({
  "attacker": {
    "army": [{"unit": "pikemen", "count": 5}, {"unit": "pikemen", "enhanced": true, "count": 5}, {"unit": "knights", "count": 4}, {"unit": "knights", "enhanced": true, "count": 6}, {"unit": "trebuchets", "count": 3}],
    "technologies": 9},
  "defender": {
    "army": [{"unit": "pikemen", "count": 5}, {"unit": "pikemen", "enhanced": true, "count": 1}, {"unit": "knights", "count": 3}, {"unit": "trebuchets", "count": 4}],
    "technologies": 9},
  "settlement": {"current_era": 2}})"},
    {"first_flight", "First Flight", "Modern troops and their biplanes against a whole kingdom of pikes and knights.",
     R"({
  "attacker": {
    "army": [{"unit": "riflemen", "count": 1}, {"unit": "riflemen", "enhanced": true, "count": 2}, {"unit": "dragoons", "count": 1}, {"unit": "dragoons", "enhanced": true, "count": 2}, {"unit": "cannons", "count": 1}],
    "aircraft": [{"unit": "biplanes", "count": 4}]},
  "defender": {
    "army": [{"unit": "pikemen", "count": 4}, {"unit": "pikemen", "enhanced": true, "count": 4}, {"unit": "knights", "count": 4}, {"unit": "riflemen", "count": 8}, {"unit": "trebuchets", "count": 4}],
    "aircraft": [{"unit": "biplanes", "count": 2}]}})"},
    {"great_wall", "Before the Great Wall", "A Bronze Age host storms a few defenders behind their wall.",
     R"({
  "attacker": {
    "army": [{"unit": "swordsmen", "count": 7}, {"unit": "swordsmen", "enhanced": true, "count": 8}, {"unit": "chariots", "count": 7}, {"unit": "chariots", "enhanced": true, "count": 7}, {"unit": "catapults", "count": 7}],
    "technologies": 6},
  "defender": {
    "army": [{"unit": "swordsmen", "count": 2}, {"unit": "swordsmen", "enhanced": true, "count": 3}, {"unit": "chariots", "count": 2}, {"unit": "catapults", "count": 1}, {"unit": "catapults", "enhanced": true, "count": 2}],
    "technologies": 8},
  "settlement": {"current_era": 1, "great_wall": true}})"},
    {"armoured_fist", "The Armoured Fist", "A handful of tanks and howitzers against an army of muskets.",
     R"({
  "attacker": {
    "army": [{"unit": "tanks", "count": 3}, {"unit": "tanks", "enhanced": true, "count": 1}, {"unit": "howitzers", "count": 2}, {"unit": "machine_gunners", "count": 2}],
    "technologies": 20},
  "defender": {
    "army": [{"unit": "riflemen", "count": 6}, {"unit": "riflemen", "enhanced": true, "count": 3}, {"unit": "dragoons", "count": 2}, {"unit": "cannons", "count": 4}, {"unit": "cannons", "enhanced": true, "count": 6}, {"unit": "pikemen", "count": 6}],
    "technologies": 20}})"},
    {"jet_age", "Dawn of the Jets", "A few tanks under jets against many rifles and propellers; each lost unit takes an aircraft with it.",
     R"({
  "attacker": {
    "army": [{"unit": "tanks", "count": 3}, {"unit": "tanks", "enhanced": true, "count": 1}, {"unit": "howitzers", "count": 2}, {"unit": "howitzers", "enhanced": true, "count": 1}, {"unit": "machine_gunners", "count": 1}],
    "aircraft": [{"unit": "jets", "count": 3}]},
  "defender": {
    "army": [{"unit": "riflemen", "count": 5}, {"unit": "riflemen", "enhanced": true, "count": 3}, {"unit": "dragoons", "count": 5}, {"unit": "cannons", "count": 2}, {"unit": "machine_gunners", "count": 7}],
    "aircraft": [{"unit": "monoplanes", "count": 3}, {"unit": "biplanes", "count": 2}]},
  "house_rules": {"air_loss": "per_unit"}})"},
    {"kingdom_wings", "Wings over the Kingdom", "Riders and guns with three biplanes against an old army with two.",
     R"({
  "attacker": {"army": [{"unit": "riflemen", "count": 1}, {"unit": "dragoons", "count": 4}, {"unit": "cannons", "count": 4}],
    "aircraft": [{"unit": "biplanes", "count": 3}]},
  "defender": {
    "army": [{"unit": "pikemen", "count": 6}, {"unit": "knights", "count": 4}, {"unit": "riflemen", "count": 10}, {"unit": "trebuchets", "count": 5}],
    "aircraft": [{"unit": "biplanes", "count": 2}]}})"},
}};

}  // namespace

std::span<const Preset> presets() { return all; }

}  // namespace muster::rules::advanced_combat
