// The keys by which a device signs what a seat decides (protocol/README.md, "Seats that sign"), among what it keeps.
#pragma once
#include <optional>
#include <string>

#include "protocol/mine.hpp"
#include "protocol/p256_key.hpp"

namespace muster::protocol {

/// Draws a key for the seat and keeps it; of too many the oldest falls away. Gives its public half, hex.
std::string draw_seat_key(KeptSeat& kept);
/// The public half of the last that was drawn; empty: none was.
std::string last_seat_key(const KeptSeat& kept);
/// Whether the seat can have come with this public half (hex) from this device. Of as many as are kept the first may have fallen away.
bool may_be_own_key(const KeptSeat& kept, const std::string& public_half);
/// Of those that are kept, the one with this public half (hex).
std::optional<P256Key> seat_key(const KeptSeat& kept, const std::string& public_half);

}  // namespace muster::protocol
