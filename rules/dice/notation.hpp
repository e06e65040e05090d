// How people write a throw: "8d6>=5", "4d6kh3+2", "d20+5, 2d8".
//
//   throw = group { "," group }
//   group = [count] "d" (sides | "%") [("kh" | "kl") kept] [("+" | "-") modifier] [(">=" | "<=") threshold]
//
// The parts after the sides may stand in any order, each once. Spaces and capitals don't matter.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "rules/refusal.hpp"

namespace muster::rules::dice {

inline constexpr int groups_max = 10;
inline constexpr int dice_max = 200;  ///< of one throw
inline constexpr int modifier_max = 1000;
inline constexpr int text_max = 200;  ///< characters

/// Which dice of a group count.
enum class Keep : std::uint8_t { all, highest, lowest };
/// What makes a die that counts a hit.
enum class Hit : std::uint8_t { none, at_least, at_most };

struct Group {
    int dice = 1;
    int sides = 6;
    Keep keep = Keep::all;
    int kept = 0;  ///< so many of them, unless all are
    int modifier = 0;
    Hit hit = Hit::none;
    int threshold = 0;
    bool operator==(const Group&) const = default;
};

using Throw = std::vector<Group>;

/// Reads what somebody wrote; refuses it with illegal_choice at `path`, and a sentence that says what was expected where.
std::expected<Throw, Refusal> read_throw(std::string_view text, const std::string& path);

/// In the one way in which it is shown: "8d6>=5".
std::string text_of(const Group& group);
std::string text_of(const Throw& thrown);

/// How a group's dice fell.
struct Fallen {
    std::vector<bool> counts;  ///< of each die, as they fell: of equal ones the first
    int total = 0;             ///< of the dice that count, and the modifier
    int hits = 0;              ///< of the dice that count
};
Fallen fallen(const Group& group, const std::vector<int>& dice);

}  // namespace muster::rules::dice
