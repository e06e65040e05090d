// What the picture of a battle says: who fights with what, and how it stands. Of a battle that is not everybody's, nothing.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "server/battle/glance.hpp"

namespace muster::server {

/// Pixels of the picture: what those who show links expect (1.91 to 1).
inline constexpr int card_width = 1200, card_height = 630;

struct CardPiece {
    std::string symbol;
    int era = 0;
    long long living = 0;
    long long start = 0;  ///< 0: not known
    std::string name{};   ///< as facts and events call it
    bool operator==(const CardPiece&) const = default;
};

struct CardSide {
    char colour = 'a';   ///< 'a' to 'h', as the page's styles call them
    std::string name{};  ///< of who plays it; empty: nobody yet
    std::string seat{};  ///< in words
    bool asked = false;  ///< it is its turn
    bool won = false;
    std::vector<CardPiece> pieces{};
    bool operator==(const CardSide&) const = default;
};

/// All texts are one line each, without control characters and whatever else steers a line.
struct Card {
    std::string title;               ///< of the battle, or who fights whom
    std::string game{};              ///< the ruleset, and the scenario if it is one of its own
    std::vector<CardSide> sides{};   ///< none: nothing is told
    std::vector<CardPiece> stand{};  ///< for its ruleset, where sides have no pieces
    std::string line{};              ///< the result, or whose turn it is
    std::string moment{};            ///< "Round 3"; empty: it has none
};

/// `scenario`: its title; empty: the setup is somebody's own.
Card card_of(const Glance& glance, const std::string& scenario = {});
/// Of every battle that is not for everybody, or not there.
const Card& blank_card();

/// The colour of each seat, as the page has it (clients/web/src/lib/sides.ts).
std::vector<char> colours_of(const std::vector<std::string>& seats);

/// The result or whose turn it is, in a sentence without a full stop. Names are set apart (U+2068) where they may read the other way.
std::string line_of(const Glance& glance);
/// What a stranger wrote, on one line that is no longer than anything here has room for.
std::string told(std::string_view text);

std::string ruleset_title(const std::string& ruleset);
/// "Ada against Bob"; of more than two all of them; of who is not there yet his seat.
std::string title_of(const std::vector<std::string>& names);

}  // namespace muster::server
