// A moment as battles know it.
#pragma once
#include <cstdint>

namespace muster::server {

struct Now {
    std::int64_t ms = 0;        ///< since 1970, UTC
    std::int64_t shift_ms = 0;  ///< by how much the server's absences and corrections of its clock had moved all deadlines by then

    /// Goes on steadily and never back, whatever is done to the time of day, and tells none: for spans that are nobody's deadline.
    std::int64_t played_ms() const { return ms - shift_ms; }
};

}  // namespace muster::server
