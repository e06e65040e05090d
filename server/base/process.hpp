// The process musterd runs in: its limits, its threads.
#pragma once
#include "server/base/executor.hpp"

namespace muster::server {

/// Before anything is opened: as many files as the system allows, and no signal for what is an error of a call.
void raise_limits();

int cores();

/// Runs `io` on this and `threads - 1` more threads until nothing is left to do. Whatever escapes a handler is a bug: it is
/// logged, and everybody else goes on.
void run_on_threads(IoContext& io, int threads);

}  // namespace muster::server
