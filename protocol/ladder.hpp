// A seat's ladder: hashes that only its holder knows, shown one at a time from the bottom up, each bound to the one below it, which all
// know already (protocol/README.md, "Shared dice"). Nobody can be made to show another rung than the one that was promised.
//
//   x[i-1] = SHA-256("muster/share/2" ‖ H(0) ‖ seat ‖ 00 ‖ x[i])
//   seal   = HMAC-SHA256(x[i], "muster/seal/2" ‖ H(0) ‖ seat ‖ 00 ‖ u32be(decision) ‖ JCS(choice))
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/ids.hpp"

namespace muster::protocol {

/// The rung below `rung` on the ladder of this seat in the battle that began with `start`, H(0).
Hash rung_below(const Hash& start, std::string_view seat, const Hash& rung);

/// What binds a seat to a choice that it does not show yet. `rung`: the one that will open it. `choice`: RFC 8785 text.
Hash seal_of(const Hash& rung, const Hash& start, std::string_view seat, std::int64_t decision, std::string_view choice);

/// As its holder has it.
class Ladder {
public:
    static constexpr int rungs = 1024;

    /// `secret`: the topmost rung, 32 bytes that nobody else knows and that are for this ladder only. Works out all of it: a thousand hashes.
    Ladder(const Hash& start, std::string_view seat, const Hash& secret);

    /// x[0], which all are shown before the first die that depends on it.
    const Hash& foot() const { return kept_.front(); }
    /// x[i] for 1 to `rungs`.
    Hash rung(int i) const;

private:
    static constexpr int stride = 32;  // so few hashes away from a kept one is each

    Hash start_;
    std::string seat_;
    std::vector<Hash> kept_;  ///< x[0], x[32], …
};

}  // namespace muster::protocol
