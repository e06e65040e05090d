// JSON Schemas from the same definitions that read and write (rules/fields.hpp).
#pragma once
#include <algorithm>

#include "rules/fields.hpp"

namespace muster {

namespace fields_detail {
Json described(const char* type);
Json array_schema(Json&& items, const Rule& rule);
Json map_schema(Json&& entries, const Rule& rule);
Json word_schema(std::span<const std::string_view> words);
Json integer_schema(const Rule& rule);
Json text_schema(const Rule& rule);
Json tuple_schema(const Rule& each, std::size_t size);
Json optional_schema(Json&& schema);

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

/// Visits a struct's fields and makes one schema of theirs.
class FieldSchema {
public:
    template <typename T>
    void operator()(std::string_view key, const T& field, const Rule& rule) {
        if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
            const Json otherwise = to_json_value(field);
            add(key, rule, value_schema<T>(rule), &otherwise);
        } else {
            add(key, rule, value_schema<T>(rule), nullptr);
        }
    }
    Json finish();

private:
    void add(std::string_view key, const Rule& rule, Json&& schema, const Json* otherwise);

    Json properties_ = fields_detail::empty_object();
    Json required_ = fields_detail::empty_array();
};

template <typename T>
Json value_schema(const Rule& rule) {
    namespace d = fields_detail;
    if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, FlatJson> || std::is_same_v<T, JsonText>) {
        return d::empty_object();
    } else if constexpr (std::is_same_v<T, bool>) {
        return d::described("boolean");
    } else if constexpr (std::is_same_v<T, double>) {
        return d::described("number");
    } else if constexpr (std::is_enum_v<T>) {
        return d::word_schema(d::words_of<T>);
    } else if constexpr (std::is_integral_v<T>) {
        return d::integer_schema(d::narrowed<T>(rule));
    } else if constexpr (std::is_same_v<T, std::string>) {
        return d::text_schema(rule);
    } else if constexpr (d::is_int_array<T>) {
        return d::tuple_schema(d::narrowed<int>(rule.each()), std::tuple_size_v<T>);
    } else if constexpr (d::is_optional<T>) {
        return d::optional_schema(value_schema<typename T::value_type>(rule));
    } else if constexpr (d::is_vector<T>) {
        return d::array_schema(value_schema<typename T::value_type>(rule.each()), rule);
    } else if constexpr (d::is_map<T>) {
        return d::map_schema(value_schema<typename T::mapped_type>(rule.each()), rule);
    } else {
        FieldSchema visit;
        T defaults{};
        T::fields(visit, defaults);
        return visit.finish();
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
