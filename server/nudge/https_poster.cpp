#include "server/nudge/https_poster.hpp"

#include <netdb.h>

#include <algorithm>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <charconv>
#include <thread>

namespace muster::server {

namespace {

namespace http = boost::beast::http;
namespace ssl = asio::ssl;

constexpr std::size_t addresses_max = 4;  // of one host; each is tried in turn
constexpr std::size_t read_bytes = 4096;

std::string text_of(const HttpsRequest& request) {
    std::string out = std::string(request.method) + " " + request.address.target + " HTTP/1.1\r\nHost: " + request.address.authority() +
                      "\r\nUser-Agent: Muster\r\nConnection: close\r\n";
    for (const auto& [name, value] : request.headers) out.append(name).append(": ").append(value).append("\r\n");
    return out + "Content-Length: " + std::to_string(request.body.size()) + "\r\n\r\n" + request.body;
}

// Seconds only: a date would need both clocks to agree.
std::int64_t retry_after_of(const http::response_header<>& response) {
    const auto text = response[http::field::retry_after];
    std::int64_t seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    constexpr std::int64_t day = 86'400;
    return error == std::errc() && seconds > 0 ? std::min(seconds, day) : 0;
}

}  // namespace

void resolve_with_system(const std::string& host, std::function<void(Addresses)> done) {
    std::thread([host, done = std::move(done)] {
        Addresses out;
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        if (getaddrinfo(host.c_str(), nullptr, &hints, &found) == 0) {
            for (const auto* each = found; each; each = each->ai_next) {
                tcp::endpoint endpoint;
                if (each->ai_addrlen > endpoint.capacity()) continue;
                std::copy_n(reinterpret_cast<const char*>(each->ai_addr), each->ai_addrlen, reinterpret_cast<char*>(endpoint.data()));
                endpoint.resize(each->ai_addrlen);
                out.push_back(endpoint.address());
            }
            freeaddrinfo(found);
        }
        done(std::move(out));
    }).detach();
}

/// One request from look-up to answer. One timer is over all of it.
class HttpsPoster::Exchange : public std::enable_shared_from_this<Exchange> {
public:
    Exchange(HttpsPoster& poster, HttpsRequest request, Done done)
        : strand_(poster.strand_),
          private_addresses_(poster.private_addresses_),
          request_(std::move(request)),
          done_(std::move(done)),
          deadline_(strand_),
          stream_(strand_, poster.tls(request_.address.tls)) {}

    void start(const Resolve& resolve, const std::shared_ptr<IoContext>& io) {
        deadline_.expires_after(request_.time_max);
        deadline_.async_wait([self = shared_from_this()](ErrorCode error) {
            if (!error) self->fail("no answer in time");
        });
        ErrorCode error;
        const auto literal = asio::ip::make_address(request_.address.host, error);
        if (!error) return connect({literal});
        // The look-up may end when all of this is long gone: it holds nothing that belongs to the context.
        resolve(request_.address.host, [weak = weak_from_this(), context = std::weak_ptr(io)](Addresses found) {
            const auto alive = context.lock();
            const auto self = alive ? weak.lock() : nullptr;
            if (self)
                asio::post(self->strand_, [weak, found = std::move(found)] {
                    if (const auto still = weak.lock()) still->connect(found);
                });
        });
    }

    void cut() {
        done_ = nullptr;
        close();
    }

private:
    void connect(Addresses addresses) {
        if (!done_) return;
        if (addresses.empty()) return fail("the host is not known");
        // One address that is not public is enough: a host that mixes them means no good.
        if (!private_addresses_ && !std::ranges::all_of(addresses, is_public))
            return finish(std::unexpected(HttpsTrouble{true, "the host has a private address"}));
        if (addresses.size() > addresses_max) addresses.resize(addresses_max);
        addresses_ = std::move(addresses);
        auto run = [self = shared_from_this()] { return self->run(); };
        asio::co_spawn(strand_, std::move(run), [self = shared_from_this()](std::exception_ptr problem) {
            if (problem) self->fail("an exception");
        });
    }

    Task<void> run() {
        const auto self = shared_from_this();
        ErrorCode connected = asio::error::host_not_found;
        auto& socket = stream_.next_layer();
        for (const auto& address : addresses_) {
            ErrorCode ignored;
            socket.close(ignored);
            if (!done_) co_return;
            const tcp::endpoint endpoint(address, request_.address.port);
            auto [error] = co_await socket.async_connect(endpoint, task);
            connected = error;
            if (!error) break;
        }
        if (connected) {
            fail(connected.message());
            co_return;
        }
        if (!request_.address.tls) {
            co_await speak(socket);
            co_return;
        }
        const auto& host = request_.address.host;
        SSL_set_tlsext_host_name(stream_.native_handle(), host.c_str());
        stream_.set_verify_mode(ssl::verify_peer);
        stream_.set_verify_callback(ssl::host_name_verification(host));
        auto [refused] = co_await stream_.async_handshake(ssl::stream_base::client, task);
        if (refused) fail("TLS: " + refused.message());
        else co_await speak(stream_);
    }

