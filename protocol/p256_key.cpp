#include "protocol/p256_key.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <array>
#include <stdexcept>

#include "protocol/ids.hpp"

namespace muster::protocol {

namespace {

constexpr std::size_t scalar_bytes = 32;
constexpr std::size_t point_bytes = 65;
constexpr std::size_t der_bytes_max = 72;  // of a signature

template <auto Function>
struct Freed {
    void operator()(auto* pointer) const { Function(pointer); }
};
using Number = std::unique_ptr<BIGNUM, Freed<BN_clear_free>>;
using Point = std::unique_ptr<EC_POINT, Freed<EC_POINT_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX_free>>;
using Builder = std::unique_ptr<OSSL_PARAM_BLD, Freed<OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, Freed<OSSL_PARAM_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, Freed<ECDSA_SIG_free>>;

const EC_GROUP* curve() {
    static const EC_GROUP* const group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    return group;
}

const unsigned char* data_of(std::string_view bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }
unsigned char* data_of(std::string& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }

Number number_of(std::string_view bytes) { return Number(BN_bin2bn(data_of(bytes), static_cast<int>(bytes.size()), nullptr)); }

void must(bool done) {
    if (!done) throw std::runtime_error("an operation on a P-256 key failed");
}

// Null if these are no key; without a private part: the key of somebody else.
P256Handle import(std::string_view private_bytes, std::string_view public_bytes) {
    const Builder builder(OSSL_PARAM_BLD_new());
    const Number secret = number_of(private_bytes);
    must(OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1);
    must(OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, public_bytes.data(), public_bytes.size()) == 1);
    if (!private_bytes.empty()) must(OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, secret.get()) == 1);
    const Parameters parameters(OSSL_PARAM_BLD_to_param(builder.get()));
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
    must(context && EVP_PKEY_fromdata_init(context.get()) == 1);
    EVP_PKEY* key = nullptr;
    const int selection = private_bytes.empty() ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR;
    if (EVP_PKEY_fromdata(context.get(), &key, selection, parameters.get()) != 1) return nullptr;
    return P256Handle(key);
}

}  // namespace

void P256Free::operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
void P256Free::operator()(EVP_PKEY_CTX* context) const { EVP_PKEY_CTX_free(context); }

P256Key::P256Key(std::string private_bytes, std::string public_bytes, P256Handle handle)
    : private_(std::move(private_bytes)), public_(std::move(public_bytes)), handle_(std::move(handle)), signer_(EVP_PKEY_CTX_new(handle_.get(), nullptr)) {
    must(signer_ && EVP_PKEY_sign_init(signer_.get()) == 1);
}

std::optional<P256Key> P256Key::from_private(std::string_view bytes) {
    if (bytes.size() != scalar_bytes) return {};
    const Number secret = number_of(bytes);
    if (BN_is_zero(secret.get()) || BN_cmp(secret.get(), EC_GROUP_get0_order(curve())) >= 0) return {};
    const Point point(EC_POINT_new(curve()));
    must(point && EC_POINT_mul(curve(), point.get(), secret.get(), nullptr, nullptr, nullptr) == 1);
    std::string shown(point_bytes, '\0');
    must(EC_POINT_point2oct(curve(), point.get(), POINT_CONVERSION_UNCOMPRESSED, data_of(shown), shown.size(), nullptr) == point_bytes);
    auto handle = import(bytes, shown);
    if (!handle) return {};
    return P256Key(std::string(bytes), std::move(shown), std::move(handle));
}

P256Key P256Key::generate() {
    while (true)
        if (auto key = from_private(random_bytes(scalar_bytes))) return std::move(*key);  // all but one in 2^32 are keys
}

std::optional<std::string> P256Key::agree(std::string_view other) const {
    if (other.size() != point_bytes || other.front() != '\x04') return {};
    const P256Handle peer = import({}, other);
    if (!peer) return {};
    const KeyContext context(EVP_PKEY_CTX_new(handle_.get(), nullptr));
    std::string out(scalar_bytes, '\0');
    std::size_t size = out.size();
    must(context && EVP_PKEY_derive_init(context.get()) == 1);
    if (EVP_PKEY_derive_set_peer(context.get(), peer.get()) != 1) return {};
    must(EVP_PKEY_derive(context.get(), data_of(out), &size) == 1 && size == out.size());
    return out;
}

std::string P256Key::sign(std::string_view message) const {
    const P256Context context(EVP_PKEY_CTX_dup(signer_.get()));
    const auto digest = sha256(message);
    std::array<unsigned char, der_bytes_max> der;
    std::size_t size = der.size();
    must(context && EVP_PKEY_sign(context.get(), der.data(), &size, digest.data(), digest.size()) == 1);
    const unsigned char* at = der.data();
    const Signature signature(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(size)));
    must(signature != nullptr);
    std::string out(2 * scalar_bytes, '\0');
    must(BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), data_of(out), scalar_bytes) == scalar_bytes);
    must(BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), data_of(out) + scalar_bytes, scalar_bytes) == scalar_bytes);
    return out;
}

P256PublicKey::P256PublicKey(P256Handle handle) : handle_(std::move(handle)), verifier_(EVP_PKEY_CTX_new(handle_.get(), nullptr)) {
    must(verifier_ && EVP_PKEY_verify_init(verifier_.get()) == 1);
}

std::optional<P256PublicKey> P256PublicKey::from_point(std::string_view bytes) {
    if (bytes.size() != point_bytes || bytes.front() != '\x04') return {};
    auto handle = import({}, bytes);
    if (!handle) return {};
    return P256PublicKey(std::move(handle));
}

bool P256PublicKey::has_signed(std::string_view message, std::string_view signature) const {
    if (signature.size() != 2 * scalar_bytes) return false;
    const Signature numbers(ECDSA_SIG_new());
    Number r = number_of(signature.substr(0, scalar_bytes));
    Number s = number_of(signature.substr(scalar_bytes));
    must(numbers && ECDSA_SIG_set0(numbers.get(), r.release(), s.release()) == 1);
    unsigned char* der = nullptr;
    const int size = i2d_ECDSA_SIG(numbers.get(), &der);
    must(size > 0);
    const std::unique_ptr<unsigned char, Freed<[](unsigned char* bytes) { OPENSSL_free(bytes); }>> owned(der);
    const P256Context context(EVP_PKEY_CTX_dup(verifier_.get()));
    const auto digest = sha256(message);
    must(context != nullptr);
    return EVP_PKEY_verify(context.get(), der, static_cast<std::size_t>(size), digest.data(), digest.size()) == 1;
}

bool is_signed(std::string_view message, std::string_view signature, std::string_view public_bytes) {
    const auto key = P256PublicKey::from_point(public_bytes);
    return key && key->has_signed(message, signature);
}

}  // namespace muster::protocol
