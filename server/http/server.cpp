#include "server/http/server.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <sstream>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/http/long_answer.hpp"
#include "server/http/safety_headers.hpp"
#include "server/net/beast_upgrade.hpp"

namespace muster::server {

namespace beast = boost::beast;
namespace http = beast::http;

bool origin_allowed(std::string_view origin, std::string_view host, bool secure, const std::vector<std::string>& allowed) {
    if (origin.empty()) return true;  // not a browser
    for (const auto& each : allowed)
        if (each == "*" || each == origin) return true;
    const auto scheme = origin.find("://");
    if (scheme == std::string_view::npos || origin.substr(scheme + 3) != host) return false;
    return !secure || origin.starts_with("https:");  // a page that came unencrypted may be anybody's
}

namespace {

using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
public:
    HttpConnection(Socket socket, const Address& peer, std::shared_ptr<Client> client, HttpServices& services)
        : services_(services),
          channel_(std::make_shared<Channel>(std::move(socket), services.certificate)),
          stream_(*channel_),
          strand_(stream_.get_executor()),
          peer_(peer),
          proxied_(services.clients.is_proxy(peer)),
          client_(std::move(client)) {}

    Task<void> run() {
        const auto self = shared_from_this();
        services_.services.metrics.connections_accepted.add();
        const auto refusal = enter();
        if (refusal) {
            services_.services.metrics.connections_refused.add();
            co_await refuse_crowd(*refusal);
            co_return;
        }
        beast::flat_buffer buffer;
        bool go_on = co_await greet();
        while (go_on) go_on = co_await serve_one(buffer);
        if (!handed_over_) services_.connections->remove(id_);
    }

private:
    // Why this connection is one too many, if it is.
    std::optional<Refusal> enter() {
        if (auto banned = proxied_ ? std::nullopt : shut_out(*client_)) return banned;
        if (!proxied_ && !(place_ = Client::connected(client_))) return Refusal{Code::rate_limited, "too many connections from your address; close one first"};
        const auto weak = weak_from_this();
        const auto end = [weak] {
            if (const auto self = weak.lock())
                asio::post(self->strand_, [self] {
                    self->closing_ = true;
                    if (!self->answering_) self->stream_.cancel();
                    else if (self->end_) self->end_->tell(RequestEnd::Reason::going_down);
                });
        };
        const auto cut = [weak] {
            if (const auto self = weak.lock())
                asio::post(self->strand_, [self] {
                    self->stream_.close();
                    if (self->end_) self->end_->tell(RequestEnd::Reason::gone);
                });
        };
        const auto id = services_.connections->add({end, cut}, services_.config.connections_max);
        id_ = id.value_or(0);
        if (!id) return Refusal{Code::server_busy, "too many connections; come back in a moment"};
        counted_ = Gauge::Held(services_.services.metrics.connections);
        return {};
    }

    // Under TLS a word would cost a handshake; such a connection just ends.
    Task<void> refuse_crowd(Refusal refusal) {
        stream_.expires_after(limits::handshake_max);
        if (!stream_.encrypted()) co_await refuse(std::move(refusal));
    }

    // The TLS handshake, if there is one.
    Task<bool> greet() {
        if (!stream_.encrypted()) co_return true;
        stream_.expires_after(limits::handshake_max);
        const ErrorCode error = co_await stream_.handshake();
        if (!error) co_return true;
        if (stream_.turned_plain()) co_await refuse({Code::bad_message, "this port speaks TLS; use https:// or wss://"});
        co_return false;
    }

    // The last word on this connection. What the client still sends is read for a moment, since closing over unread bytes
    // would take the answer away from it.
    Task<void> refuse(Refusal refusal) {
        HttpResponse said = problem(refusal);
        add_safety_headers(said, {}, stream_.encrypted());
        Response response = to_beast(std::move(said), 11, false, false);
        co_await http::async_write(stream_, response, task);  // the connection ends either way
        stream_.shutdown_send();
        stream_.expires_after(limits::linger_max);
        std::array<char, 4096> ignored{};
        const auto rest = asio::buffer(ignored);
        while (true) {
            auto [error, size] = co_await stream_.async_read_some(rest, task);
            if (error) co_return;
        }
    }

