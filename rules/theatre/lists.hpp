// Small helps with lists that this library's <ranges> does not have yet, and with paths.
#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace muster::rules::theatre {

template <typename Projection = std::identity>
bool contains(const auto& list, const auto& value, Projection projection = {}) {
    return std::ranges::find(list, value, projection) != std::ranges::end(list);
}

/// What `make` gives of each, in a list.
auto each_of(const auto& list, auto make) {
    std::vector<decltype(make(*std::ranges::begin(list)))> out;
    out.reserve(std::ranges::size(list));
    for (const auto& item : list) out.push_back(make(item));
    return out;
}

/// The path of a member of what is at `path`.
inline std::string member_path(const std::string& path, const std::string& key) {
    std::string out = path;
    out += '/';
    out += key;
    return out;
}

}  // namespace muster::rules::theatre
