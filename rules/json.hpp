// JSON values and their strict reading. The only place where text becomes Json.
#pragma once
#include <nlohmann/json.hpp>

#include <cstddef>
#include <expected>
#include <memory>
#include <ostream>
#include <string_view>

#include "rules/refusal.hpp"

extern template class nlohmann::basic_json<>;  // compiled once, in json_members.cpp

namespace muster {

/// Objects keep their keys sorted, so `dump()` of integers, strings and ASCII keys is RFC 8785 (JCS).
using Json = nlohmann::json;

/// A JSON value that never changes and is cheap to copy: what a decision offers is shown, kept and sent several times.
class SharedJson {
public:
    SharedJson() : SharedJson(Json()) {}
    SharedJson(Json value) : value_(std::make_shared<const Json>(std::move(value))) {}

    operator const Json&() const { return *value_; }
    const Json& operator*() const { return *value_; }
    const Json& at(std::string_view key) const { return value_->at(key); }
    std::string dump() const { return value_->dump(); }
    friend bool operator==(const SharedJson& a, const Json& b) { return *a.value_ == b; }
    friend bool operator==(const Json& a, const SharedJson& b) { return a == *b.value_; }
    friend std::ostream& operator<<(std::ostream& out, const SharedJson& shown) { return out << *shown.value_; }

private:
    std::shared_ptr<const Json> value_;
};

/// Deeper documents are refused: copying or dumping a Json recurses.
inline constexpr int json_depth_max = 24;

/// Reads one JSON document. Refuses (bad_json, with the byte where it went wrong) malformed text, invalid UTF-8,
/// a key given twice in one object, and nesting deeper than json_depth_max.
std::expected<Json, Refusal> parse_json(std::string_view text);

/// Whether `text` is well-formed UTF-8 (no surrogates, no overlong forms).
bool is_utf8(std::string_view text);

/// Appends `text` to `out` as a JSON string with its quotes, escaped as RFC 8785 says. Precondition: is_utf8(text).
void append_json_string(std::string& out, std::string_view text);

}  // namespace muster
