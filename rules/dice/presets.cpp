#include "rules/dice/presets.hpp"

namespace muster::rules::dice {

namespace {

constexpr std::array<Preset, 3> all{{
    {"two", "Two players", "Whoever wants to throws, and it is rolled at once.", R"({"seats": ["red", "blue"]})"},
    {"two_careful", "Two players, asked first", "The other one must say yes before a throw is rolled.", R"({"seats": ["red", "blue"], "ask_first": true})"},
    {"four", "Four players", "A table for four; it is rolled at once.", R"({"seats": ["red", "blue", "green", "yellow"]})"},
}};

}  // namespace

std::span<const Preset> presets() { return all; }

}  // namespace muster::rules::dice
