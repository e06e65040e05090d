// What people write: how long it is, as people and JSON Schema count, and whether it may be shown to others.
#pragma once
#include <cstddef>
#include <string_view>

#include "rules/refusal.hpp"

namespace muster {

/// Characters (code points) of a UTF-8 text.
std::size_t count_characters(std::string_view utf8);

/// A name, a title or a few words as they may be shown to others: trimmed, one line, no control characters, at most `limit` characters. Refuses it with
/// `code` at `path`.
std::expected<std::string, Refusal> clean_text(std::string_view text, std::size_t limit, const std::string& path, Code code = Code::bad_message);

}  // namespace muster
