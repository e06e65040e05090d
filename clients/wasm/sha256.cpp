#include "clients/wasm/sha256.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace muster::wasm {

namespace {

constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74,
    0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d,
    0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e,
    0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
    0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

}  // namespace

void Sha256::take_block(const std::uint8_t* block) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        for (std::size_t byte = 0; byte < 4; ++byte) w[i] = w[i] << 8 | block[i * 4 + byte];
    for (std::size_t i = 16; i < 64; ++i) {
        const auto low = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
        const auto high = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; ++i) {
        const auto first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
        const auto second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < mixed.size(); ++i) state_[i] += mixed[i];
}

void Sha256::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto held = static_cast<std::size_t>(taken_ % block_bytes);
        const auto size = std::min(block_bytes - held, bytes.size());
        std::copy_n(bytes.begin(), size, block_.begin() + static_cast<std::ptrdiff_t>(held));
        taken_ += size;
        bytes.remove_prefix(size);
        if (taken_ % block_bytes == 0) take_block(block_.data());
    }
}

Digest Sha256::finish() {
    const std::uint64_t bits = taken_ * 8;
    constexpr std::size_t length_at = block_bytes - 8;
    const auto held = static_cast<std::size_t>(taken_ % block_bytes);
    std::string end((held < length_at ? length_at : length_at + block_bytes) - held, '\0');
    end.front() = '\x80';
    for (int shift = 56; shift >= 0; shift -= 8) end += static_cast<char>(bits >> shift & 0xff);
    add(end);
    Digest out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)) & 0xff);
    return out;
}

Digest sha256(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

HmacSha256::HmacSha256(std::string_view key) {
    constexpr std::size_t block_bytes = 64;
    std::string padded(key);
    if (key.size() > block_bytes) {
        const auto digest = sha256(key);
        padded.assign(digest.begin(), digest.end());
    }
    padded.resize(block_bytes, '\0');
    const auto masked = [&](unsigned mask) {
        auto out = padded;
        for (char& each : out) each = static_cast<char>(static_cast<unsigned char>(each) ^ mask);
        return out;
    };
    inner_.add(masked(0x36));
    outer_.add(masked(0x5c));
}

Digest HmacSha256::of(std::string_view message) const {
    auto inner = inner_;
    inner.add(message);
    const auto digest = inner.finish();
    auto outer = outer_;
    outer.add({reinterpret_cast<const char*>(digest.data()), digest.size()});
    return outer.finish();
}

}  // namespace muster::wasm