    std::optional<Refusal> shut_out(const Client& client) const {
        return services_.services.bans.refuse_address(client.address(), services_.services.time.now_ms());
    }

    std::shared_ptr<Client> client_of(const Request& request) {
        if (!proxied_) return client_;
        return services_.clients.behind(peer_, all_of(request, "X-Forwarded-For"));
    }

    // Whether what was sent came over TLS, as far as this server or its own proxy can tell.
    bool is_secure(const Request& request) const { return stream_.encrypted() || (proxied_ && all_of(request, "X-Forwarded-Proto") == "https"); }

    // A header that may be there several times is one list.
    static std::string all_of(const Request& request, const char* name) {
        std::string out;
        const auto [first, last] = request.equal_range(name);
        for (auto each = first; each != last; ++each) {
            if (!out.empty()) out += ", ";
            out += std::string_view(each->value().data(), each->value().size());
        }
        return out;
    }

    // False: nothing more to read here.
    Task<bool> serve_one(beast::flat_buffer& buffer) {
        auto parser = std::make_unique<http::request_parser<http::string_body>>();
        parser->header_limit(limits::http_header_bytes_max);
        parser->body_limit(boost::optional<std::uint64_t>(limits::record_bytes_max));
        stream_.expires_after(first_ ? limits::handshake_max : limits::http_idle_max);
        first_ = false;
        auto [error, size] = co_await http::async_read_header(stream_, buffer, *parser, task);
        std::shared_ptr<void> large;
        if (!error) {
            if (const auto refusal = refuse_body(*parser, large)) {
                co_await refuse(*refusal);
                co_return false;
            }
            auto [body_error, body_size] = co_await http::async_read(stream_, buffer, *parser, task);
            error = body_error;
        }
        if (error) {
            if (error == http::error::body_limit || error == http::error::header_limit) co_await refuse({Code::too_large, "this request is too large"});
            else if (error.category() == http::make_error_code(http::error::bad_method).category() && error != http::error::end_of_stream &&
                     error != http::error::partial_message)
                co_await refuse({Code::bad_message, "this is not a well-formed HTTP request"});
            co_return false;
        }
        Request request = parser->release();
        parser.reset();
        if (beast::websocket::is_upgrade(request)) co_return co_await upgrade(std::move(request));
        co_return co_await answer(std::move(request));
    }

    using Parser = http::request_parser<http::string_body>;

    static std::size_t body_max(const Parser& parser) {
        const auto method = parser.get().method_string();
        const auto target = parser.get().target();
        return HttpApi::body_max({method.data(), method.size()}, {target.data(), target.size()});
    }

    // Each address has its own bound; of large bodies there are only so many at a time.
    std::optional<Refusal> refuse_body(Parser& parser, std::shared_ptr<void>& large) {
        const std::size_t most = body_max(parser);
        parser.body_limit(boost::optional<std::uint64_t>(most));
        const auto length = parser.content_length();
        if (length && *length > most) return Refusal{Code::too_large, "this request is too large; at most " + std::to_string(most) + " bytes here"};
        const bool is_large = length ? *length > limits::message_bytes_max : parser.chunked() && most > limits::message_bytes_max;
        if (is_large) large = services_.api->take_large_body();
        if (is_large && !large) return Refusal{Code::server_busy, "too many large requests at once; come back in a moment"};
        return {};
    }

