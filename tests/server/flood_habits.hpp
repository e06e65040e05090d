// All known floods, as habits of strangers.
#pragma once
#include "tests/server/swarm.hpp"
#include "tests/support/table.hpp"

namespace muster::test {

/// What strangers know of the server.
struct Known {
    std::vector<Battle> battles{};  ///< with their tokens; some are over and long
    std::size_t addresses = 1;      ///< that the strangers come from
};

std::vector<Habit> all_floods(const Known& known);

}  // namespace muster::test
