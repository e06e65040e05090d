// The libraries that pictures are drawn with.
#pragma once
#include <string>
#include <vector>

namespace muster::server {

/// With the versions that are in use: "cairo 1.16.0".
std::vector<std::string> drawing_libraries();

}  // namespace muster::server
