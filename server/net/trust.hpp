// TLS towards other servers: whom this one believes. The system's certificates, or those that SSL_CERT_FILE and SSL_CERT_DIR name.
#pragma once
#include <memory>
#include <string>

#include "server/net/tls.hpp"

namespace muster::server {

/// Thread-safe; made once.
class Trust {
public:
    Trust();
    /// For a connection to `host`: its certificate must be valid, and that host's.
    std::unique_ptr<TlsSession> session(int socket, const std::string& host) const;

private:
    std::unique_ptr<SSL_CTX, FreeTls> context_;
};

}  // namespace muster::server
