#include "server/nudge/signature.hpp"

namespace muster::server {

std::string signature_of(std::string_view secret, std::int64_t at_s, std::string_view body) {
    const std::string time = std::to_string(at_s);
    const auto mac = protocol::hmac_sha256(secret, time + "." + std::string(body));
    return "t=" + time + ",v1=" + protocol::to_hex(protocol::bytes_of(mac));
}

}  // namespace muster::server
