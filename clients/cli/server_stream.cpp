#include "clients/cli/server_stream.hpp"

#include <boost/asio/ip/address.hpp>

namespace muster::cli {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

std::expected<ssl::context, std::string> make_trust(const std::string& ca) {
    ssl::context out(ssl::context::tls_client);
    SSL_CTX_set_min_proto_version(out.native_handle(), TLS1_2_VERSION);
    out.set_verify_mode(ssl::verify_peer);
    error_code error;
    out.set_default_verify_paths(error);
    if (error && ca.empty()) return std::unexpected("the system's certificates cannot be read: " + error.message());
    if (ca.empty()) return out;
    out.load_verify_file(ca, error);
    if (error) return std::unexpected("no certificate can be read from " + ca + " (--ca): " + error.message());
    return out;
}

ServerStream::ServerStream(boost::asio::io_context& io, ssl::context* trust, const std::string& host) : tcp_(io) {
    if (!trust) return;
    tls_.emplace(tcp_, *trust);
    SSL_set1_host(tls_->native_handle(), host.c_str());
    error_code is_name;
    boost::asio::ip::make_address(host, is_name);
    if (is_name) SSL_set_tlsext_host_name(tls_->native_handle(), host.c_str());
}

void ServerStream::read_some(const MutablePieces& into, Done done) {
    if (tls_) tls_->async_read_some(into, std::move(done));
    else tcp_.async_read_some(into, std::move(done));
}

void ServerStream::write_some(const ConstPieces& from, Done done) {
    if (tls_) tls_->async_write_some(from, std::move(done));
    else tcp_.async_write_some(from, std::move(done));
}

std::string ServerStream::distrust() {
    const auto verdict = tls_ ? SSL_get_verify_result(tls_->native_handle()) : X509_V_OK;
    return verdict == X509_V_OK ? std::string() : "its certificate is not trusted: " + std::string(X509_verify_cert_error_string(verdict));
}

}  // namespace muster::cli
