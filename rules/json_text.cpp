// How JSON values become text.
#include <algorithm>
#include <array>
#include <charconv>

#include "rules/json.hpp"

namespace muster {

namespace {

bool is_escaped(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; }

/// Nearly all strings: those of which no character is escaped. False: it is another, and nothing was written.
bool append_plain(std::string& out, std::string_view text) {
    bool escaped = false;
    for (const char c : text) escaped |= is_escaped(c);  // all of them, which is faster than to look after each
    if (escaped) return false;
    const std::size_t before = out.size();
    const std::size_t after = before + text.size() + 2;
    out.resize_and_overwrite(after, [&](char* begin, std::size_t /*libstdc++ 12 gives what there is room for*/) {
        begin[before] = '"';
        text.copy(begin + before + 1, text.size());
        begin[after - 1] = '"';
        return after;
    });
    return true;
}

void append_array(std::string& out, const Json::array_t& items) {
    out += '[';
    bool first = true;
    for (const auto& item : items) {
        if (!first) out += ',';
        first = false;
        append_json(out, item);
    }
    out += ']';
}

void append_object(std::string& out, const Json::object_t& entries) {
    out += '{';
    bool first = true;
    for (const auto& [key, value] : entries) {
        if (!first) out += ',';
        first = false;
        append_json_string(out, key);
        out += ':';
        append_json(out, value);
    }
    out += '}';
}

template <typename Integer>
void append_number(std::string& out, Integer value) {
    if (value >= 0 && value < 10) {  // most numbers of battles
        out += static_cast<char>('0' + value);
        return;
    }
    std::array<char, 24> digits;
    out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

}  // namespace

void append_json(std::string& out, const Json& value) {
    switch (value.type()) {
        case Json::value_t::null: out += "null"; break;
        case Json::value_t::boolean: out += value.get_ref<const bool&>() ? "true" : "false"; break;
        case Json::value_t::number_integer: append_integer(out, value.get_ref<const std::int64_t&>()); break;
        case Json::value_t::number_unsigned: append_integer(out, value.get_ref<const std::uint64_t&>()); break;
        case Json::value_t::string: append_json_string(out, value.get_ref<const std::string&>()); break;
        case Json::value_t::array: append_array(out, value.get_ref<const Json::array_t&>()); break;
        case Json::value_t::object: append_object(out, value.get_ref<const Json::object_t&>()); break;
        default: out += value.dump();  // a fraction
    }
}

void append_json_string(std::string& out, std::string_view text) {
    if (append_plain(out, text)) return;
    out += '"';
    for (const char c : text) {
        if (!is_escaped(c)) {
            out += c;
            continue;
        }
        switch (c) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\b': out += "\\b"; break;
            case '\f': out += "\\f"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default: {
                constexpr char hex[] = "0123456789abcdef";
                out += "\\u00";
                out += hex[c >> 4];
                out += hex[c & 15];
            }
        }
    }
    out += '"';
}

// Bytes of UTF-8 are in the order of code points; in UTF-16 those from U+10000 come before U+E000 to U+FFFF.
bool is_before_in_jcs(std::string_view one, std::string_view other) {
    const auto [a, b] = std::ranges::mismatch(one, other);
    if (a == one.end() || b == other.end()) return a == one.end() && b != other.end();
    const auto rank = [](char c) {
        const int byte = static_cast<unsigned char>(c);
        return byte == 0xee || byte == 0xef ? byte + 0x10 : byte;
    };
    return rank(*a) < rank(*b);
}

void append_integer(std::string& out, std::int64_t value) { append_number(out, value); }
void append_integer(std::string& out, std::uint64_t value) { append_number(out, value); }

}  // namespace muster
