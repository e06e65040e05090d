#include "protocol/ids.hpp"

#include <algorithm>

namespace muster::protocol {

bool looks_like_battle_id(std::string_view text) {
    return text.size() >= 16 && text.size() <= 40 &&
           std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; });
}

std::string to_hex(std::string_view bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string out(bytes.size() * 2, '\0');
    auto* at = out.data();
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        *at++ = digits[byte >> 4];
        *at++ = digits[byte & 15];
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

namespace {

constexpr std::string_view base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

std::string to_base64url(std::string_view bytes) {
    std::string out;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : bytes) {
        bits = (bits << 8) | static_cast<unsigned char>(c);
        for (held += 8; held >= 6; held -= 6) out += base64url[(bits >> (held - 6)) & 63];
    }
    if (held > 0) out += base64url[(bits << (6 - held)) & 63];
    return out;
}

std::optional<std::string> from_base64url(std::string_view text) {
    if (text.size() % 4 == 1) return {};
    std::string out;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : text) {
        const auto value = base64url.find(c);
        if (value == std::string_view::npos) return {};
        bits = (bits << 6) | static_cast<std::uint32_t>(value);
        held += 6;
        if (held < 8) continue;
        held -= 8;
        out += static_cast<char>((bits >> held) & 0xff);
    }
    return out;
}

std::optional<std::string> from_lower_hex(std::string_view hex, std::size_t size) {
    auto bytes = from_hex(hex);
    return bytes && bytes->size() == size && to_hex(*bytes) == hex ? std::move(bytes) : std::nullopt;
}

std::optional<Hash> hash_from_hex(std::string_view hex) {
    Hash out{};
    const auto bytes = from_lower_hex(hex, out.size());
    if (!bytes) return {};
    std::ranges::copy(*bytes, out.begin());
    return out;
}

std::string_view bytes_of(const Hash& hash) { return {reinterpret_cast<const char*>(hash.data()), hash.size()}; }

}  // namespace muster::protocol
