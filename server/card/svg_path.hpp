// The path of a symbol, as SVG writes it, for cairo.
#pragma once
#include <cairo.h>

#include <string_view>

namespace muster::server {

/// Adds to the current path what an SVG path says (SVG 1.1, 8.3): M, L, H, V, C, S, Q, A and Z, absolute and relative. False: it says anything else, and what
/// was added ends there.
bool add_svg_path(cairo_t* cairo, std::string_view path);

}  // namespace muster::server
