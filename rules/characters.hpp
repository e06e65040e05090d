// Lengths of texts, as people and JSON Schema count them.
#pragma once
#include <cstddef>
#include <string_view>

namespace muster {

/// Characters (code points) of a UTF-8 text.
std::size_t count_characters(std::string_view utf8);

}  // namespace muster
