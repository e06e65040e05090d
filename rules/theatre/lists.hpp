// Small helps with lists that this library's <ranges> does not have yet.
#pragma once
#include <algorithm>
#include <functional>
#include <vector>

namespace muster::rules::theatre {

template <typename Projection = std::identity>
bool contains(const auto& list, const auto& value, Projection projection = {}) {
    return std::ranges::find(list, value, projection) != std::ranges::end(list);
}

/// What `make` gives of each, in a list.
auto each_of(const auto& list, auto make) {
    std::vector<decltype(make(*std::ranges::begin(list)))> out;
    for (const auto& item : list) out.push_back(make(item));
    return out;
}

}  // namespace muster::rules::theatre
