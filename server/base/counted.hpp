// A number with its words, as a person would say it.
#pragma once
#include <cstdint>
#include <string>

namespace muster::server {

/// "1 battle is", "2 battles are".
inline std::string counted(std::uint64_t count, const char* one, const char* many) { return std::to_string(count) + " " + (count == 1 ? one : many); }

}  // namespace muster::server
