// A P-256 key pair, as Web Push uses them: the server's own key (VAPID) and a fresh one for each message. Owned by whoever makes it;
// one thread at a time.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <openssl/types.h>

namespace muster::server {

class PushKey {
public:
    static PushKey generate();
    /// From the 32 bytes of private_bytes(); nothing if they are no key.
    static std::optional<PushKey> from_private(std::string_view bytes);

    const std::string& private_bytes() const { return private_; }
    /// The uncompressed point, 65 bytes.
    const std::string& public_bytes() const { return public_; }

    /// The secret shared with the holder of the other key (32 bytes); nothing if `other` is no point of the curve.
    std::optional<std::string> agree(std::string_view other) const;
    /// ES256: both numbers of the signature, 64 bytes.
    std::string sign(std::string_view message) const;

private:
    struct Free {
        void operator()(EVP_PKEY* key) const;
    };
    using Handle = std::unique_ptr<EVP_PKEY, Free>;
    PushKey(std::string private_bytes, std::string public_bytes, Handle handle);
    static Handle import(std::string_view private_bytes, std::string_view public_bytes);

    std::string private_;
    std::string public_;
    Handle handle_;
};

}  // namespace muster::server
