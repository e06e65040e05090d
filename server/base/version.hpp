// Which Muster this is.
#pragma once
#include <string_view>

namespace muster::server {

extern const std::string_view version;

}  // namespace muster::server
