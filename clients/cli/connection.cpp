#include "clients/cli/connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <csignal>
#include <deque>
#include <exception>
#include <optional>

#include "clients/cli/http_get.hpp"
#include "clients/cli/server_stream.hpp"

namespace muster::cli {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;
using tcp = asio::ip::tcp;

namespace {

constexpr auto awaiting = asio::as_tuple(asio::use_awaitable);
using Stream = websocket::stream<ServerStream, false>;
constexpr std::size_t message_bytes_max = 16 * 1024 * 1024;

}  // namespace

// One thread runs the context, so nothing here needs a strand or a lock.
class Connection::Impl {
public:
    explicit Impl(Server server) : server_(std::move(server)), pause_(io_), written_(io_), signals_(io_) {}

    void run(Listener& listener) {
        listener_ = &listener;
        error_code ignored;
        signals_.add(SIGINT, ignored);
        signals_.add(SIGTERM, ignored);
        watch_signals();
        asio::co_spawn(
            io_, [this] { return live(); },
            [this](std::exception_ptr error) {
                failure_ = error;
                stop();
                closing_.cancel();
            });
        io_.run();
        if (failure_) std::rethrow_exception(failure_);
    }

    void send(std::string text) {
        if (!open_) return;
        outbox_.push_back(std::move(text));
        written_.cancel();
    }

    void settled() { backoff_.reset(); }

    void reopen() {
        if (stream_) beast::get_lowest_layer(*stream_).cancel();
    }

    void after(std::chrono::milliseconds delay, std::function<void()> callback) {
        auto timer = std::make_shared<asio::steady_timer>(io_, delay);
        timers_.push_back(timer);
        timer->async_wait([this, timer, callback = std::move(callback)](error_code error) {
            std::erase(timers_, timer);
            if (!error && !stopping_) callback();
        });
    }

    void post(std::function<void()> callback) { asio::post(io_, std::move(callback)); }

    void stop() {
        if (std::exchange(stopping_, true)) return;
        error_code ignored;
        signals_.clear(ignored);  // from here on a second Ctrl-C ends the process at once
        signals_.cancel(ignored);
        for (const auto& timer : timers_) timer->cancel();
        pause_.cancel();
        written_.cancel();
        resolver_.cancel();
        if (stream_ && !open_) reopen();
        closing_.expires_after(std::chrono::seconds(2));
        closing_.async_wait([this](error_code error) {
            if (!error) reopen();  // the server does not answer our good-bye
        });
    }

private:
    void watch_signals() {
        signals_.async_wait([this](error_code error, int) {
            if (error) return;
            listener_->interrupted();
            if (!stopping_) watch_signals();
        });
    }

    asio::awaitable<void> live() {
        while (!stopping_) {
            const std::string why = co_await connect_and_read();
            stream_.reset();
            if (stopping_) break;
            if (refused_) {
                listener_->refused(why);
                break;
            }
            listener_->lost(why);
            if (stopping_) break;
            pause_.expires_after(backoff_.next());
            co_await pause_.async_wait(awaiting);
        }
    }

    // Ends with the reason when the connection is gone.
    asio::awaitable<std::string> connect_and_read() {
        auto [resolve_error, endpoints] = co_await resolver_.async_resolve(server_.host, server_.port, awaiting);
        if (resolve_error || stopping_) co_return resolve_error.message();
        if (server_.tls && !trust_) {
            auto made = make_trust(server_.ca);
            if (!made) co_return give_up("cannot be reached: " + made.error());
            trust_.emplace(std::move(*made));
        }
        stream_.emplace(io_, trust_ ? &*trust_ : nullptr, server_.host);
        auto& tcp_layer = beast::get_lowest_layer(*stream_);
        tcp_layer.expires_after(std::chrono::seconds(10));
        auto [connect_error, endpoint] = co_await tcp_layer.async_connect(endpoints, awaiting);
        if (connect_error || stopping_) co_return connect_error.message();
        tcp_layer.socket().set_option(tcp::no_delay(true));
        std::string why = co_await greet();
        tcp_layer.expires_never();
        if (!why.empty() || stopping_) co_return why;
        why = co_await shake_hands();
        if (!why.empty() || stopping_) co_return why;
        co_return co_await talk();
    }

    // The TLS handshake, if there is one. Who shows a wrong certificate is told nothing: not even who asks for what.
    asio::awaitable<std::string> greet() {
        auto& way = stream_->next_layer();
        if (!way.encrypted()) co_return std::string();
        auto [error] = co_await way.async_greet(awaiting);
        if (!error) co_return std::string();
        const auto distrust = way.distrust();
        co_return distrust.empty() ? error.message() : give_up("cannot be used: " + distrust);
    }

