// What a device was told of a battle, event by event, as digests against which the same battle is held when it is told again, or published.
#pragma once
#include <optional>
#include <string_view>

#include "protocol/chain.hpp"
#include "protocol/mine.hpp"

namespace muster::protocol {

/// D(0) = H(0), D(s) = SHA-256(D(s-1) ‖ JCS({at, data, event, seq})) of the event with number s; but talk, which not everybody hears alike, adds nothing. What
/// is told after the battle's end is in no record, and not heard here.
class Hearing {
public:
    /// `start`: H(0).
    explicit Hearing(const Hash& start) : start_(start), digest_(start) {}

    /// The next event, or the first: then it begins anew. If one was missed, nothing more is known until then. A breach: the device was told otherwise before.
    std::optional<Breach> hear(std::int64_t seq, std::string_view at, std::string_view event, const Json& data, const KeptSeat& kept);

    /// Whether `keep()` would change anything.
    bool is_kept(const KeptSeat& kept) const;
    /// Keeps how far it has heard. Of two that contradict, the earlier stays.
    void keep(KeptSeat& kept) const;

private:
    Hash start_;
    Hash digest_;
    std::int64_t seq_ = 0;
    bool is_known_ = true;  ///< false: something was missed
    bool is_over_ = false;
};

/// Takes in how far another device has heard.
std::optional<Breach> merge_heard(KeptSeat& kept, const std::vector<Heard>& theirs);

}  // namespace muster::protocol