    Task<bool> upgrade(Request request) {
        const std::string_view target(request.target().data(), request.target().size());
        const auto text = [&](http::field field) { return std::string_view(request[field].data(), request[field].size()); };
        HttpResponse refused;
        const bool secure = is_secure(request);
        const auto client = client_of(request);
        auto place = proxied_ ? Client::connected(client) : place_;
        if (const auto banned = shut_out(*client)) refused = problem(*banned);
        else if (target != "/ws") refused = problem(404, {Code::bad_message, "the WebSocket is at /ws"});
        else if (!origin_allowed(text(http::field::origin), text(http::field::host), secure, services_.config.allowed_origins))
            refused = problem(403, {Code::bad_message, "pages of this origin may not connect here (--allow-origin)"});
        else if (!place) refused = problem({Code::rate_limited, "too many connections from your address; close one first"});
        else {
            hand_over(std::move(request), client, std::move(place));
            co_return false;
        }
        add_safety_headers(refused, target, secure);
        Response response = to_beast(std::move(refused), request.version(), false, false);
        co_await http::async_write(stream_, response, task);
        co_return false;
    }

    // The socket goes on as a WebSocket; this object ends.
    void hand_over(Request request, const std::shared_ptr<Client>& client, std::shared_ptr<void> place) {
        handed_over_ = true;
        services_.services.metrics.websockets_opened.add();
        stream_.expires_never();
        auto upgrade_request = std::make_unique<UpgradeRequest>(UpgradeRequest{std::move(request)});
        std::shared_ptr<Connection> connection;
        start_websocket(channel_, std::move(upgrade_request), [&](const std::shared_ptr<WebSocket>& websocket) {
            struct Registered : Connection {
                Registered(HttpServices& all, std::shared_ptr<WebSocket> socket, std::shared_ptr<Client> who, std::shared_ptr<void> taken, std::uint64_t number,
                           Gauge::Held held)
                    : Connection(all.services, all.lobby, std::move(socket), std::move(who)),
                      connections(all.connections),
                      place(std::move(taken)),
                      id(number),
                      counted(std::move(held)) {}
                void on_closed() override {
                    Connection::on_closed();
                    connections->remove(id);
                    place.reset();
                }
                std::shared_ptr<Connections> connections;
                std::shared_ptr<void> place;
                std::uint64_t id;
                Gauge::Held counted;
            };
            connection = std::make_shared<Registered>(services_, websocket, client, std::move(place), id_, std::move(counted_));
            return std::static_pointer_cast<WebSocket::Handler>(connection);
        });
        const std::weak_ptr<Connection> weak = connection;
        services_.connections->replace(id_, {[weak, notice = services_.notice] {
                                                 if (const auto alive = weak.lock()) alive->go_down(notice);
                                             },
                                             [weak] {
                                                 if (const auto alive = weak.lock()) alive->cut();
                                             }});
    }

    Task<bool> answer(Request request) {
        HttpRequest asked;
        const bool head = request.method() == http::verb::head;
        asked.method = head ? "GET" : std::string(request.method_string());
        asked.target = std::string(request.target());
        asked.if_none_match = std::string(request[http::field::if_none_match]);
        const auto authorization = request[http::field::authorization];
        if (authorization.starts_with("Bearer ")) asked.bearer = std::string(authorization.substr(7));
        asked.accept = std::string(request[http::field::accept]);
        asked.accept_encoding = std::string(request[http::field::accept_encoding]);
        asked.accept_language = std::string(request[http::field::accept_language]);
        asked.body = std::move(request.body());
        asked.client = client_of(request);
        asked.head = head;
        asked.last_event_id = std::string(request["Last-Event-ID"]);
        asked.talk = talk_;
        end_ = std::make_shared<RequestEnd>();
        asked.end = end_;
        const bool secure = is_secure(request);
        const std::string target = asked.target;
        asked.local = is_local(request);
        const bool keep_alive = request.keep_alive() && !closing_;
        answering_ = true;
        stream_.expires_never();
        const auto banned = shut_out(*asked.client);
        HttpResponse out;
        if (banned) out = problem(*banned);
        else out = co_await ask(std::move(asked));
        services_.services.metrics.answered(out.status);
        add_safety_headers(out, target, secure);
        if (out.stream) {
            const auto body = out.stream;
            const auto length = out.stream_size;
            std::string begin = head_of(to_beast(std::move(out), request.version(), false, false), length);
            co_await pour(*channel_, std::move(begin), body, *end_);
            answering_ = false;
            stream_.shutdown_send();
            co_return false;
        }
        end_.reset();
        Response response = to_beast(std::move(out), request.version(), keep_alive, head);
        stream_.expires_after(limits::http_idle_max);
        auto [error, size] = co_await http::async_write(stream_, response, task);
        answering_ = false;
        if (!error && keep_alive && !closing_) co_return true;
        stream_.shutdown_send();
        co_return false;
    }