    asio::awaitable<std::string> shake_hands() {
        set_options();
        websocket::response_type response;
        const std::string host = server_.authority();
        auto [error] = co_await stream_->async_handshake(response, host, "/ws", awaiting);
        if (!error) co_return std::string();
        if (error != websocket::error::upgrade_declined) co_return error.message();
        const auto status = response.result_int();
        // A proxy in front of a server that restarts says 502 or 503; anything else will not become a Muster server.
        const auto why = "answered with HTTP status " + std::to_string(status);
        if (status >= 500 || status == 429) co_return "it " + why;
        if (const auto problem = problem_in(response.body()); !problem.code.empty()) co_return give_up("lets nobody in from here: " + problem.sentence);
        co_return give_up("is not a Muster server: it " + why);
    }

    std::string give_up(std::string why) {
        refused_ = true;
        return why;
    }

    void set_options() {
        websocket::stream_base::timeout timeout{};
        timeout.handshake_timeout = std::chrono::seconds(10);
        timeout.idle_timeout = std::chrono::seconds(30);
        timeout.keep_alive_pings = true;
        stream_->set_option(timeout);
        stream_->set_option(websocket::stream_base::decorator([](websocket::request_type& request) {
            request.set(beast::http::field::sec_websocket_protocol, "muster.v1");
            request.set(beast::http::field::user_agent, "muster");
        }));
        stream_->read_message_max(message_bytes_max);
        stream_->text(true);
    }

    asio::awaitable<std::string> talk() {
        outbox_.clear();
        open_ = true;
        writer_done_ = false;
        asio::co_spawn(
            io_, [this] { return write(); },
            [this](std::exception_ptr error) {
                if (error) failure_ = error;
                writer_done_ = true;
                pause_.cancel();
            });
        listener_->opened();
        beast::flat_buffer buffer;
        std::string why;
        while (true) {
            auto [error, size] = co_await stream_->async_read(buffer, awaiting);
            if (error) {
                why = reason(error);
                break;
            }
            const auto bytes = buffer.data();
            if (!stopping_) listener_->received({static_cast<const char*>(bytes.data()), bytes.size()});
            buffer.consume(size);
        }
        open_ = false;
        written_.cancel();
        while (!writer_done_) {
            pause_.expires_at(asio::steady_timer::time_point::max());
            co_await pause_.async_wait(awaiting);
        }
        co_return why;
    }

    std::string reason(error_code error) const {
        if (error != websocket::error::closed) return error.message();
        const auto& close = stream_->reason();
        return close.code == 4001 ? "the server restarts" : "the server closed the connection (" + std::to_string(close.code) + ")";
    }

    // The only place that writes, and that closes when nothing more is wanted.
    asio::awaitable<void> write() {
        while (open_) {
            if (outbox_.empty()) {
                if (stopping_) break;
                written_.expires_at(asio::steady_timer::time_point::max());
                co_await written_.async_wait(awaiting);
                continue;
            }
            const std::string text = std::move(outbox_.front());
            outbox_.pop_front();
            const auto bytes = asio::buffer(text);
            auto [error, size] = co_await stream_->async_write(bytes, awaiting);
            if (error) {
                reopen();
                co_return;
            }
        }
        if (!open_) co_return;
        const websocket::close_reason done(websocket::close_code::normal);
        co_await stream_->async_close(done, awaiting);
    }

    Server server_;
    asio::io_context io_{1};
    tcp::resolver resolver_{io_};
    asio::steady_timer pause_;
    asio::steady_timer written_;
    asio::steady_timer closing_{io_};
    asio::signal_set signals_;
    std::vector<std::shared_ptr<asio::steady_timer>> timers_{};
    std::optional<asio::ssl::context> trust_{};
    std::optional<Stream> stream_{};
    std::deque<std::string> outbox_{};
    Listener* listener_ = nullptr;
    Backoff backoff_{};
    bool open_ = false;
    bool writer_done_ = true;
    bool stopping_ = false;
    bool refused_ = false;
    std::exception_ptr failure_{};
};

Connection::Connection(Server server) : impl_(std::make_unique<Impl>(std::move(server))) {}
Connection::~Connection() = default;
void Connection::run(Listener& listener) { impl_->run(listener); }
void Connection::send(std::string text) { impl_->send(std::move(text)); }
void Connection::settled() { impl_->settled(); }
void Connection::reopen() { impl_->reopen(); }
void Connection::after(std::chrono::milliseconds delay, std::function<void()> callback) { impl_->after(delay, std::move(callback)); }
void Connection::post(std::function<void()> callback) { impl_->post(std::move(callback)); }
void Connection::stop() { impl_->stop(); }

}  // namespace muster::cli
