// What a server keeps of battles elsewhere to whose dice it is the witness: the ladder that it drew, and the head it has answered last. Two
// heads for one step would be two battles.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace muster::storage {

struct Witnessed {
    std::string start;       ///< H(0), 32 bytes: which battle it is
    std::string server_key;  ///< of its server, 65 bytes: nobody else is answered
    std::string secret;      ///< the topmost rung, 32 bytes
    std::int64_t after = 0;  ///< how many shares were given before this ladder
    std::int64_t step = 0;   ///< how many were given
    std::string head{};      ///< for which the last was: k, H(k) and R(k) as bytes; empty: none was given
    std::int64_t at_ms = 0;  ///< when it asked last
    bool operator==(const Witnessed&) const = default;
};

/// How many battles are kept; where that many are, one that has not asked since then makes room.
struct WitnessedLimits {
    std::size_t max = 0;
    std::int64_t idle_since_ms = 0;
    std::int64_t unused_since_ms = 0;  ///< or since then, if it never asked for a share
};

}  // namespace muster::storage
