#include "rules/later_fields.hpp"

namespace muster {

namespace {

/// Takes the field that `path` names ("/shots/*/range") out of `now` wherever `then` has none.
void take_out(Json& now, const Json& then, std::string_view path) {
    path.remove_prefix(1);
    const auto end = path.find('/');
    const auto key = std::string(path.substr(0, end));
    if (end == std::string_view::npos) {
        if (now.is_object() && then.is_object() && !then.contains(key)) now.erase(key);
        return;
    }
    const auto below = path.substr(end);
    if (key != "*") {
        if (now.is_object() && then.is_object() && now.contains(key) && then.contains(key)) take_out(now[key], then[key], below);
    } else if (now.is_array() && then.is_array()) {
        for (std::size_t i = 0; i < std::min(now.size(), then.size()); ++i) take_out(now[i], then[i], below);
    } else if (now.is_object() && then.is_object()) {
        for (auto& [name, value] : now.items())
            if (then.contains(name)) take_out(value, then[name], below);
    }
}

}  // namespace

Json without_later(Json now, const Json& then, const std::vector<std::string>& later) {
    for (const auto& path : later) take_out(now, then, path);
    return now;
}

}  // namespace muster
