// An event's body taken apart without a parser. Each is written by event_body(), {"seq":…,"at":"…","event":"…","data":…}, and no person's words come
// before `data`.
#pragma once
#include <string_view>

namespace muster::protocol {

struct EventParts {
    std::string_view at;
    std::string_view name;
    std::string_view data;
};

/// All empty if this is no such body.
inline EventParts parts_of(std::string_view body) {
    constexpr std::string_view before_at = ",\"at\":\"";
    constexpr std::string_view before_name = "\",\"event\":\"";
    constexpr std::string_view before_data = "\",\"data\":";
    const auto mark = body.find(before_at);
    if (mark == std::string_view::npos) return {};
    // To the next quotation mark: nothing is searched for in the data, which may be long.
    const auto at = mark + before_at.size();
    const auto at_end = body.find('"', at);
    if (at_end == std::string_view::npos || !body.substr(at_end).starts_with(before_name)) return {};
    const auto name = at_end + before_name.size();
    const auto name_end = body.find('"', name);
    if (name_end == std::string_view::npos || !body.substr(name_end).starts_with(before_data) || !body.ends_with('}')) return {};
    const auto data = name_end + before_data.size();
    return {body.substr(at, at_end - at), body.substr(name, name_end - name), body.substr(data, body.size() - 1 - data)};
}

}  // namespace muster::protocol
