// HMAC-SHA256 with a key that is used again and again. This, sha256() and hmac_sha256() (ids.hpp) are OpenSSL's in digest.cpp, and the module's own in
// clients/wasm/, where there is no OpenSSL.
#pragma once
#include <memory>
#include <string_view>

#include "protocol/ids.hpp"

namespace muster::protocol {

/// Setting up a key costs five times the HMAC itself. Throws where the library fails.
class KeyedHmac {
public:
    explicit KeyedHmac(std::string_view key);
    ~KeyedHmac();
    KeyedHmac(const KeyedHmac&) = delete;
    KeyedHmac& operator=(const KeyedHmac&) = delete;

    Hash of(std::string_view message);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

}  // namespace muster::protocol
