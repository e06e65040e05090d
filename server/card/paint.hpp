// Draws what a card says, and a film, in the page's colours and with its symbols (clients/web/src/styles/base.css: the table by daylight).
#pragma once
#include <string>

#include "server/card/card.hpp"
#include "server/card/faces.hpp"
#include "server/card/film.hpp"

namespace muster::server {

/// A PNG. Throws what the libraries complain of. Not for two threads at once with the same faces.
std::string paint(const Card& card, const Faces& faces);

/// A GIF of at most film_frames_max pictures and film_bytes_max bytes, which goes round: the same bytes of the same film. Throws and threads likewise.
std::string paint(const Film& film, const Faces& faces);

}  // namespace muster::server
