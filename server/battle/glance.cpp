#include "server/battle/glance.hpp"

namespace muster::server {

using protocol::Visibility;

// What is no such word tells nobody anything.
Visibility visibility_named(std::string_view name) {
    for (const auto& [value, text] : names_of(Visibility{}))
        if (text == name) return value;
    return Visibility::closed;
}

Visibility visibility_wanted(const Json& options) {
    const auto* said = options.is_object() && options.contains("visibility") ? options.at("visibility").get_ptr<const std::string*>() : nullptr;
    return said ? visibility_named(*said) : Visibility::everyone;
}

bool is_told(Visibility visibility, Visibility wanted) {
    const bool is_hidden = visibility == Visibility::unlisted && wanted == Visibility::everyone;
    return visibility != Visibility::closed && wanted != Visibility::closed && !is_hidden;
}

}  // namespace muster::server
