#include "clients/cli/http_get.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include "clients/cli/server_stream.hpp"

namespace muster::cli {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

namespace {

constexpr auto patience = std::chrono::seconds(30);
constexpr std::uint64_t body_bytes_max = 256ULL * 1024 * 1024;

// Runs one asynchronous operation to its end, since Beast keeps its timeouts for those.
template <typename Start>
error_code finish(asio::io_context& io, Start start) {
    error_code result;
    start([&result](error_code error, auto&&...) { result = error; });
    io.restart();
    io.run();
    return result;
}

http::request<http::empty_body> make_request(const Server& server, std::string_view target, std::string_view token) {
    http::request<http::empty_body> request(http::verb::get, {target.data(), target.size()}, 11);
    request.set(http::field::host, server.authority());
    request.set(http::field::user_agent, "muster");
    request.set(http::field::accept, "application/json");
    request.set(http::field::connection, "close");
    if (!token.empty()) request.set(http::field::authorization, "Bearer " + std::string(token));
    return request;
}

}  // namespace

std::expected<HttpAnswer, std::string> http_get(const Server& server, std::string_view target, std::string_view token) {
    asio::io_context io;
    asio::ip::tcp::resolver resolver(io);
    std::optional<asio::ssl::context> trust;
    if (server.tls) {
        auto made = make_trust(server.ca);
        if (!made) return std::unexpected(made.error());
        trust.emplace(std::move(*made));
    }
    ServerStream stream(io, trust ? &*trust : nullptr, server.host);
    auto& tcp = stream.next_layer();
    const auto failed = [&](const error_code& error) { return std::unexpected("cannot reach " + server.url() + ": " + error.message()); };

    error_code error;
    const auto endpoints = resolver.resolve(server.host, server.port, error);
    if (error) return failed(error);
    tcp.expires_after(patience);
    error = finish(io, [&](auto done) { tcp.async_connect(endpoints, std::move(done)); });
    if (error) return failed(error);
    tcp.expires_after(patience);
    if (stream.encrypted()) error = finish(io, [&](auto done) { stream.async_greet(std::move(done)); });
    if (error) {
        const auto distrust = stream.distrust();
        return distrust.empty() ? failed(error) : std::unexpected(server.url() + " cannot be used: " + distrust);
    }
    const auto request = make_request(server, target, token);
    tcp.expires_after(patience);
    error = finish(io, [&](auto done) { http::async_write(stream, request, std::move(done)); });
    if (error) return failed(error);
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(body_bytes_max);
    tcp.expires_after(patience);
    error = finish(io, [&](auto done) { http::async_read(stream, buffer, parser, std::move(done)); });
    if (error) return failed(error);
    return HttpAnswer{static_cast<int>(parser.get().result_int()), std::move(parser.get().body())};
}

std::string url_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || std::string_view("-._~").contains(c)) {
            out += c;
        } else {
            constexpr char hex[] = "0123456789ABCDEF";
            out += '%';
            out += hex[byte >> 4];
            out += hex[byte & 15];
        }
    }
    return out;
}

}  // namespace muster::cli
