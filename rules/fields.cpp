#include "rules/fields.hpp"

#include <algorithm>
#include <charconv>

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

std::optional<Refusal> wrong_size(std::size_t size, const Rule& rule, Code code, const std::string& path) {
    const auto count = static_cast<std::int64_t>(size);
    if (count < rule.min) return Refusal{code, "needs at least " + std::to_string(rule.min) + (rule.min == 1 ? " entry" : " entries"), path};
    if (count > rule.max) return Refusal{code, "has " + std::to_string(count) + " entries; at most " + std::to_string(rule.max), path};
    return {};
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

std::optional<Refusal> read_word(const Json& json, std::span<const std::string_view> words, Code code, const std::string& path, std::size_t& index) {
    if (!json.is_string()) return wrong_type(json, "a string", code, path);
    const auto& word = json.get_ref<const std::string&>();
    const auto found = std::ranges::find(words, word);
    index = static_cast<std::size_t>(found - words.begin());
    if (found != words.end()) return {};
    std::string list;
    for (const auto each : words) list += (list.empty() ? "" : ", ") + std::string(each);
    return Refusal{code, "\"" + word + "\" is not one of " + list + did_you_mean(word, words), path};
}

std::optional<Refusal> read_array(const Json& json, const Rule& rule, Code code, const std::string& path, const Json::array_t*& items) {
    items = json.get_ptr<const Json::array_t*>();
    return items ? wrong_size(items->size(), rule, code, path) : wrong_type(json, "an array", code, path);
}

std::optional<Refusal> read_object(const Json& json, const Rule& rule, Code code, const std::string& path, const Json::object_t*& entries) {
    entries = json.get_ptr<const Json::object_t*>();
    return entries ? wrong_size(entries->size(), rule, code, path) : wrong_type(json, "an object", code, path);
}

std::string child(const std::string& path, std::size_t index) { return path + '/' + std::to_string(index); }

void append_integer(std::string& out, std::int64_t value) {
    std::array<char, 24> digits;
    out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void append_integer(std::string& out, std::uint64_t value) {
    std::array<char, 24> digits;
    out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

Json json_of(bool value) { return Json(value); }
Json json_of(std::int64_t value) { return Json(value); }
Json json_of(std::uint64_t value) { return Json(value); }
Json json_of(std::string_view value) { return Json(value); }
Json empty_array() { return Json::array(); }
Json empty_object() { return Json::object(); }

void put(Json& object, std::string_view key, Json&& value) { object.emplace(key, std::move(value)); }
void push(Json& array, Json&& value) { array.push_back(std::move(value)); }

void bound_schema(Json& schema, const Rule& rule, const char* min_name, const char* max_name) {
    if (rule.min != std::numeric_limits<std::int64_t>::min()) schema[min_name] = rule.min;
    if (rule.max != std::numeric_limits<std::int64_t>::max()) schema[max_name] = rule.max;
}

Json described(const char* type) { return Json{{"type", type}}; }

Json array_schema(Json&& items, const Rule& rule) {
    Json schema{{"type", "array"}, {"items", std::move(items)}};
    bound_schema(schema, rule, "minItems", "maxItems");
    return schema;
}

Json map_schema(Json&& entries, const Rule& rule) {
    Json schema{{"type", "object"}, {"additionalProperties", std::move(entries)}};
    bound_schema(schema, rule, "minProperties", "maxProperties");
    return schema;
}

Json word_schema(std::span<const std::string_view> words) {
    Json known = Json::array();
    for (const auto each : words) known.push_back(each);
    return Json{{"type", "string"}, {"enum", std::move(known)}};
}

Json integer_schema(const Rule& rule) {
    Json schema{{"type", "integer"}};
    bound_schema(schema, rule, "minimum", "maximum");
    return schema;
}

Json text_schema(const Rule& rule) {
    Json schema{{"type", "string"}};
    bound_schema(schema, rule, "minLength", "maxLength");
    return schema;
}

Json tuple_schema(const Rule& rule, std::size_t size) {
    return Json{{"type", "array"}, {"items", integer_schema(rule)}, {"minItems", size}, {"maxItems", size}};
}

Json optional_schema(Json&& schema) { return Json{{"anyOf", {std::move(schema), Json{{"type", "null"}}}}}; }

}  // namespace muster::fields_detail

namespace muster {

const Json* FieldReader::find(std::string_view key, const Rule& rule) {
    known_.push_back(key);
    if (refusal_) return nullptr;
    const auto found = object_.find(key);
    if (found != object_.end()) return &*found;
    if (!rule.optional && !rule.sparse && missing_.empty()) missing_ = key;
    return nullptr;
}

std::optional<Refusal> FieldReader::finish() {
    namespace d = fields_detail;
    if (refusal_) return refusal_;
    for (const auto& [key, value] : object_.items())
        if (std::ranges::find(known_, key) == known_.end())
            return Refusal{code_, "unknown field \"" + key + "\"" + did_you_mean(key, known_), d::child(path_, key)};
    if (missing_.empty()) return {};
    return Refusal{code_, "\"" + missing_ + "\" is missing", d::child(path_, missing_)};
}

void FieldTextWriter::begin(std::string_view key) {
    out_ += first_ ? "\"" : ",\"";
    first_ = false;
    out_ += key;
    out_ += "\":";
}

void FieldSchema::add(std::string_view key, const Rule& rule, Json&& schema, const Json* otherwise) {
    if (!rule.about.empty()) schema["description"] = rule.about;
    const bool required = !rule.optional && !rule.sparse;
    if (otherwise && !required) schema["default"] = *otherwise;
    properties_.emplace(key, std::move(schema));
    if (required) required_.push_back(key);
}

Json FieldSchema::finish() {
    return Json{{"type", "object"}, {"properties", std::move(properties_)}, {"required", std::move(required_)}, {"additionalProperties", false}};
}

}  // namespace muster
