// Times as the protocol writes them.
#pragma once
#include <string>

namespace muster::server {

/// Now, RFC 3339 UTC with milliseconds: 2026-11-21T20:49:00.123Z
std::string now_text();

}  // namespace muster::server
