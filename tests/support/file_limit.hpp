// As many open files as this process may have: for crowds of connections.
#pragma once
#include <sys/resource.h>

#include <cstddef>

namespace muster::test {

/// Raises the limit as far as that is allowed; servers that are started later have it too. How many files that is.
inline std::size_t raise_file_limit() {
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    return files.rlim_max;
}

}  // namespace muster::test
