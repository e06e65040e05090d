// What protocol/digest.cpp does with OpenSSL.
#include "protocol/digest.hpp"

#include "clients/wasm/sha256.hpp"

namespace muster::protocol {

Hash sha256(std::string_view bytes) { return wasm::sha256(bytes); }

Hash hmac_sha256(std::string_view key, std::string_view message) { return wasm::HmacSha256(key).of(message); }

struct KeyedHmac::Context {
    wasm::HmacSha256 hmac;
};

KeyedHmac::KeyedHmac(std::string_view key) : context_(std::make_unique<Context>(wasm::HmacSha256(key))) {}

KeyedHmac::~KeyedHmac() = default;

Hash KeyedHmac::of(std::string_view message) { return context_->hmac.of(message); }

}  // namespace muster::protocol
