// What the engines stand on.
#pragma once
#include <string>
#include <vector>

namespace muster::storage {

/// The libraries that are in use, with their versions: "SQLite 3.40.1".
std::vector<std::string> libraries();

}  // namespace muster::storage
