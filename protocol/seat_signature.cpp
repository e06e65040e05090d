#include "protocol/seat_signature.hpp"

#include "protocol/p256_key.hpp"

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

bool is_signed_by_seat(std::string_view statement, const std::string& signature, const std::string& key) {
    const auto bytes = from_lower_hex(signature, 64);
    const auto point = from_lower_hex(key, seat_key_digits / 2);
    return bytes && point && is_signed(statement, *bytes, *point);
}

}  // namespace muster::protocol