    // A proxy on this machine passes on what comes from elsewhere, and says so.
    bool is_local(const Request& request) const {
        return peer_.is_loopback() && request.count("X-Forwarded-For") == 0 && request.count(http::field::forwarded) == 0;
    }

    // The answer comes from another thread; it is brought back to this strand before the coroutine goes on.
    Task<HttpResponse> ask(HttpRequest request) {
        auto initiate = [this](auto handler, HttpRequest asked) {
            auto shared = std::make_shared<decltype(handler)>(std::move(handler));
            services_.api->answer(std::move(asked), [shared, strand = strand_](HttpResponse out) {
                asio::post(strand, [shared, out = std::move(out)]() mutable { std::move (*shared)(std::move(out)); });
            });
            if (end_ && end_->awaited()) watch_peer(channel_, end_);
        };
        using Token = asio::use_awaitable_t<Strand>;
        const Token token{};
        co_return co_await asio::async_initiate<const Token, void(HttpResponse)>(std::move(initiate), token, std::move(request));
    }

    static Response to_beast(HttpResponse from, unsigned version, bool keep_alive, bool head) {
        Response response(static_cast<http::status>(from.status), version);
        response.set(http::field::server, "musterd");
        response.set(http::field::content_type, from.content_type);
        for (const auto& [name, value] : from.headers) response.set(name, value);
        response.keep_alive(keep_alive);
        const auto size = from.stream_size.value_or(from.body.size());
        if (!head) response.body() = std::move(from.body);
        response.prepare_payload();
        if (head) response.content_length(size);
        return response;
    }

    // Of an answer whose body comes by and by.
    static std::string head_of(Response response, std::optional<std::size_t> length) {
        if (length) response.content_length(*length);
        else response.content_length(boost::none);
        std::ostringstream out;
        out << response.base();
        return out.str();
    }

    HttpServices& services_;
    std::shared_ptr<Channel> channel_;
    Channel& stream_;
    Strand strand_;
    Address peer_;
    bool proxied_;  // the peer is a proxy of ours: each request may be somebody else's
    std::shared_ptr<Client> client_;
    std::shared_ptr<void> place_{};
    std::shared_ptr<TokenBucket> talk_ = std::make_shared<TokenBucket>(limits::said_per_s, limits::said_burst);
    std::shared_ptr<RequestEnd> end_{};  // of the request that is being answered
    std::uint64_t id_ = 0;
    Gauge::Held counted_{};
    bool first_ = true;
    bool answering_ = false;
    bool closing_ = false;
    bool handed_over_ = false;
};

}  // namespace

void serve_http(Socket socket, const Address& peer, HttpServices& services) {
    auto client = services.clients.accept(peer);
    if (!client) return;
    const auto strand = socket.get_executor();
    auto connection = std::make_shared<HttpConnection>(std::move(socket), peer, std::move(client), services);
    auto start = [connection] { return connection->run(); };
    asio::co_spawn(strand, std::move(start), [](std::exception_ptr problem) {
        if (!problem) return;
        try {
            std::rethrow_exception(problem);
        } catch (const std::exception& error) {
            log::error("an HTTP connection failed", {{"reason", error.what()}});
        }
    });
}

}  // namespace muster::server
