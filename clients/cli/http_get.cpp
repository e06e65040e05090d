#include "clients/cli/http_get.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <type_traits>

#include "clients/cli/narration.hpp"
#include "clients/cli/server_stream.hpp"

namespace muster::cli {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

namespace {

constexpr auto patience = std::chrono::seconds(30);
constexpr std::size_t read_bytes = 64 * 1024;
constexpr std::uint64_t body_bytes_max = 256ULL * 1024 * 1024;

struct Moved {
    error_code error{};
    std::size_t bytes = 0;
};

// Runs one asynchronous operation to its end, since Beast keeps its timeouts for those.
template <typename Start>
Moved finish(asio::io_context& io, Start start) {
    Moved moved;
    start([&moved](error_code error, const auto&... rest) {
        moved.error = error;
        if constexpr ((std::is_convertible_v<decltype(rest), std::size_t> && ...)) moved.bytes = (std::size_t{0} + ... + static_cast<std::size_t>(rest));
    });
    io.restart();
    io.run();
    return moved;
}

std::string make_request(const Server& server, std::string_view target, std::string_view token) {
    std::string request = "GET " + std::string(target) + " HTTP/1.1\r\nHost: " + server.authority() +
                          "\r\nUser-Agent: muster\r\nAccept: application/json\r\nConnection: close\r\n";
    if (!token.empty()) request += "Authorization: Bearer " + std::string(token) + "\r\n";
    return request + "\r\n";
}

// Beast's own reading does the same; it takes half a minute to compile.
error_code read_answer(asio::io_context& io, ServerStream& stream, http::response_parser<http::string_body>& parser) {
    beast::flat_buffer buffer;
    parser.eager(true);
    while (!parser.is_done()) {
        auto [error, bytes] = finish(io, [&](auto done) { stream.async_read_some(buffer.prepare(read_bytes), std::move(done)); });
        if (error == asio::error::eof && parser.got_some()) {  // of nothing at all Beast knows no end
            error = {};
            parser.put_eof(error);
            return error;
        }
        buffer.commit(bytes);
        if (!error) buffer.consume(parser.put(buffer.data(), error));
        if (error && error != http::error::need_more) return error;
    }
    return {};
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
    error = finish(io, [&](auto done) { tcp.async_connect(endpoints, std::move(done)); }).error;
    if (error) return failed(error);
    tcp.expires_after(patience);
    if (stream.encrypted()) error = finish(io, [&](auto done) { stream.async_greet(std::move(done)); }).error;
    if (error) {
        const auto distrust = stream.distrust();
        return distrust.empty() ? failed(error) : std::unexpected(server.url() + " cannot be used: " + distrust);
    }
    const auto request = make_request(server, target, token);
    tcp.expires_after(patience);
    error = finish(io, [&](auto done) { asio::async_write(stream, asio::buffer(request), std::move(done)); }).error;
    if (error) return failed(error);
    http::response_parser<http::string_body> parser;
    parser.body_limit(body_bytes_max);
    tcp.expires_after(patience);
    error = read_answer(io, stream, parser);
    if (error) return failed(error);
    return HttpAnswer{static_cast<int>(parser.get().result_int()), std::move(parser.get().body())};
}

Problem problem_in(std::string_view body) {
    const auto json = parse_json(body);
    if (!json || !json->is_object()) return {};
    Problem out{text_at(*json, "code"), text_at(*json, "detail"), text_at(*json, "path")};
    if (out.sentence.empty()) out.sentence = text_at(*json, "title");
    return out;
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
