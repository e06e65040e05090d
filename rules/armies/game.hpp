// The typed core's data: tokens, advantages, the table of advantage, the city. Plain structs and pure functions, no JSON:
// the battle adapter, tests and a map of many areas all work on these.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "rules/civilization/seats.hpp"

namespace muster::rules::armies {

using civilization::attacker;
using civilization::defender;
using civilization::other;

inline constexpr int net_max = 5;  // D2

enum class Token : std::uint8_t { population, army };

struct Tokens {
    int population = 0;
    int armies = 0;

    int total() const { return population + armies; }
    bool both_sorts() const { return population > 0 && armies > 0; }
    int& of(Token token) { return token == Token::army ? armies : population; }
    bool operator==(const Tokens&) const = default;
};

using Forces = std::array<Tokens, 2>;
const Tokens& of(const Forces& forces, int seat);
int total(const Forces& forces);

struct Advances {
    bool metalworking = false;
    bool military = false;
    bool mathematics = false;
    int extra = 0;  ///< from other rules
};

/// A side's advantage level with these tokens in the area (D2).
int level(const Advances& advances, const Tokens& tokens);

/// How many tokens a side has beside its enemy's.
enum class Column : std::uint8_t { more, tie, less };

/// Who has the advantage in a conflict, and what follows from it.
struct Advantage {
    std::array<int, 2> levels{};
    int net = 0;                  ///< 0 to net_max
    std::optional<int> holder{};  ///< nobody with a net advantage of 0
    Column column = Column::tie;  ///< as the holder sees it (D3); without one, as the attacker sees it
    int removed_before = 0;       ///< so many tokens of the holder's enemy go before combat
    std::optional<int> first{};   ///< who loses the first token when they go in turn; nobody: both at once
};

/// D2 to D4, from the counts before any removal.
Advantage count_advantage(const std::array<Advances, 2>& advances, const Forces& forces);

/// How many tokens of the enemy go before combat (D4). `net`: 0 to net_max.
int removed_before(int net, Column column);

/// What it takes to assault a city, and the population tokens that it becomes (D6).
struct CityStrength {
    int needed = 7;
    int placed = 6;
};
CityStrength city_strength(bool attacker_engineering, bool defender_engineering);

/// The token that its owner gives up unless he says otherwise (D7). Precondition: there is one.
Token cheapest(const Tokens& tokens);

/// One area before the fight.
struct Area {
    Forces forces{};
    std::array<Advances, 2> advances{};
    int limit = 0;                       ///< so many tokens may stay; with a city it does not count (D1)
    std::optional<CityStrength> city{};  ///< the defender's, under attack
};

}  // namespace muster::rules::armies
