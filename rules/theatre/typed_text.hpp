// Parts of a line in a terminal.
#pragma once
#include <string>

namespace muster::rules::theatre {

/// "1 army", "3 armies".
inline std::string counted(int count, const char* one, const char* more) { return std::to_string(count) + " " + (count == 1 ? one : more); }

/// One more part of a text, behind those that it has.
inline void add(std::string& text, const std::string& part, const char* between = ", ") { text += (text.empty() ? "" : between) + part; }

}  // namespace muster::rules::theatre
