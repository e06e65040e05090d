// JSON values, their strict reading and their text. The only place where text becomes Json.
#pragma once
#include <nlohmann/json.hpp>

#include <cstddef>
#include <expected>
#include <string_view>

#include "rules/refusal.hpp"

extern template class nlohmann::basic_json<>;  // compiled once, in json_members.cpp

namespace muster {

/// Objects keep their keys sorted, so `dump()` of integers, strings and ASCII keys is RFC 8785 (JCS).
using Json = nlohmann::json;

/// Deeper documents are refused: copying or dumping a Json recurses.
inline constexpr int json_depth_max = 24;

/// Reads one JSON document. Refuses (bad_json, with the byte where it went wrong) malformed text, invalid UTF-8,
/// a key given twice in one object, and nesting deeper than json_depth_max.
std::expected<Json, Refusal> parse_json(std::string_view text);

/// Whether `text` is well-formed UTF-8 (no surrogates, no overlong forms).
bool is_utf8(std::string_view text);

// Text is appended to `out`, compact; Json gives the same bytes as its dump(). Precondition: strings are UTF-8.
void append_json(std::string& out, const Json& value);
/// With its quotes, escaped as RFC 8785 says.
void append_json_string(std::string& out, std::string_view text);
/// Whether a key comes before another one by RFC 8785, which goes by UTF-16. Precondition: both are UTF-8.
bool is_before_in_jcs(std::string_view one, std::string_view other);
void append_integer(std::string& out, std::int64_t value);
void append_integer(std::string& out, std::uint64_t value);

/// JSON that is text already and goes into other text as it stands. No text: nothing.
class JsonText {
public:
    JsonText() = default;
    JsonText(const Json& value) { append_json(text_, value); }
    explicit JsonText(std::string text) : text_(std::move(text)) {}

    const std::string& text() const& { return text_; }
    std::string text() && { return std::move(text_); }

private:
    std::string text_{};
};

}  // namespace muster
