#include <csignal>
#include <cstdio>
#include <exception>

#include "clients/cli/exit_codes.hpp"
#include "clients/cli/options.hpp"

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return muster::cli::run_command_line(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "muster: %s\n", error.what());
        return muster::cli::server_failed;
    }
}