    template <typename Stream>
    Task<void> speak(Stream& stream) {
        const std::string request = text_of(request_);
        auto [unsent, sent] = co_await asio::async_write(stream, asio::buffer(request), task);
        if (unsent) {
            fail(unsent.message());
            co_return;
        }
        boost::beast::flat_buffer buffer;
        http::response_parser<http::string_body> parser;
        parser.header_limit(limits::nudge_answer_bytes_max);
        const bool wants_body = request_.answer_bytes_max > 0;
        if (wants_body) parser.body_limit(request_.answer_bytes_max);
        else parser.body_limit(boost::none);  // otherwise Beast refuses a head that only tells of one
        parser.eager(wants_body);
        std::size_t left = limits::nudge_answer_bytes_max + 2 * request_.answer_bytes_max;  // chunks have heads too
        // Beast's own reading does the same; for two kinds of streams it takes half a minute to compile.
        while (!parser.is_header_done() || (wants_body && !parser.is_done())) {
            auto [error, size] = co_await stream.async_read_some(buffer.prepare(read_bytes), task);
            buffer.commit(size);
            if (size > left) {
                fail("the answer is too long");
                co_return;
            }
            left -= size;
            if (!error) buffer.consume(parser.put(buffer.data(), error));
            if (request_.head_suffices && parser.is_header_done() && !taken_ && parser.get().result_int() / 100 == 2)
                taken_ = HttpsReply{static_cast<int>(parser.get().result_int()), {}, retry_after_of(parser.get())};
            const bool is_end = parser.is_header_done() && (error == asio::error::eof || error == ssl::error::stream_truncated);
            if (is_end) parser.put_eof(error);  // a body without a length ends with the connection
            if (error && error != http::error::need_more) {
                fail(error.message());
                co_return;
            }
        }
        finish(HttpsReply{static_cast<int>(parser.get().result_int()), parser.get().body(), retry_after_of(parser.get())});
    }

    void fail(std::string what) {
        if (taken_) return finish(std::move(*taken_));
        finish(std::unexpected(HttpsTrouble{false, std::move(what)}));
    }

    void finish(std::expected<HttpsReply, HttpsTrouble> result) {
        if (!done_) return;
        const auto done = std::exchange(done_, nullptr);
        close();
        done(std::move(result));
    }

    void close() {
        deadline_.cancel();
        ErrorCode ignored;
        stream_.next_layer().close(ignored);
    }

    Strand strand_;
    bool private_addresses_;
    HttpsRequest request_;
    Done done_;
    Timer deadline_;
    ssl::stream<Socket> stream_;
    Addresses addresses_{};
    std::optional<HttpsReply> taken_{};  ///< by the head of the answer
};

HttpsPoster::HttpsPoster(std::shared_ptr<IoContext> io, Strand strand, bool private_addresses, Resolve resolve)
    : io_(std::move(io)), strand_(std::move(strand)), tls_(ssl::context::tls_client), private_addresses_(private_addresses), resolve_(std::move(resolve)) {
    tls_.set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1);
}

HttpsPoster::~HttpsPoster() = default;

ssl::context& HttpsPoster::tls(bool spoken) {
    if (spoken && !std::exchange(knows_authorities_, true)) {
        tls_.set_default_verify_paths();
        ErrorCode absent;
        tls_.load_verify_file("/etc/ssl/certs/ca-certificates.crt", absent);  // all that a container from scratch has
    }
    return tls_;
}

void HttpsPoster::post(HttpsRequest request, Done done) {
    const auto slot = std::make_shared<std::weak_ptr<Exchange>>();
    auto finished = [this, slot, done = std::move(done)](std::expected<HttpsReply, HttpsTrouble> result) {
        under_way_.erase(slot->lock());
        done(std::move(result));
    };
    const auto exchange = std::make_shared<Exchange>(*this, std::move(request), std::move(finished));
    *slot = exchange;
    under_way_.insert(exchange);
    exchange->start(resolve_, io_);
}

void HttpsPoster::stop() {
    for (const auto& exchange : std::exchange(under_way_, {})) exchange->cut();
}

}  // namespace muster::server
