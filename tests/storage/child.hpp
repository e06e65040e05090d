// The test program runs itself as a child that appends until it is killed, and says on standard output what was stored.
#pragma once
#include <cstdint>

namespace muster::storage::tests {

struct Acknowledged {
    std::int64_t battle = 0;  ///< its id is "battle-" and this
    std::int64_t last_seq = 0;
};

constexpr const char* child_flag = "--append-until-killed";

/// Never returns unless something fails.
int append_until_killed(const char* file);

}  // namespace muster::storage::tests
