// What every HTTP answer tells a browser not to do with it.
#pragma once
#include <string_view>

#include "server/http/message.hpp"

namespace muster::server {

/// Adds what the answer does not say itself. `target`: what was asked for; `secure`: it came over TLS.
void add_safety_headers(HttpResponse& response, std::string_view target, bool secure);

}  // namespace muster::server
