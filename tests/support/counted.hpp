// The numbers of events, as they must come.
#pragma once
#include <cstdint>
#include <vector>

namespace muster::test {

/// `first`, the one after it, and so on to `last`.
inline std::vector<std::int64_t> counted(std::int64_t last, std::int64_t first = 1) {
    std::vector<std::int64_t> out;
    for (auto number = first; number <= last; ++number) out.push_back(number);
    return out;
}

}  // namespace muster::test
