// An event's body taken apart without a parser. Each is written by the fold, {"seq":…,"at":"…","event":"…","data":…}, and no person's words come
// before `data`.
#pragma once
#include <string_view>

namespace muster::server {

struct EventParts {
    std::string_view name;
    std::string_view data;  ///< with the brace that ends the body
};

inline EventParts parts_of(std::string_view body) {
    constexpr std::string_view at = ",\"at\":\"";
    constexpr std::string_view event = "\",\"event\":\"";
    constexpr std::string_view data = "\",\"data\":";
    const auto time = body.find(at) + at.size();
    const auto name = body.find('"', time) + event.size();  // nothing is searched for in the data, which may be long
    const auto end = body.find('"', name);
    return {body.substr(name, end - name), body.substr(end + data.size())};
}

}  // namespace muster::server
