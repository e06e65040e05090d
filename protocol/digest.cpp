#include "protocol/digest.hpp"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>

#include <stdexcept>

namespace muster::protocol {

Hash sha256(std::string_view bytes) {
    static EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);  // fetching costs more than hashing
    Hash hash{};
    if (EVP_Digest(bytes.data(), bytes.size(), hash.data(), nullptr, algorithm, nullptr) != 1) throw std::runtime_error("SHA-256 failed");
    return hash;
}

Hash hmac_sha256(std::string_view key, std::string_view message) {
    Hash out{};
    unsigned size = 0;
    if (!HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(message.data()), message.size(), out.data(),
              &size))
        throw std::runtime_error("HMAC-SHA256 failed");
    return out;
}

struct KeyedHmac::Context {
    EVP_MAC_CTX* mac = nullptr;
    ~Context() { EVP_MAC_CTX_free(mac); }
};

KeyedHmac::KeyedHmac(std::string_view key) : context_(std::make_unique<Context>()) {
    static EVP_MAC* const hmac = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
    char digest[] = "SHA256";
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0), OSSL_PARAM_construct_end()};
    context_->mac = EVP_MAC_CTX_new(hmac);
    if (!context_->mac || EVP_MAC_init(context_->mac, reinterpret_cast<const unsigned char*>(key.data()), key.size(), params) != 1)
        throw std::runtime_error("HMAC-SHA256 is not available");
}

KeyedHmac::~KeyedHmac() = default;

Hash KeyedHmac::of(std::string_view message) {
    Hash out{};
    std::size_t size = 0;
    const bool done = EVP_MAC_init(context_->mac, nullptr, 0, nullptr) == 1 &&
                      EVP_MAC_update(context_->mac, reinterpret_cast<const unsigned char*>(message.data()), message.size()) == 1 &&
                      EVP_MAC_final(context_->mac, out.data(), &size, out.size()) == 1;
    if (!done || size != out.size()) throw std::runtime_error("HMAC-SHA256 failed");
    return out;
}

}  // namespace muster::protocol
