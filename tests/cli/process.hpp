// Runs the program as a user would.
#pragma once
#include <string>
#include <vector>

namespace muster::cli::test {

struct Finished {
    int status = -1;
    std::string out;
    std::string err;
};

/// Runs `muster` with these arguments and this standard input until it ends.
Finished run_muster(const std::vector<std::string>& arguments, const std::string& input = {});

}  // namespace muster::cli::test
