#include "rules/fields.hpp"

#include "rules/characters.hpp"
#include "rules/schema.hpp"

namespace muster {

std::size_t count_characters(std::string_view utf8) {
    return static_cast<std::size_t>(std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace muster

namespace muster::fields_detail {

namespace {

std::string_view kind(const Json& json) {
    switch (json.type()) {
        case Json::value_t::null: return "null";
        case Json::value_t::boolean: return "true or false";
        case Json::value_t::string: return "a string";
        case Json::value_t::array: return "an array";
        case Json::value_t::object: return "an object";
        case Json::value_t::number_float: return "a number with a fraction";
        default: return "a number";
    }
}

}  // namespace

std::string child(const std::string& path, std::string_view key) {
    std::string out = path + '/';
    for (const char c : key) {  // RFC 6901
        if (c == '~') out += "~0";
        else if (c == '/') out += "~1";
        else out += c;
    }
    return out;
}

std::optional<Refusal> wrong_type(const Json& json, std::string_view expected, Code code, const std::string& path) {
    return Refusal{code, "expected " + std::string(expected) + ", got " + std::string(kind(json)), path};
}

std::optional<Refusal> read_int(const Json& json, const Rule& rule, Code code, const std::string& path, std::int64_t& out) {
    if (!json.is_number_integer()) return wrong_type(json, "an integer", code, path);
    const bool too_big = json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!too_big) out = json.get<std::int64_t>();
    if (too_big || out > rule.max) return Refusal{code, json.dump() + " is too large; at most " + std::to_string(rule.max), path};
    if (out < rule.min) return Refusal{code, json.dump() + " is too small; at least " + std::to_string(rule.min), path};
    return {};
}

std::optional<Refusal> read_text(const Json& json, const Rule& rule, Code code, const std::string& path, std::string& out) {
    if (!json.is_string()) return wrong_type(json, "a string", code, path);
    const auto& text = json.get_ref<const std::string&>();
    const auto size = static_cast<std::int64_t>(count_characters(text));
    if (size < rule.min) return Refusal{code, "too short; at least " + std::to_string(rule.min) + " characters", path};
    if (size > rule.max) return Refusal{code, "too long; at most " + std::to_string(rule.max) + " characters", path};
    out = text;
    return {};
}

std::optional<Refusal> wrong_size(std::size_t size, const Rule& rule, Code code, const std::string& path) {
    const auto count = static_cast<std::int64_t>(size);
    if (count < rule.min) return Refusal{code, "needs at least " + std::to_string(rule.min) + (rule.min == 1 ? " entry" : " entries"), path};
    if (count > rule.max) return Refusal{code, "has " + std::to_string(count) + " entries; at most " + std::to_string(rule.max), path};
    return {};
}

std::optional<Refusal> unknown_word(std::string_view word, const std::vector<std::string>& known, Code code, const std::string& path) {
    std::string list;
    for (const auto& each : known) list += (list.empty() ? "" : ", ") + each;
    return Refusal{code, "\"" + std::string(word) + "\" is not one of " + list + did_you_mean(word, known), path};
}

std::optional<Refusal> unknown_key(const Json& object, const std::vector<std::string_view>& known, Code code, const std::string& path) {
    for (const auto& [key, value] : object.items()) {
        bool found = false;
        for (const auto each : known) found = found || each == key;
        if (!found) return Refusal{code, "unknown field \"" + key + "\"" + did_you_mean(key, known), child(path, key)};
    }
    return {};
}

void bound_schema(Json& schema, const Rule& rule, const char* min_name, const char* max_name) {
    if (rule.min != std::numeric_limits<std::int64_t>::min()) schema[min_name] = rule.min;
    if (rule.max != std::numeric_limits<std::int64_t>::max()) schema[max_name] = rule.max;
}

}  // namespace muster::fields_detail
