// Which Muster this is: of both programs.
#pragma once
#include <string_view>

namespace muster {

extern const std::string_view version;

}  // namespace muster
