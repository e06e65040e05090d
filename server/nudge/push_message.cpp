#include "server/nudge/push_message.hpp"

#include <openssl/evp.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "protocol/ids.hpp"
#include "server/nudge/signature.hpp"

namespace muster::server {

namespace {

constexpr std::size_t tag_bytes = 16;
constexpr std::size_t auth_bytes = 16;

// HKDF-SHA256 for outputs of at most one block, which all of these are.
std::string hkdf(std::string_view salt, std::string_view secret, std::string info, std::size_t size) {
    const auto extracted = protocol::hmac_sha256(salt, secret);
    info += '\x01';
    return std::string(protocol::bytes_of(protocol::hmac_sha256(protocol::bytes_of(extracted), info)).substr(0, size));
}

std::string aes_128_gcm(std::string_view key, std::string_view nonce, std::string_view plain) {
    struct Free {
        void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
    };
    const std::unique_ptr<EVP_CIPHER_CTX, Free> context(EVP_CIPHER_CTX_new());
    const auto in = [](std::string_view bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); };
    std::string out(plain.size() + tag_bytes, '\0');
    auto* const bytes = reinterpret_cast<unsigned char*>(out.data());
    int size = 0;
    int rest = 0;
    const bool done = context && EVP_EncryptInit_ex2(context.get(), EVP_aes_128_gcm(), in(key), in(nonce), nullptr) == 1 &&
                      EVP_EncryptUpdate(context.get(), bytes, &size, in(plain), static_cast<int>(plain.size())) == 1 &&
                      EVP_EncryptFinal_ex(context.get(), bytes + size, &rest) == 1 &&
                      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, tag_bytes, bytes + plain.size()) == 1;
    if (!done) throw std::runtime_error("AES-128-GCM failed");
    return out;
}

}  // namespace

std::optional<std::string> encrypt_push(std::string_view text, const PushReceiver& receiver, const protocol::P256Key& sender, std::string_view salt) {
    if (text.size() > push_payload_bytes_max || receiver.auth.size() != auth_bytes) return {};
    const auto shared = sender.agree(receiver.p256dh);
    if (!shared) return {};
    using namespace std::string_literals;
    const std::string secret = hkdf(receiver.auth, *shared, "WebPush: info\0"s + receiver.p256dh + sender.public_bytes(), 32);
    const std::string key = hkdf(salt, secret, "Content-Encoding: aes128gcm\0"s, 16);
    const std::string nonce = hkdf(salt, secret, "Content-Encoding: nonce\0"s, 12);
    std::string out(salt);
    out += "\0\0\x10\0"s;  // records of 4096 bytes, of which this is the only one
    out += static_cast<char>(sender.public_bytes().size());
    out += sender.public_bytes();
    out += aes_128_gcm(key, nonce, std::string(text) + '\x02');  // the mark of the last record
    return out;
}

std::string vapid_authorization(const protocol::P256Key& key, const std::string& audience, const std::string& contact, std::int64_t expires_s) {
    nlohmann::json claims{{"aud", audience}, {"exp", expires_s}};
    if (!contact.empty()) claims["sub"] = contact;
    const std::string signed_part = protocol::to_base64url(R"({"typ":"JWT","alg":"ES256"})") + "." + protocol::to_base64url(claims.dump());
    return "vapid t=" + signed_part + "." + protocol::to_base64url(key.sign(signed_part)) + ", k=" + protocol::to_base64url(key.public_bytes());
}

}  // namespace muster::server
