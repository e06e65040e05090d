#include <boost/asio/ssl.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <charconv>
#include <iostream>

#include "server/base/executor.hpp"
#include "server/operator/commands.hpp"

namespace muster::server {

namespace {

namespace beast = boost::beast;

constexpr std::chrono::seconds patience{2};
constexpr std::size_t status_line_bytes_max = 4096;

// The address a server that listens on all of them can be reached at.
std::string reachable(const std::string& host) { return host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host; }

template <typename Stream>
Task<std::expected<int, std::string>> exchange(Stream& stream) {
    const std::string request = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    auto [unsent, sent] = co_await asio::async_write(stream, asio::buffer(request), task);
    if (unsent) co_return std::unexpected(unsent.message());
    std::string status_line;
    auto [unread, read] = co_await asio::async_read_until(stream, asio::dynamic_buffer(status_line, status_line_bytes_max), "\r\n", task);
    if (unread) co_return std::unexpected(unread.message());
    int status = 0;
    const std::string_view digits = std::string_view(status_line).substr(std::min<std::size_t>(status_line.find(' ') + 1, read));
    if (std::from_chars(digits.data(), digits.data() + digits.size(), status).ec != std::errc()) co_return std::unexpected("what answers is no HTTP server");
    co_return status;
}

// The status of GET /readyz, or what is in the way.
Task<std::expected<int, std::string>> ask_ready(const Config& config) {
    const auto strand = co_await asio::this_coro::executor;
    beast::basic_stream<tcp, Strand, beast::unlimited_rate_policy> stream(strand);
    stream.expires_after(patience);
    ErrorCode wrong;
    const tcp::endpoint server(asio::ip::make_address(reachable(config.host), wrong), config.port);
    if (wrong) co_return std::unexpected(config.host + " is no address");
    auto [refused] = co_await stream.async_connect(server, task);
    if (refused) co_return std::unexpected(refused.message());
    if (config.tls_certificate.empty()) co_return co_await exchange(stream);
    asio::ssl::context context(asio::ssl::context::tls_client);  // whose certificate it is does not matter: the server asks itself
    asio::ssl::stream<decltype(stream)&> secured(stream, context);
    auto [unshaken] = co_await secured.async_handshake(asio::ssl::stream_base::client, task);
    if (unshaken) co_return std::unexpected(unshaken.message());
    co_return co_await exchange(secured);
}

}  // namespace

ExitCode check_health(const Config& config) {
    IoContext io(1);
    std::expected<int, std::string> status = std::unexpected("no answer");
    auto ask = [&]() -> Task<void> { status = co_await ask_ready(config); };
    asio::co_spawn(asio::make_strand(io), ask, asio::detached);
    io.run();
    if (!status) return complain("the server does not answer: " + status.error(), answer_is_no);
    if (*status != 200) return complain("the server is not ready: /readyz says " + std::to_string(*status), answer_is_no);
    std::cout << "ready\n";
    return done;
}

}  // namespace muster::server
