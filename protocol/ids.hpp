// Names nobody can guess, and the bytes they are made of.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace muster::protocol {

using Hash = std::array<std::uint8_t, 32>;

/// `count` bytes from the system's secure generator. Throws if it fails: without it nothing may go on.
std::string random_bytes(std::size_t count);

/// A new battle id: 22 letters and digits, 130 random bits.
std::string new_battle_id();
/// A new seat token: 32 letters and digits, 190 random bits.
std::string new_token();
/// The token that follows from a secret, as hard to guess as that; another than `derived` gives for any purpose.
std::string token_from(std::string_view secret);
/// Up to 32 bytes that follow from a secret and what they are for: from one nobody can guess another.
std::string derived(std::string_view secret, std::string_view purpose, std::size_t count);
/// Whether a text has the form of a token that somebody drew: letters and digits, as many as new_token() gives or more.
bool is_token(std::string_view text);
/// Whether `text` could be a battle id (length and alphabet); cheap, before anybody asks the store.
bool looks_like_battle_id(std::string_view text);

/// Lower-case hex, and back; nothing for odd lengths or other characters.
std::string to_hex(std::string_view bytes);
std::optional<std::string> from_hex(std::string_view hex);
/// `size` bytes in lower-case hex, since another way of writing them would be another text for the same.
std::optional<std::string> from_lower_hex(std::string_view hex, std::size_t size);
/// The same of a hash.
std::optional<Hash> hash_from_hex(std::string_view hex);
/// Without padding, and back; nothing for other characters or an impossible length.
std::string to_base64url(std::string_view bytes);
std::optional<std::string> from_base64url(std::string_view text);

Hash sha256(std::string_view bytes);
Hash hmac_sha256(std::string_view key, std::string_view message);
std::string_view bytes_of(const Hash& hash);
/// Compares in a time that depends on the lengths only.
bool equal_secrets(std::string_view a, std::string_view b);

}  // namespace muster::protocol
