// How often each face of the dice fell.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

namespace muster {

/// Face n at [n - 1].
using Faces = std::array<std::int64_t, 6>;

inline void add_faces(Faces& sum, const Faces& more) { std::ranges::transform(sum, more, sum.begin(), std::plus()); }

}  // namespace muster
