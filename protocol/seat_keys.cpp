#include "protocol/seat_keys.hpp"

#include <algorithm>

namespace muster::protocol {

namespace {

constexpr std::size_t private_digits = 64;

std::string public_half_of(const std::string& kept) { return kept.size() > private_digits ? kept.substr(private_digits) : std::string(); }

}  // namespace

// Both halves: browsers read no private key without the public one.
std::string draw_seat_key(KeptSeat& kept) {
    const auto key = P256Key::generate();
    auto public_half = to_hex(key.public_bytes());
    kept.keys.push_back(to_hex(key.private_bytes()) + public_half);
    bound(kept);
    return public_half;
}

std::string last_seat_key(const KeptSeat& kept) { return kept.keys.empty() ? std::string() : public_half_of(kept.keys.back()); }

bool may_be_own_key(const KeptSeat& kept, const std::string& public_half) {
    return kept.keys.empty() || std::ssize(kept.keys) >= kept_ladders_max || std::ranges::find(kept.keys, public_half, public_half_of) != kept.keys.end();
}

std::optional<P256Key> seat_key(const KeptSeat& kept, const std::string& public_half) {
    const auto found = std::ranges::find(kept.keys, public_half, public_half_of);
    if (public_half.empty() || found == kept.keys.end()) return {};
    const auto bytes = from_hex(found->substr(0, private_digits));
    return bytes ? P256Key::from_private(*bytes) : std::nullopt;
}

}  // namespace muster::protocol
