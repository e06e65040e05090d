#include "server/net/trust.hpp"

#include <openssl/x509_vfy.h>

namespace muster::server {

Trust::Trust() : context_(SSL_CTX_new(TLS_client_method())) {
    SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
    SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_mode(context_.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_default_verify_paths(context_.get());
    SSL_CTX_load_verify_locations(context_.get(), "/etc/ssl/certs/ca-certificates.crt", nullptr);  // all that a container from scratch has
}

std::unique_ptr<TlsSession> Trust::session(int socket, const std::string& host) const {
    std::unique_ptr<SSL, FreeTls> ssl(SSL_new(context_.get()));
    ErrorCode not_numeric;
    asio::ip::make_address(host, not_numeric);
    if (not_numeric) {
        SSL_set_tlsext_host_name(ssl.get(), host.c_str());
        SSL_set1_host(ssl.get(), host.c_str());
    } else {
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl.get()), host.c_str());
    }
    SSL_set_connect_state(ssl.get());
    return std::make_unique<TlsSession>(std::move(ssl), socket);
}

}  // namespace muster::server
