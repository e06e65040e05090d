// Text as it may go to a terminal: names, titles and chat come from strangers.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "rules/json.hpp"

namespace muster::narration {

/// One line without control characters (C0, DEL, C1), line separators, and the invisible characters that reorder or hide
/// text; malformed UTF-8 becomes "?". Line breaks and tabs become a space.
std::string plain(std::string_view text);

/// Columns that `text` takes on a terminal (wide characters take two).
std::size_t width(std::string_view text);

/// `text` filled with spaces to `columns`; longer text stays as it is.
std::string padded(std::string_view text, std::size_t columns);

/// `text` cut to `columns`, with an ellipsis where something is missing.
std::string shortened(std::string_view text, std::size_t columns);

/// A paragraph broken at spaces into lines of at most `columns`, the lines after the first indented.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t indent);

std::string joined(const std::vector<std::string>& parts, std::string_view between);

/// "1 unit", "3 units".
std::string counted(long long count, std::string_view noun);

/// Rows as a table with two spaces between columns, each row indented by `indent`.
std::vector<std::string> table(const std::vector<std::vector<std::string>>& rows, std::size_t indent);

// Lenient reading of messages that others wrote: what is missing or of another type is empty.

/// The string at `key`, already plain().
std::string text_at(const Json& object, std::string_view key);
/// The integer at `key`, or `fallback`.
long long number_at(const Json& object, std::string_view key, long long fallback = 0);
bool flag_at(const Json& object, std::string_view key);
/// The value at `key`, or a null.
const Json& value_at(const Json& object, std::string_view key);

}  // namespace muster::narration
