#include "rules/armies/presets.hpp"

namespace muster::rules::armies {

namespace {

// How even they are: tests/rules/presets.cpp.
constexpr std::array<Preset, 8> all{{
    {"lean_harvest", "A Lean Harvest", "More people on one side, more learning on the other, and bread for six.",
     R"({
  "attacker": {"population": 8, "armies": 6, "advances": ["metalworking"]},
  "defender": {"population": 6, "armies": 7, "advances": ["metalworking", "military", "mathematics"]},
  "population_limit": 6})"},
    {"two_tribes", "Two Tribes", "Two equal tribes that always give up a token at the same time.",
     R"({
  "attacker": {"population": 5, "armies": 7, "advances": ["mathematics"]},
  "defender": {"population": 5, "armies": 7, "advances": ["mathematics"]},
  "population_limit": 6})"},
    {"phalanx", "The Phalanx", "A trained army moves in among many farmers.",
     R"({
  "attacker": {"population": 5, "armies": 9, "advances": ["metalworking", "military", "mathematics"]},
  "defender": {"population": 12, "armies": 3}, "population_limit": 8})"},
    {"soldiers_and_smiths", "Soldiers and Smiths", "Soldiers with no advances against a people of smiths.",
     R"({
  "attacker": {"population": 3, "armies": 8},
  "defender": {"population": 8, "armies": 3, "advances": ["metalworking", "military"]},
  "population_limit": 6})"},
    {"nomads", "The Nomads", "Riders with an advantage of their own come upon a broad valley.",
     R"({
  "attacker": {"population": 9, "armies": 6, "extra_advantage": 2},
  "defender": {"population": 7, "armies": 8, "advances": ["mathematics"]},
  "population_limit": 12})"},
    {"drought", "The Great Drought", "Two large peoples and a land that feeds ten.",
     R"({
  "attacker": {"population": 9, "armies": 10, "advances": ["metalworking"]},
  "defender": {"population": 9, "armies": 11}, "population_limit": 10})"},
    {"exodus", "The Exodus", "Whole peoples on the move, with few soldiers among them.",
     R"({
  "attacker": {"population": 12, "armies": 2, "advances": ["metalworking", "mathematics"]},
  "defender": {"population": 13, "armies": 2, "advances": ["military"]},
  "population_limit": 8})"},
    {"three_peoples", "Three Peoples", "For three: soldiers, farmers and islanders in a land that feeds nine.",
     R"({
  "nations": [
    {"seat": "rome", "population": 3, "armies": 5, "advances": ["metalworking", "military", "mathematics"]},
    {"seat": "egypt", "population": 5, "armies": 4},
    {"seat": "crete", "population": 6, "armies": 3}],
  "population_limit": 9})"},
}};

}  // namespace

std::span<const Preset> presets() { return all; }

}  // namespace muster::rules::armies
