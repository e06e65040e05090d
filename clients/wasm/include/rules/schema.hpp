// Instead of rules/schema.hpp: the module shows no schemas, which each ruleset's table of decisions and events would keep.
#pragma once
#include "rules/fields.hpp"

namespace muster {

template <typename T>
Json value_schema(const Rule& /*rule*/) {
    return {};
}

class FieldSchema {
public:
    void operator()(std::string_view /*key*/, const auto& /*field*/, const Rule& /*rule*/) {}
    Json finish();

private:
    void add(std::string_view key, const Rule& rule, Json&& schema, const Json* otherwise);

    Json properties_{};
    Json required_{};
};

template <typename T>
Json schema_of() {
    return {};
}

}  // namespace muster
