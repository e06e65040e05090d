#include "server/http_server.hpp"

#include <spdlog/spdlog.h>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/beast_upgrade.hpp"
#include "server/limits.hpp"

namespace muster::server {

namespace beast = boost::beast;
namespace http = beast::http;

std::optional<std::uint64_t> Connections::add(Ends ends, std::size_t limit) {
    const std::lock_guard lock(mutex_);
    if (closing_ || open_.size() >= limit) return {};
    open_.emplace(++next_, std::move(ends));
    return next_;
}

void Connections::replace(std::uint64_t id, Ends ends) {
    const std::lock_guard lock(mutex_);
    if (closing_) ends.close();
    open_[id] = std::move(ends);
}

void Connections::remove(std::uint64_t id) {
    const std::lock_guard lock(mutex_);
    open_.erase(id);
}

void Connections::close_all() {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    for (const auto& [id, ends] : open_) ends.close();
}

void Connections::cut_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, ends] : open_) ends.cut();
}

std::size_t Connections::size() const {
    const std::lock_guard lock(mutex_);
    return open_.size();
}

bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& allowed) {
    if (origin.empty()) return true;  // not a browser
    for (const auto& each : allowed)
        if (each == "*" || each == origin) return true;
    const auto scheme = origin.find("://");
    return scheme != std::string_view::npos && origin.substr(scheme + 3) == host;
}

namespace {

using Stream = beast::basic_stream<tcp, Strand, beast::unlimited_rate_policy>;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
public:
    HttpConnection(Socket socket, HttpServices& services) : services_(services), stream_(std::move(socket)), strand_(stream_.get_executor()) {}

    Task<void> run() {
        const auto self = shared_from_this();
        if (!enter()) {
            co_await refuse_crowd();
            co_return;
        }
        beast::flat_buffer buffer;
        bool go_on = true;
        while (go_on) go_on = co_await serve_one(buffer);
        if (!handed_over_) services_.connections->remove(id_);
    }

private:
    bool enter() {
        const auto weak = weak_from_this();
        const auto end = [weak] {
            if (const auto self = weak.lock())
                asio::post(self->strand_, [self] {
                    self->closing_ = true;
                    if (!self->answering_) self->stream_.cancel();
                });
        };
        const auto cut = [weak] {
            if (const auto self = weak.lock()) asio::post(self->strand_, [self] { self->stream_.close(); });
        };
        const auto id = services_.connections->add({end, cut}, services_.config.connections_max);
        id_ = id.value_or(0);
        return id.has_value();
    }

    Task<void> refuse_crowd() {
        stream_.expires_after(limits::handshake_max);
        Response response = to_beast(problem({Code::server_busy, "too many connections; come back in a moment"}), 11, false, false);
        co_await http::async_write(stream_, response, task);  // the connection ends either way
    }

    // False: nothing more to read here.
    Task<bool> serve_one(beast::flat_buffer& buffer) {
        auto parser = std::make_unique<http::request_parser<http::string_body>>();
        parser->header_limit(limits::http_header_bytes_max);
        parser->body_limit(boost::optional<std::uint64_t>(limits::message_bytes_max));
        stream_.expires_after(first_ ? limits::handshake_max : limits::http_idle_max);
        first_ = false;
        auto [error, size] = co_await http::async_read(stream_, buffer, *parser, task);
        if (error) {
            if (error == http::error::body_limit || error == http::error::header_limit) co_await refuse_large();
            else if (error.category() == http::make_error_code(http::error::bad_method).category() && error != http::error::end_of_stream &&
                     error != http::error::partial_message)
                co_await refuse_malformed();
            co_return false;
        }
        Request request = parser->release();
        parser.reset();
        if (beast::websocket::is_upgrade(request)) co_return co_await upgrade(std::move(request));
        co_return co_await answer(std::move(request));
    }

    Task<void> refuse_large() {
        Response response = to_beast(problem({Code::too_large, "this request is too large"}), 11, false, false);
        co_await http::async_write(stream_, response, task);  // the connection ends either way
    }

    Task<void> refuse_malformed() {
        Response response = to_beast(problem({Code::bad_message, "this is not a well-formed HTTP request"}), 11, false, false);
        co_await http::async_write(stream_, response, task);  // the connection ends either way
    }

