// What protocol/p256_key.cpp does with OpenSSL, of other people's keys alone: a module has none of its own.
#include "protocol/p256_key.hpp"

#include "clients/wasm/p256.hpp"

struct evp_pkey_st {
    muster::wasm::P256Point point;
};
struct evp_pkey_ctx_st {};

namespace muster::protocol {

void P256Free::operator()(EVP_PKEY* key) const { delete key; }
void P256Free::operator()(EVP_PKEY_CTX* context) const { delete context; }

P256PublicKey::P256PublicKey(P256Handle handle) : handle_(std::move(handle)) {}

std::optional<P256PublicKey> P256PublicKey::from_point(std::string_view bytes) {
    auto point = wasm::P256Point::read(bytes);
    if (!point) return {};
    return P256PublicKey(P256Handle(new evp_pkey_st{*point}));
}

bool P256PublicKey::has_signed(std::string_view message, std::string_view signature) const { return handle_->point.has_signed(message, signature); }

bool is_signed(std::string_view message, std::string_view signature, std::string_view public_bytes) {
    const auto key = P256PublicKey::from_point(public_bytes);
    return key && key->has_signed(message, signature);
}

}  // namespace muster::protocol
