// TLS for the server's own port: the certificate, which may be renewed while the server runs, and one connection's
// encryption. OpenSSL works on the non-blocking socket itself, so that what is plain and what is encrypted are read and
// written by the same code (see channel.hpp), and an idle connection keeps no buffers.
#pragma once
#include <openssl/ssl.h>

#include <expected>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "server/base/executor.hpp"

namespace muster::server {

struct FreeTls {
    void operator()(SSL* each) const { SSL_free(each); }
    void operator()(SSL_CTX* each) const { SSL_CTX_free(each); }
};

/// What the other side of a connection has done that nobody has read yet.
enum class Peer { silent, has_sent, gone };

/// One connection's encryption. Lives on the connection's strand; its calls never wait.
class TlsSession {
public:
    /// What the socket must become before the same call is made again; `nothing`: it is done, or has failed.
    enum class Want { nothing, read, write };

    /// `ssl` knows already which of the two sides it is.
    TlsSession(std::unique_ptr<SSL, FreeTls> ssl, int socket);

    Want handshake(ErrorCode& error);
    Want read(asio::mutable_buffer into, std::size_t& count, ErrorCode& error);
    /// Takes nothing away from the next read. A goodbye shows only here: the socket itself stays open and has bytes to read.
    Peer look();
    /// After `Want::write` the same bytes must be given again.
    Want write(asio::const_buffer from, std::size_t& count, ErrorCode& error);
    /// Says goodbye, if the socket takes it now.
    void end();
    /// The handshake failed because the other side speaks plain HTTP.
    bool met_plain_http() const { return met_plain_http_; }

private:
    Want outcome(int result, ErrorCode& error);

    std::unique_ptr<SSL, FreeTls> ssl_;
    bool usable_ = true;  // OpenSSL wants no further call after a failed one
    bool met_plain_http_ = false;
};

/// The certificate and its key, read from two files in PEM form. Thread-safe; owned by main.
class Certificate {
public:
    /// Refused with a sentence for the operator: a file that cannot be read, a key of another certificate. One that has expired is used, and the log says so.
    static std::expected<std::unique_ptr<Certificate>, std::string> open(std::filesystem::path certificate, std::filesystem::path key);

    /// Reads both files again (then true). If they cannot be used, the certificate stays what it was. Blocks on the disk.
    std::expected<bool, std::string> reload();
    /// The same with other files, which are then its own; if they cannot be used, those from before stay.
    std::expected<bool, std::string> reload(const std::filesystem::path& certificate, const std::filesystem::path& key);
    /// The same, if one of the files has changed since they were last read; else false.
    std::expected<bool, std::string> reload_if_changed();

    /// Connections that begin from now on use the certificate as it is now.
    std::unique_ptr<TlsSession> session(int socket) const;

    Certificate(std::filesystem::path certificate, std::filesystem::path key) : files_(std::move(certificate), std::move(key)) {}

private:
    using Files = std::pair<std::filesystem::path, std::filesystem::path>;
    using Times = std::pair<std::filesystem::file_time_type, std::filesystem::file_time_type>;
    static Times changed_at(const Files& files);
    Files files() const;

    mutable std::mutex mutex_{};  // guards what follows; connections wait for it, so nobody who holds it waits for the disk
    Files files_;
    std::shared_ptr<SSL_CTX> context_{};
    Times seen_{};  // of the files when they were last read, whether they could be used or not
};

}  // namespace muster::server
