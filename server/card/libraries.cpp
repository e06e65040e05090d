#include "server/card/libraries.hpp"

#include <cairo.h>
#include <gif_lib.h>
#include <pango/pango.h>

namespace muster::server {

std::vector<std::string> drawing_libraries() {
    return {std::string("cairo ") + cairo_version_string(), std::string("Pango ") + pango_version_string(),
            "giflib " + std::to_string(GIFLIB_MAJOR) + "." + std::to_string(GIFLIB_MINOR) + "." + std::to_string(GIFLIB_RELEASE)};
}

}  // namespace muster::server
