// SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104), for the module, which has no OpenSSL. Tests compare them with OpenSSL's.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace muster::wasm {

using Digest = std::array<std::uint8_t, 32>;

/// Takes a message in parts. Cheap to copy: what was taken so far can be gone on from several times.
class Sha256 {
public:
    void add(std::string_view bytes);
    /// Of all that was added; nothing may be added afterwards.
    Digest finish();

private:
    static constexpr std::size_t block_bytes = 64;
    void take_block(const std::uint8_t* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, block_bytes> block_{};
    std::uint64_t taken_ = 0;  ///< bytes
};

Digest sha256(std::string_view bytes);

/// With a key that is used several times.
class HmacSha256 {
public:
    explicit HmacSha256(std::string_view key);
    Digest of(std::string_view message) const;

private:
    Sha256 inner_{};
    Sha256 outer_{};
};

}  // namespace muster::wasm
