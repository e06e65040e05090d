// A P-256 key pair: the server's own for what it signs (heads of battles, Web Push) and a fresh one for each push message. Owned by whoever
// makes it; const calls may come from several threads.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <openssl/types.h>

namespace muster::protocol {

struct P256Free {
    void operator()(EVP_PKEY* key) const;
    void operator()(EVP_PKEY_CTX* context) const;
};
using P256Handle = std::unique_ptr<EVP_PKEY, P256Free>;
using P256Context = std::unique_ptr<EVP_PKEY_CTX, P256Free>;

class P256Key {
public:
    static P256Key generate();
    /// From the 32 bytes of private_bytes(); nothing if they are no key.
    static std::optional<P256Key> from_private(std::string_view bytes);

    const std::string& private_bytes() const { return private_; }
    /// The uncompressed point, 65 bytes.
    const std::string& public_bytes() const { return public_; }

    /// The secret shared with the holder of the other key (32 bytes); nothing if `other` is no point of the curve.
    std::optional<std::string> agree(std::string_view other) const;
    /// ES256 (ECDSA with SHA-256): both numbers of the signature, 64 bytes; others each time.
    std::string sign(std::string_view message) const;

private:
    P256Key(std::string private_bytes, std::string public_bytes, P256Handle handle);

    std::string private_;
    std::string public_;
    P256Handle handle_;
    P256Context signer_;  ///< copied for each signature: setting one up costs an eighth of it
};

/// Somebody else's key, made ready for any number of signatures: that costs half as much as looking at one. Const calls may come from several threads.
class P256PublicKey {
public:
    /// From the uncompressed point, 65 bytes; nothing if it is none of the curve.
    static std::optional<P256PublicKey> from_point(std::string_view bytes);

    /// Whether `signature` (64 bytes, as P256Key::sign gives it) is one of `message` by this key.
    bool has_signed(std::string_view message, std::string_view signature) const;

private:
    explicit P256PublicKey(P256Handle handle);

    P256Handle handle_;
    P256Context verifier_;
};

/// The same once, by the key whose uncompressed point is `public_bytes`.
bool is_signed(std::string_view message, std::string_view signature, std::string_view public_bytes);

}  // namespace muster::protocol
