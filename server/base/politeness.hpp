// Work that nobody's battle waits for comes last.
#pragma once
#include <sys/resource.h>

namespace muster::server {

/// Of the thread that says it: on Linux each has a niceness of its own. If the system refuses, its work is merely less polite.
inline void yield_to_battles() { setpriority(PRIO_PROCESS, 0, 19); }

}  // namespace muster::server
