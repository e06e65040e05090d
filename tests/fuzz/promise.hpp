// What must hold for every input. Not an assertion: it is checked in every build.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace muster::fuzz {

/// Ends the fuzzer, which then keeps the input that broke the promise.
inline void promise(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

inline std::string_view text_of(const unsigned char* data, std::size_t size) { return {reinterpret_cast<const char*>(data), size}; }

}  // namespace muster::fuzz
