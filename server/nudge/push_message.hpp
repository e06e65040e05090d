// What goes to a browser's push service: the message, encrypted so that only the browser can read it (RFC 8291, aes128gcm of RFC 8188),
// and the header by which the service knows who sends it (VAPID, RFC 8292).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/p256_key.hpp"

namespace muster::server {

/// What a browser gave away so that messages can be encrypted for it, as bytes.
struct PushReceiver {
    std::string p256dh;  ///< its public key, 65 bytes
    std::string auth;    ///< 16 bytes
};

/// More than this does not fit into the one record that push services must take.
inline constexpr std::size_t push_payload_bytes_max = 3993;

/// The body of the request: `sender` and `salt` (16 bytes) must be fresh for each message. Nothing if the receiver's key is none, or
/// the text is too long.
std::optional<std::string> encrypt_push(std::string_view text, const PushReceiver& receiver, const protocol::P256Key& sender, std::string_view salt);

/// The value of `Authorization`. `audience`: the push service's origin; `contact`: an https or mailto address of the operator, or
/// empty.
std::string vapid_authorization(const protocol::P256Key& key, const std::string& audience, const std::string& contact, std::int64_t expires_s);

}  // namespace muster::server
