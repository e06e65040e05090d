// Draws what a card says, in the page's colours and with its symbols (clients/web/src/styles/base.css: the table by daylight).
#pragma once
#include <string>

#include "server/card/card.hpp"
#include "server/card/faces.hpp"

namespace muster::server {

/// What those who show links expect (1.91 to 1).
inline constexpr int card_width = 1200, card_height = 630;

/// A PNG. Throws what the libraries complain of. Not for two threads at once with the same faces.
std::string paint(const Card& card, const Faces& faces);

}  // namespace muster::server
