#include "server/nudge/signature.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <stdexcept>

namespace muster::server {

protocol::Hash hmac_sha256(std::string_view key, std::string_view message) {
    protocol::Hash out{};
    unsigned size = 0;
    if (!HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(message.data()), message.size(), out.data(),
              &size))
        throw std::runtime_error("HMAC-SHA256 failed");
    return out;
}

std::string signature_of(std::string_view secret, std::int64_t at_s, std::string_view body) {
    const std::string time = std::to_string(at_s);
    const auto mac = hmac_sha256(secret, time + "." + std::string(body));
    return "t=" + time + ",v1=" + protocol::to_hex(protocol::bytes_of(mac));
}

}  // namespace muster::server
