#include "rules/dice/presets.hpp"

namespace muster::rules::dice {

namespace {

constexpr std::array<Preset, 3> all{{
    {"just_dice", "Just dice", "For two: whoever wants to throws, and it is rolled at once.", R"({"seats": ["red", "blue"]})"},
    {"asked_first", "Dice, asked first", "For two: the other one must say yes before a throw is rolled.", R"({"seats": ["red", "blue"], "ask_first": true})"},
    {"four", "Dice for four", "For four: whoever wants to throws, and it is rolled at once.", R"({"seats": ["red", "blue", "green", "yellow"]})"},
}};

}  // namespace

std::span<const Preset> presets() { return all; }

}  // namespace muster::rules::dice