    Task<bool> upgrade(Request request) {
        const std::string_view target(request.target().data(), request.target().size());
        const auto text = [&](http::field field) { return std::string_view(request[field].data(), request[field].size()); };
        HttpResponse refused;
        if (target != "/ws") refused = problem(404, {Code::bad_message, "the WebSocket is at /ws"});
        else if (!origin_allowed(text(http::field::origin), text(http::field::host), services_.config.allowed_origins))
            refused = problem(403, {Code::bad_message, "pages of this origin may not connect here (--allow-origin)"});
        else {
            hand_over(std::move(request));
            co_return false;
        }
        Response response = to_beast(std::move(refused), request.version(), false, false);
        co_await http::async_write(stream_, response, task);
        co_return false;
    }

    // The socket goes on as a WebSocket; this object ends.
    void hand_over(Request request) {
        handed_over_ = true;
        stream_.expires_never();
        auto upgrade_request = std::make_unique<UpgradeRequest>(UpgradeRequest{std::move(request)});
        std::shared_ptr<Connection> connection;
        start_websocket(stream_.release_socket(), std::move(upgrade_request), [&](const std::shared_ptr<WebSocket>& websocket) {
            struct Registered : Connection {
                Registered(HttpServices& all, std::shared_ptr<WebSocket> socket, std::uint64_t number)
                    : Connection(all.services, all.lobby, std::move(socket)), connections(all.connections), id(number) {}
                void on_closed() override {
                    Connection::on_closed();
                    connections->remove(id);
                }
                std::shared_ptr<Connections> connections;
                std::uint64_t id;
            };
            connection = std::make_shared<Registered>(services_, websocket, id_);
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
        asked.body = std::move(request.body());
        const bool keep_alive = request.keep_alive() && !closing_;
        answering_ = true;
        stream_.expires_never();
        HttpResponse out = co_await ask(std::move(asked));
        Response response = to_beast(std::move(out), request.version(), keep_alive, head);
        stream_.expires_after(limits::http_idle_max);
        auto [error, size] = co_await http::async_write(stream_, response, task);
        answering_ = false;
        if (!error && keep_alive && !closing_) co_return true;
        ErrorCode ignored;
        stream_.socket().shutdown(Socket::shutdown_send, ignored);
        co_return false;
    }

    // The answer comes from another thread; it is brought back to this strand before the coroutine goes on.
    Task<HttpResponse> ask(HttpRequest request) {
        auto initiate = [this](auto handler, HttpRequest asked) {
            auto shared = std::make_shared<decltype(handler)>(std::move(handler));
            services_.api->answer(std::move(asked), [shared, strand = strand_](HttpResponse out) {
                asio::post(strand, [shared, out = std::move(out)]() mutable { std::move (*shared)(std::move(out)); });
            });
        };
        using Token = asio::use_awaitable_t<Strand>;
        const Token token{};
        co_return co_await asio::async_initiate<const Token, void(HttpResponse)>(std::move(initiate), token, std::move(request));
    }

    static Response to_beast(HttpResponse from, unsigned version, bool keep_alive, bool head) {
        Response response(static_cast<http::status>(from.status), version);
        response.set(http::field::server, "musterd");
        response.set(http::field::content_type, from.content_type);
        response.set("X-Content-Type-Options", "nosniff");
        response.set("Referrer-Policy", "no-referrer");
        response.set(http::field::access_control_allow_origin, "*");
        for (const auto& [name, value] : from.headers) response.set(name, value);
        if (!from.headers.contains("Cache-Control")) response.set(http::field::cache_control, "no-store");
        response.keep_alive(keep_alive);
        const auto size = from.body.size();
        if (!head) response.body() = std::move(from.body);
        response.prepare_payload();
        if (head) response.content_length(size);
        return response;
    }

    HttpServices& services_;
    Stream stream_;
    Strand strand_;
    std::uint64_t id_ = 0;
    bool first_ = true;
    bool answering_ = false;
    bool closing_ = false;
    bool handed_over_ = false;
};

}  // namespace

void serve_http(Socket socket, HttpServices& services) {
    const auto strand = socket.get_executor();
    auto connection = std::make_shared<HttpConnection>(std::move(socket), services);
    auto start = [connection] { return connection->run(); };
    asio::co_spawn(strand, std::move(start), [](std::exception_ptr problem) {
        if (!problem) return;
        try {
            std::rethrow_exception(problem);
        } catch (const std::exception& error) {
            spdlog::error("an HTTP connection failed: {}", error.what());
        }
    });
}

}  // namespace muster::server
