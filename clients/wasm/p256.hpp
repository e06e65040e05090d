// Whether an ES256 signature holds (ECDSA with SHA-256 on P-256, FIPS 186-5), for the module, which has no OpenSSL. It knows public keys alone and has no
// secret to keep, so its time may depend on what it reads. Tests compare it with OpenSSL's.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace muster::wasm {

/// 256 bits, the lowest 32 first.
using Number = std::array<std::uint32_t, 8>;

class P256Point {
public:
    /// From the uncompressed point, 65 bytes; nothing if it is none of the curve.
    static std::optional<P256Point> read(std::string_view bytes);

    /// Whether `signature` (64 bytes, both numbers) is one of `message` by whose public key this is.
    bool has_signed(std::string_view message, std::string_view signature) const;

private:
    P256Point(const Number& x, const Number& y) : x_(x), y_(y) {}

    Number x_;  ///< both in Montgomery's form
    Number y_;
};

}  // namespace muster::wasm
