#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <iostream>
#include <memory>

#include "server/operator/commands.hpp"

namespace muster::server {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds patience{2};
constexpr std::size_t status_line_bytes_max = 4096;

struct Free {
    void operator()(SSL_CTX* each) const { SSL_CTX_free(each); }
    void operator()(BIO* each) const { BIO_free_all(each); }
};

// Why an attempt failed for good; `number`: errno after it. OpenSSL's first word is the cause, the others are what came of it.
std::string reason(int number) {
    const char* more = nullptr;
    int flags = 0;
    const auto first = ERR_peek_error_all(nullptr, nullptr, nullptr, &more, &flags);
    if (first == 0) return number == 0 ? "it closed the connection" : std::generic_category().message(number);
    if (ERR_SYSTEM_ERROR(first)) return std::generic_category().message(ERR_GET_REASON(first));
    const char* said = ERR_reason_error_string(first);
    return (said ? said : "OpenSSL's error " + std::to_string(first)) + ((flags & ERR_TXT_STRING) != 0 && *more != 0 ? ": " + std::string(more) : "");
}

// The address a server that listens on all of them can be reached at, with its port.
std::string reachable(const Config& config) {
    const std::string host = config.host == "0.0.0.0" ? "127.0.0.1" : config.host == "::" ? "::1" : config.host;
    return (host.contains(':') ? "[" + host + "]" : host) + ":" + std::to_string(config.port);
}

// Tries until it is done, fails for good, or `end` is there. What the attempt returned, more than 0.
template <typename Attempt>
std::expected<int, std::string> try_until(Clock::time_point end, BIO* server, const Attempt& attempt) {
    while (true) {
        ERR_clear_error();
        errno = 0;
        const int done = attempt();
        const int number = errno;
        if (done > 0) return done;
        if (!BIO_should_retry(server)) return std::unexpected(reason(number));
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd waiting{static_cast<int>(BIO_get_fd(server, nullptr)), static_cast<short>(BIO_should_read(server) ? POLLIN : POLLOUT), 0};
        if (left <= 0 || ::poll(&waiting, 1, static_cast<int>(left)) == 0) return std::unexpected("no answer in time");
    }
}

std::expected<int, std::string> status_in(std::string_view line) {
    int status = 0;
    const std::string_view digits = line.substr(std::min(line.find(' ') + 1, line.size()));
    if (std::from_chars(digits.data(), digits.data() + digits.size(), status).ec != std::errc())
        return std::unexpected("whatever answers is not an HTTP server");
    return status;
}

// The status of GET /readyz, or what is in the way.
std::expected<int, std::string> ask_ready(const Config& config) {
    const std::unique_ptr<SSL_CTX, Free> context(SSL_CTX_new(TLS_client_method()));  // whose certificate it is does not matter: the server asks itself
    const std::unique_ptr<BIO, Free> connection(config.tls_certificate.empty() ? BIO_new(BIO_s_connect()) : BIO_new_ssl_connect(context.get()));
    BIO* const server = connection.get();
    const auto end = Clock::now() + patience;
    BIO_set_conn_hostname(server, reachable(config).c_str());
    BIO_set_nbio(server, 1);
    if (const auto connected = try_until(end, server, [&] { return static_cast<int>(BIO_do_connect(server)); }); !connected) return connected;
    const std::string request = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";  // a new socket takes it whole
    if (const auto sent = try_until(end, server, [&] { return BIO_write(server, request.data(), static_cast<int>(request.size())); }); !sent) return sent;
    std::string line;
    while (!line.contains("\r\n") && line.size() < status_line_bytes_max) {
        char bytes[512];
        const auto got = try_until(end, server, [&] { return BIO_read(server, bytes, sizeof bytes); });
        if (!got) return got;
        line.append(bytes, static_cast<std::size_t>(*got));
    }
    return status_in(line);
}

}  // namespace

ExitCode check_health(const Config& config) {
    std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes without MSG_NOSIGNAL
    const auto status = ask_ready(config);
    if (!status) return complain("the server does not answer: " + status.error(), answer_is_no);
    if (*status != 200) return complain("the server is not ready: /readyz says " + std::to_string(*status), answer_is_no);
    std::cout << "ready\n";
    return done;
}

}  // namespace muster::server
