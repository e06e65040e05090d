#include "protocol/ids.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
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

namespace {

constexpr std::string_view letters_and_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

// No '-' and no '_': a name that begins with one is an option to a command line, and a chat cuts a link that ends with one.
template <typename Bytes>
std::string name_from(std::size_t count, const Bytes& more) {
    constexpr unsigned char fair = 256 / letters_and_digits.size() * letters_and_digits.size();  // bytes from here on would favour some
    std::string name;
    while (name.size() < count)
        for (const char c : more())
            if (const auto byte = static_cast<unsigned char>(c); byte < fair && name.size() < count)
                name += letters_and_digits[byte % letters_and_digits.size()];
    return name;
}

constexpr std::size_t battle_id_letters = 22, token_letters = 32;

}  // namespace

std::string new_battle_id() {
    return name_from(battle_id_letters, [] { return random_bytes(battle_id_letters); });
}

std::string new_token() {
    return name_from(token_letters, [] { return random_bytes(token_letters); });
}

std::string token_from(std::string_view secret) {
    int part = 0;
    return name_from(token_letters, [&] { return derived(secret, "token " + std::to_string(++part), sizeof(Hash)); });
}

bool is_token(std::string_view text) { return text.size() >= token_letters && text.find_first_not_of(letters_and_digits) == std::string_view::npos; }

std::string derived(std::string_view secret, std::string_view purpose, std::size_t count) {
    if (secret.empty()) throw std::logic_error("a secret must not follow from nothing");
    const auto hash = sha256(std::string(purpose).append(1, '\0').append(secret));
    return std::string(bytes_of(hash).substr(0, count));
}

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

std::string_view bytes_of(const Hash& hash) { return {reinterpret_cast<const char*>(hash.data()), hash.size()}; }

bool equal_secrets(std::string_view a, std::string_view b) { return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0; }

}  // namespace muster::protocol
