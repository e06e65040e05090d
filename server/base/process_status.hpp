// What the kernel says about this process.
#pragma once
#include <cstdint>

namespace muster::server {

struct ProcessStatus {
    double cpu_s = 0;
    double started_s = 0;  ///< since the epoch
    std::int64_t resident_bytes = 0;
    std::int64_t open_files = 0;
    std::int64_t open_files_max = 0;
};

/// Reads /proc; what cannot be read is 0.
ProcessStatus process_status();

}  // namespace muster::server
