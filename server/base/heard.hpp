// What another server says, read leniently: one of another version may say more, less, or another type.
#pragma once
#include <cstdint>
#include <string>

#include "rules/json.hpp"

namespace muster::server {

/// Empty where no text stands, and in what is no object.
inline std::string text_in(const Json& said, const char* key) {
    const auto found = said.find(key);
    return found != said.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// 0 where no whole number stands, and in what is no object.
inline std::int64_t number_in(const Json& said, const char* key) {
    const auto found = said.find(key);
    return found != said.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

}  // namespace muster::server
