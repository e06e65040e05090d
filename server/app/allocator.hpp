// Whose memory the program uses.
#pragma once
#include <string>
#include <vector>

namespace muster::server {

/// The allocator's library with its version: "mimalloc 2.0.9". Nothing where it is the system's own, as under a sanitizer.
std::vector<std::string> allocator();

}  // namespace muster::server
