// JSON Schemas from the same definitions that read and write (rules/fields.hpp).
#pragma once
#include <algorithm>

#include "rules/fields.hpp"

namespace muster {

namespace fields_detail {
void bound_schema(Json& schema, const Rule& rule, const char* min_name, const char* max_name);

/// The rule, and what the type itself can hold: reading refuses what is beyond either.
template <typename T>
Rule narrowed(Rule rule) {
    rule.min = std::max<std::int64_t>(rule.min, std::numeric_limits<T>::min());
    rule.max = std::min<std::int64_t>(rule.max, std::numeric_limits<T>::max());
    return rule;
}
}  // namespace fields_detail

template <typename T>
Json value_schema(const Rule& rule);

class FieldSchema {
public:
    template <typename T>
    void operator()(std::string_view key, const T& field, const Rule& rule) {
        Json schema = value_schema<T>(rule);
        if (!rule.about.empty()) schema["description"] = rule.about;
        if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
            if (rule.optional || rule.sparse) schema["default"] = to_json_value(field);
        properties.emplace(key, std::move(schema));
        if (!rule.optional && !rule.sparse) required.push_back(key);
    }
    Json properties = Json::object();
    Json required = Json::array();
};

template <typename T>
Json value_schema(const Rule& rule) {
    namespace d = fields_detail;
    if constexpr (std::is_same_v<T, Json>) {
        return Json::object();
    } else if constexpr (std::is_same_v<T, bool>) {
        return Json{{"type", "boolean"}};
    } else if constexpr (std::is_enum_v<T>) {
        Json words = Json::array();
        for (const auto& [value, text] : names_of(T{})) words.push_back(text);
        return Json{{"type", "string"}, {"enum", words}};
    } else if constexpr (std::is_integral_v<T>) {
        Json schema{{"type", "integer"}};
        d::bound_schema(schema, d::narrowed<T>(rule), "minimum", "maximum");
        return schema;
    } else if constexpr (std::is_same_v<T, std::string>) {
        Json schema{{"type", "string"}};
        d::bound_schema(schema, rule, "minLength", "maxLength");
        return schema;
    } else if constexpr (std::is_same_v<T, std::array<int, 2>>) {
        return Json{{"type", "array"}, {"items", value_schema<int>(rule.each())}, {"minItems", 2}, {"maxItems", 2}};
    } else if constexpr (d::is_optional<T>) {
        return Json{{"anyOf", {value_schema<typename T::value_type>(rule), Json{{"type", "null"}}}}};
    } else if constexpr (d::is_vector<T>) {
        Json schema{{"type", "array"}, {"items", value_schema<typename T::value_type>(rule.each())}};
        d::bound_schema(schema, rule, "minItems", "maxItems");
        return schema;
    } else if constexpr (d::is_map<T>) {
        Json schema{{"type", "object"}, {"additionalProperties", value_schema<typename T::mapped_type>(rule.each())}};
        d::bound_schema(schema, rule, "minProperties", "maxProperties");
        return schema;
    } else {
        FieldSchema visit;
        T defaults{};
        T::fields(visit, defaults);
        return Json{{"type", "object"}, {"properties", visit.properties}, {"required", visit.required}, {"additionalProperties", false}};
    }
}

/// The JSON Schema of a struct (draft 7).
template <typename T>
Json schema_of() {
    Json schema = value_schema<T>(Rule{});
    schema["$schema"] = "http://json-schema.org/draft-07/schema#";
    return schema;
}

}  // namespace muster
