// The command line.
#pragma once

namespace muster::cli {

/// Reads the command line and does what it asks for. Gives the exit status.
int run_command_line(int argc, char** argv);

}  // namespace muster::cli
