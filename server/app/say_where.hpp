// The one line on stdout, and who else is told that the server is there.
#pragma once
#include "server/config/config.hpp"

namespace muster::server {

/// Scripts read the address from it.
void say_where(const Config& config, int port, int threads);

}  // namespace muster::server
