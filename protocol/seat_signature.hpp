// What a seat that signs says of its own decisions (protocol/README.md, "Seats that sign"): nobody else can then have made them. The signature stands
// beside the input in records and is never hashed.
//
//   "muster/seat/2" ‖ H(0) ‖ seat ‖ 00 ‖ JCS(input)      by the key that the seat brought (P-256); the input as it stands in the record
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "protocol/ids.hpp"
#include "protocol/p256_key.hpp"

namespace muster::protocol {

inline constexpr std::size_t seat_key_digits = 130;

/// What is signed. `start`: H(0); `jcs`: the input.
std::string seat_statement(const Hash& start, std::string_view seat, std::string_view jcs);

/// Whether it looks like the public half of a key: an uncompressed point, lower-case hex.
bool is_seat_key(std::string_view hex);

/// A seat's key, made ready once for all that it signs.
class SeatPublicKey {
public:
    /// `hex`: as is_seat_key() takes it. Where that is no point of the curve it has signed nothing.
    explicit SeatPublicKey(const std::string& hex);

    /// Whether its holder has signed this; `signature`: hex.
    bool has_signed(std::string_view statement, const std::string& signature) const;

private:
    std::optional<P256PublicKey> key_;
};

}  // namespace muster::protocol
