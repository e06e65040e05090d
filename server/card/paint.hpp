// Draws what a card says, in the page's colours and with its symbols (clients/web/src/styles/base.css: the table by daylight).
#pragma once
#include <string>

#include "server/card/card.hpp"
#include "server/card/faces.hpp"

namespace muster::server {

/// A PNG. Throws what the libraries complain of. Not for two threads at once with the same faces.
std::string paint(const Card& card, const Faces& faces);

}  // namespace muster::server
