#pragma once
#include <chrono>

namespace muster::test {

/// How long a test waits for something that must come. Only reached when it fails, also on a machine that does much else.
inline constexpr std::chrono::seconds patience{60};

}  // namespace muster::test
