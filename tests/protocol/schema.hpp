// As much of JSON Schema as the messages' schemas use.
#pragma once
#include <string>

#include "protocol/client_messages.hpp"
#include "rules/characters.hpp"

namespace muster::test {

/// Why `json` does not fit, "" if it does.
inline std::string schema_fault(const Json& schema, const Json& json, const std::string& path = {}) {
    if (schema.contains("const") && schema["const"] != json) return path + ": const";
    if (schema.contains("enum") && std::ranges::find(schema["enum"], json) == schema["enum"].end()) return path + ": enum";
    if (schema.contains("anyOf")) {
        for (const auto& each : schema["anyOf"])
            if (schema_fault(each, json, path).empty()) return {};
        return path + ": anyOf";
    }
    const std::string type = schema.value("type", "");
    if ((type == "object" && !json.is_object()) || (type == "string" && !json.is_string()) || (type == "boolean" && !json.is_boolean()) ||
        (type == "integer" && !json.is_number_integer()) || (type == "null" && !json.is_null()))
        return path + ": type";
    if (json.is_number_integer()) {
        if (schema.contains("minimum") && json < schema["minimum"]) return path + ": minimum";
        if (schema.contains("maximum") && json > schema["maximum"]) return path + ": maximum";
    }
    if (json.is_string()) {
        const auto size = count_characters(json.get_ref<const std::string&>());
        if (schema.contains("minLength") && size < schema["minLength"].get<std::size_t>()) return path + ": minLength";
        if (schema.contains("maxLength") && size > schema["maxLength"].get<std::size_t>()) return path + ": maxLength";
    }
    if (!json.is_object() || !schema.contains("properties")) return {};
    for (const auto& key : schema.value("required", Json::array()))
        if (!json.contains(key.get<std::string>())) return path + ": required " + key.get<std::string>();
    for (const auto& [key, value] : json.items()) {
        if (!schema["properties"].contains(key)) return path + ": unknown " + key;
        if (auto fault = schema_fault(schema["properties"][key], value, path + "/" + key); !fault.empty()) return fault;
    }
    return {};
}

}  // namespace muster::test
