// `musterd health`, as containers ask it.
#pragma once
#include "tests/support/server_process.hpp"
#include "tests/support/wait_until.hpp"

namespace muster::test {

/// Asks until the server says that it is well: each asking has 2 s for an answer, and a disk may be busy for longer.
inline Finished ask_until_well(const std::vector<std::string>& options) {
    std::vector<std::string> command{MUSTERD, "health"};
    command.insert(command.end(), options.begin(), options.end());
    Finished asked;
    wait_until([&] {
        asked = run_program(command);
        return asked.exit_code == 0;
    });
    return asked;
}

}  // namespace muster::test
