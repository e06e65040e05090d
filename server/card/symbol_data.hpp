// The text of clients/web/src/symbols/shapes.json, which CMake puts into the program.
#pragma once
#include <string_view>

namespace muster::server {

std::string_view symbol_data();

}  // namespace muster::server
