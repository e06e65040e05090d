#include "server/card/libraries.hpp"

#include <cairo.h>
#include <pango/pango.h>

namespace muster::server {

std::vector<std::string> drawing_libraries() { return {std::string("cairo ") + cairo_version_string(), std::string("Pango ") + pango_version_string()}; }

}  // namespace muster::server
