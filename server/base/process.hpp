// The process musterd runs in: its limits, its threads.
#pragma once
#include <filesystem>
#include <string>

#include "server/base/executor.hpp"

namespace muster::server {

/// Before anything is opened: as many files as the system allows, and no signal for what is an error of a call.
void raise_limits();

/// SIGHUP waits from here on, in this thread and those that it starts, for one that hears it; none is lost, and none ends the server.
void hold_hang_up();
/// This thread hears it.
void hear_hang_up();

int cores();

/// What the system says to the number of an error. Not through an error category: under UBSan a call of its virtual function needs a file
/// descriptor, of which there may be none.
std::string system_text(int error);
/// Why a file could not be opened: that error's text, or the folder that is missing.
std::string why_not(const std::filesystem::path& file, int error);

/// Runs `io` on this and `threads - 1` more threads until nothing is left to do. Whatever escapes a handler is a bug: it is
/// logged, and everybody else goes on.
void run_on_threads(IoContext& io, int threads);

}  // namespace muster::server
