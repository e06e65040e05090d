// The one line on stdout.
#pragma once
#include "server/config/config.hpp"

namespace muster::server {

/// Scripts read the address from it.
void say_where(const Config& config, int port, int threads);

}  // namespace muster::server
