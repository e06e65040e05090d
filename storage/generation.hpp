// The name of a store's history. Who has followed a battle here and finds the same generation again has seen a beginning of
// what is here now; after a restore that need not be so, and so a restored store has another one.
#pragma once
#include <random>
#include <string>

namespace muster::storage {

/// 16 hex digits that no store has had.
inline std::string new_generation() {
    std::random_device random;
    std::uniform_int_distribution<std::size_t> digit(0, 15);
    std::string drawn;
    for (int i = 0; i < 16; ++i) drawn += "0123456789abcdef"[digit(random)];
    return drawn;
}

}  // namespace muster::storage
