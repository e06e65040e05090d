#include "protocol/ids.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <stdexcept>

namespace muster::protocol {

std::string random_bytes(std::size_t count) {
    std::string bytes(count, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) != 1)
        throw std::runtime_error("the system's random generator failed");
    return bytes;
}

std::string new_battle_id() { return to_base64url(random_bytes(16)); }

std::string new_token() { return to_base64url(random_bytes(24)); }

bool looks_like_battle_id(std::string_view text) {
    return text.size() >= 16 && text.size() <= 40 &&
           std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; });
}

std::string to_hex(std::string_view bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

std::optional<std::string> from_hex(std::string_view hex) {
    if (hex.size() % 2 != 0) return {};
    const auto value = [](char c) -> int {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        if (c >= 'A' && c <= 'F') return c - 'A' + 10;
        return -1;
    };
    std::string out;
    out.reserve(hex.size() / 2);
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        const int high = value(hex[i]);
        const int low = value(hex[i + 1]);
        if (high < 0 || low < 0) return {};
        out += static_cast<char>(high * 16 + low);
    }
    return out;
}

std::string to_base64url(std::string_view bytes) {
    constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string out;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : bytes) {
        bits = (bits << 8) | static_cast<unsigned char>(c);
        for (held += 8; held >= 6; held -= 6) out += alphabet[(bits >> (held - 6)) & 63];
    }
    if (held > 0) out += alphabet[(bits << (6 - held)) & 63];
    return out;
}

Hash sha256(std::string_view bytes) {
    static EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);  // fetching costs more than hashing
    Hash hash{};
    if (EVP_Digest(bytes.data(), bytes.size(), hash.data(), nullptr, algorithm, nullptr) != 1) throw std::runtime_error("SHA-256 failed");
    return hash;
}

std::string_view bytes_of(const Hash& hash) { return {reinterpret_cast<const char*>(hash.data()), hash.size()}; }

bool equal_secrets(std::string_view a, std::string_view b) { return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0; }

}  // namespace muster::protocol
