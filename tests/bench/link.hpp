// A socket of a load generator, plain or with TLS (no certificate is checked). Its send and recv behave as the system's on
// a non-blocking socket do.
#pragma once
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <utility>

namespace muster::bench {

class Link {
public:
    Link() = default;
    ~Link() { close(); }
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    int fd() const { return fd_; }
    void open(int fd, bool tls) {
        fd_ = fd;
        if (!tls) return;
        ssl_ = SSL_new(context());
        SSL_set_fd(ssl_, fd);
        SSL_set_connect_state(ssl_);
    }
    void close() {
        SSL_free(std::exchange(ssl_, nullptr));
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }
    ssize_t send(const char* data, std::size_t size) {
        if (!ssl_) return ::send(fd_, data, size, MSG_NOSIGNAL);
        return result(SSL_write(ssl_, data, int(size)));
    }
    /// One call gives a whole TLS record if there is room for 16 KiB, so nothing stays that epoll would not tell of.
    ssize_t recv(char* data, std::size_t size) {
        if (!ssl_) return ::recv(fd_, data, size, 0);
        return result(SSL_read(ssl_, data, int(size)));
    }
    /// A send that failed waits for the other side: the handshake is not over.
    bool sends_after_recv() const { return ssl_ && SSL_want_read(ssl_); }

private:
    static SSL_CTX* context() {
        static SSL_CTX* const made = [] {
            std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes without MSG_NOSIGNAL
            SSL_CTX* out = SSL_CTX_new(TLS_client_method());
            SSL_CTX_set_mode(out, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
            return out;
        }();
        return made;
    }
    ssize_t result(int size) {
        if (size > 0) return size;
        const int error = SSL_get_error(ssl_, size);
        if (error == SSL_ERROR_ZERO_RETURN) return 0;
        errno = error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? EAGAIN : ECONNRESET;
        return -1;
    }

    int fd_ = -1;
    SSL* ssl_ = nullptr;
};

}  // namespace muster::bench
