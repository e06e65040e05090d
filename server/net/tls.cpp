#include "server/net/tls.hpp"

#include <openssl/err.h>
#include <openssl/x509.h>

#include <cerrno>
#include <fstream>

#include "server/base/log.hpp"
#include "server/base/process.hpp"

namespace muster::server {

namespace {

std::string last_problem() {
    const auto code = ERR_peek_last_error();
    const char* reason = ERR_reason_error_string(code);
    return reason ? reason : "unknown problem";
}

// A folder can be opened, but not read.
std::expected<void, std::string> readable(const std::string& what, const std::filesystem::path& file) {
    errno = 0;
    std::ifstream in(file);
    in.peek();
    if (in.good() || in.eof()) return {};
    return std::unexpected(what + " " + file.string() + " cannot be read: " + why_not(file, errno));
}

// Nobody sits there to type one.
int no_passphrase(char*, int, int, void*) { return 0; }

std::string why_no_key(const std::filesystem::path& certificate, const std::filesystem::path& key) {
    const auto reason = ERR_GET_REASON(ERR_peek_last_error());
    if (reason == X509_R_KEY_VALUES_MISMATCH || reason == X509_R_KEY_TYPE_MISMATCH)
        return "the key " + key.string() + " does not belong to the certificate " + certificate.string();
    return "the key " + key.string() + " cannot be used: it must be a private key in PEM form, without a passphrase (" + last_problem() + ")";
}

// It is used all the same: clients may decide, and whoever renews it needs a server that runs.
void warn_of_dates(SSL_CTX* context, const std::filesystem::path& file) {
    const X509* certificate = SSL_CTX_get0_certificate(context);
    if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0) log::warn("the certificate has expired", {{"certificate", file.native()}});
    if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) log::warn("the certificate is not valid yet", {{"certificate", file.native()}});
}

// TLS 1.2 with forward secrecy and authenticated encryption, or 1.3.
std::shared_ptr<SSL_CTX> new_context() {
    std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()), FreeTls{});
    if (!context) return nullptr;
    SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    SSL_CTX_set_cipher_list(context.get(), "ECDHE+AESGCM:ECDHE+CHACHA20");
    SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);  // tickets do without
    return context;
}

}  // namespace

TlsSession::TlsSession(std::unique_ptr<SSL, FreeTls> ssl, int socket) : ssl_(std::move(ssl)) { SSL_set_fd(ssl_.get(), socket); }

TlsSession::Want TlsSession::outcome(int result, ErrorCode& error) {
    error = {};
    if (result > 0) return Want::nothing;
    const int system = errno;
    switch (SSL_get_error(ssl_.get(), result)) {
        case SSL_ERROR_WANT_READ: return Want::read;
        case SSL_ERROR_WANT_WRITE: return Want::write;
        case SSL_ERROR_ZERO_RETURN: error = asio::error::eof; break;
        case SSL_ERROR_SYSCALL: error = system != 0 ? ErrorCode(system, boost::system::system_category()) : ErrorCode(asio::error::eof); break;
        default: met_plain_http_ = ERR_GET_REASON(ERR_peek_error()) == SSL_R_HTTP_REQUEST; error = asio::error::connection_reset;
    }
    usable_ = error == asio::error::eof;
    return Want::nothing;
}

TlsSession::Want TlsSession::handshake(ErrorCode& error) {
    ERR_clear_error();
    errno = 0;
    return outcome(SSL_do_handshake(ssl_.get()), error);
}

TlsSession::Want TlsSession::read(asio::mutable_buffer into, std::size_t& count, ErrorCode& error) {
    ERR_clear_error();
    errno = 0;
    return outcome(SSL_read_ex(ssl_.get(), into.data(), into.size(), &count), error);
}

Peer TlsSession::look() {
    ERR_clear_error();
    errno = 0;
    char byte = 0;
    std::size_t count = 0;
    ErrorCode error;
    const Want want = outcome(SSL_peek_ex(ssl_.get(), &byte, 1, &count), error);
    if (error) return Peer::gone;
    return want == Want::nothing ? Peer::has_sent : Peer::silent;
}

TlsSession::Want TlsSession::write(asio::const_buffer from, std::size_t& count, ErrorCode& error) {
    ERR_clear_error();
    errno = 0;
    return outcome(SSL_write_ex(ssl_.get(), from.data(), from.size(), &count), error);
}

void TlsSession::end() {
    if (!usable_ || !SSL_is_init_finished(ssl_.get())) return;
    ERR_clear_error();
    SSL_shutdown(ssl_.get());
}

std::expected<std::unique_ptr<Certificate>, std::string> Certificate::open(std::filesystem::path certificate, std::filesystem::path key) {
    auto out = std::make_unique<Certificate>(std::move(certificate), std::move(key));
    if (auto read = out->reload(); !read) return std::unexpected(read.error());
    return out;
}

Certificate::Times Certificate::changed_at(const Files& files) {
    std::error_code ignored;
    return {std::filesystem::last_write_time(files.first, ignored), std::filesystem::last_write_time(files.second, ignored)};
}

Certificate::Files Certificate::files() const {
    const std::lock_guard lock(mutex_);
    return files_;
}

std::expected<bool, std::string> Certificate::reload() {
    const auto [certificate, key] = files();
    return reload(certificate, key);
}

std::expected<bool, std::string> Certificate::reload(const std::filesystem::path& certificate, const std::filesystem::path& key) {
    const auto now = changed_at({certificate, key});  // before they are read: a change in between is seen the next time
    {
        const std::lock_guard lock(mutex_);
        if (files_ == Files(certificate, key)) seen_ = now;
    }
    const auto context = new_context();
    ERR_clear_error();
    if (!context) return std::unexpected("TLS cannot be used: " + last_problem());
    if (const auto there = readable("the certificate", certificate); !there) return std::unexpected(there.error());
    if (const auto there = readable("the key", key); !there) return std::unexpected(there.error());
    SSL_CTX_set_default_passwd_cb(context.get(), &no_passphrase);
    if (SSL_CTX_use_certificate_chain_file(context.get(), certificate.c_str()) != 1)
        return std::unexpected("the certificate " + certificate.string() + " cannot be used: it must be in PEM form, the server's own first (" +
                               last_problem() + ")");
    if (SSL_CTX_use_PrivateKey_file(context.get(), key.c_str(), SSL_FILETYPE_PEM) != 1) return std::unexpected(why_no_key(certificate, key));
    warn_of_dates(context.get(), certificate);
    const std::lock_guard lock(mutex_);
    context_ = context;
    files_ = {certificate, key};
    seen_ = now;
    return true;
}

std::expected<bool, std::string> Certificate::reload_if_changed() {
    const auto now = changed_at(files());
    {
        const std::lock_guard lock(mutex_);
        if (now == seen_) return false;
    }
    return reload();
}

std::unique_ptr<TlsSession> Certificate::session(int socket) const {
    std::shared_ptr<SSL_CTX> context;
    {
        const std::lock_guard lock(mutex_);
        context = context_;
    }
    std::unique_ptr<SSL, FreeTls> ssl(SSL_new(context.get()));
    SSL_set_accept_state(ssl.get());
    return std::make_unique<TlsSession>(std::move(ssl), socket);
}

}  // namespace muster::server
