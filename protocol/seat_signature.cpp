#include "protocol/seat_signature.hpp"

namespace muster::protocol {

std::string seat_statement(const Hash& start, std::string_view seat, std::string_view jcs) {
    std::string out = "muster/seat/2";
    out += bytes_of(start);
    out += seat;
    out += '\0';
    out += jcs;
    return out;
}

bool is_seat_key(std::string_view hex) { return hex.starts_with("04") && from_lower_hex(hex, seat_key_digits / 2).has_value(); }

SeatPublicKey::SeatPublicKey(const std::string& hex) {
    if (const auto point = from_lower_hex(hex, seat_key_digits / 2)) key_ = P256PublicKey::from_point(*point);
}

bool SeatPublicKey::has_signed(std::string_view statement, const std::string& signature) const {
    const auto bytes = from_lower_hex(signature, 64);
    return bytes && key_ && key_->has_signed(statement, *bytes);
}

}  // namespace muster::protocol
