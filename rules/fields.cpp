#include "rules/fields.hpp"

#include <algorithm>

#include "rules/characters.hpp"
#include "rules/schema.hpp"

namespace muster::fields_detail {

namespace {

std::string_view kind(JsonView json) {
    switch (json.kind()) {
        case JsonView::Kind::null: return "null";
        case JsonView::Kind::boolean: return "true or false";
        case JsonView::Kind::string: return "a string";
        case JsonView::Kind::array: return "an array";
        case JsonView::Kind::object: return "an object";
        case JsonView::Kind::fraction: return "a number with a fraction";
        default: return "a number";
    }
}

std::string number_text(JsonView integer) {
    return integer.kind() == JsonView::Kind::natural ? std::to_string(integer.natural()) : std::to_string(integer.integer());
}

std::optional<Refusal> wrong_size(std::size_t size, const Rule& rule, Code code, const JsonPath& path) {
    const auto count = static_cast<std::int64_t>(size);
    if (count < rule.min) return Refusal{code, "needs at least " + std::to_string(rule.min) + (rule.min == 1 ? " entry" : " entries"), path.text()};
    if (count > rule.max) return Refusal{code, "has " + std::to_string(count) + " entries; at most " + std::to_string(rule.max), path.text()};
    return {};
}

}  // namespace

std::optional<Refusal> wrong_type(JsonView json, std::string_view expected, Code code, const JsonPath& path) {
    return Refusal{code, "expected " + std::string(expected) + ", got " + std::string(kind(json)), path.text()};
}

std::optional<Refusal> read_int(JsonView json, const Rule& rule, Code code, const JsonPath& path, std::int64_t& out) {
    if (!json.is_integer()) return wrong_type(json, "an integer", code, path);
    const bool too_big = json.kind() == JsonView::Kind::natural && json.natural() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!too_big) out = json.integer();
    if (too_big || out > rule.max) return Refusal{code, number_text(json) + " is too large; at most " + std::to_string(rule.max), path.text()};
    if (out < rule.min) return Refusal{code, number_text(json) + " is too small; at least " + std::to_string(rule.min), path.text()};
    return {};
}

std::optional<Refusal> read_text(JsonView json, const Rule& rule, Code code, const JsonPath& path, std::string& out) {
    if (!json.is_string()) return wrong_type(json, "a string", code, path);
    const auto text = json.text();
    const auto size = static_cast<std::int64_t>(count_characters(text));
    if (size < rule.min) return Refusal{code, "too short; at least " + std::to_string(rule.min) + " characters", path.text()};
    if (size > rule.max) return Refusal{code, "too long; at most " + std::to_string(rule.max) + " characters", path.text()};
    out = text;
    return {};
}

std::optional<Refusal> read_word(JsonView json, std::span<const std::string_view> words, Code code, const JsonPath& path, std::size_t& index) {
    if (!json.is_string()) return wrong_type(json, "a string", code, path);
    const auto word = json.text();
    const auto found = std::ranges::find(words, word);
    index = static_cast<std::size_t>(found - words.begin());
    if (found != words.end()) return {};
    std::string list;
    for (const auto each : words) list += (list.empty() ? "" : ", ") + std::string(each);
    return Refusal{code, "\"" + std::string(word) + "\" is not one of " + list + did_you_mean(word, words), path.text()};
}

std::optional<Refusal> check_array(JsonView json, const Rule& rule, Code code, const JsonPath& path) {
    return json.is_array() ? wrong_size(json.size(), rule, code, path) : wrong_type(json, "an array", code, path);
}

std::optional<Refusal> check_object(JsonView json, const Rule& rule, Code code, const JsonPath& path) {
    return json.is_object() ? wrong_size(json.size(), rule, code, path) : wrong_type(json, "an object", code, path);
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

std::optional<JsonView> FieldReader::find(std::string_view key, const Rule& rule) {
    if (refusal_) return {};
    const auto found = next_ != object_.end() && next_->key() == key ? next_ : std::ranges::find(object_, key, &JsonView::key);
    if (found != object_.end()) {
        ++found_;
        next_ = std::next(found);
        return *found;
    }
    if (!rule.optional && !rule.sparse && missing_.empty()) missing_ = key;
    return {};
}

Refusal FieldReader::unknown(std::span<const std::string_view> known) const {
    std::optional<std::string_view> first;
    for (const auto entry : object_)
        if (std::ranges::find(known, entry.key()) == known.end() && (!first || is_before_in_jcs(entry.key(), *first))) first = entry.key();
    const auto key = first.value();
    return {code_, "unknown field \"" + std::string(key) + "\"" + did_you_mean(key, known), (path_ / key).text()};
}

std::optional<Refusal> FieldReader::finish() {
    if (refusal_ || missing_.empty()) return std::move(refusal_);
    return Refusal{code_, '"' + std::string(missing_) + "\" is missing", (path_ / missing_).text()};
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
