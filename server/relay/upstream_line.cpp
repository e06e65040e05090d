#include "server/relay/upstream_line.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"

namespace muster::server {

namespace {

namespace beast = boost::beast;
namespace ws = beast::websocket;

// The stream under Beast.
class Wire {
public:
    using executor_type = Strand;
    using next_layer_type = Socket;

    explicit Wire(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}
    executor_type get_executor() noexcept { return channel_->get_executor(); }
    Channel& channel() { return *channel_; }
    Socket& next_layer() { return channel_->socket(); }
    const Socket& next_layer() const { return channel_->socket(); }
    template <typename Buffers, typename Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return channel_->async_read_some(buffers, std::forward<Token>(token));
    }
    template <typename Buffers, typename Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return channel_->async_write_some(buffers, std::forward<Token>(token));
    }

private:
    std::shared_ptr<Channel> channel_;
};

template <typename Handler>
void async_teardown(beast::role_type, Wire& wire, Handler&& handler) {
    wire.channel().shutdown_send();
    asio::post(wire.get_executor(), beast::bind_front_handler(std::forward<Handler>(handler), ErrorCode()));
}

/// Reads with one coroutine and writes with another, so that nothing is written twice at once.
class ServerLine final : public Upstream::Line, public std::enable_shared_from_this<ServerLine> {
public:
    using Headers = std::function<std::vector<std::pair<std::string, std::string>>()>;
    ServerLine(std::shared_ptr<Dialler> dialler, Headers headers, std::chrono::milliseconds silence_max, const Strand& strand,
               std::weak_ptr<Upstream::Listener> listener)
        : dialler_(std::move(dialler)),
          headers_(std::move(headers)),
          silence_max_(silence_max),
          strand_(strand),
          listener_(std::move(listener)),
          said_(strand, std::chrono::steady_clock::time_point::max()),
          goes_on_(strand, std::chrono::steady_clock::time_point::max()) {}

    void start() { spawn(&ServerLine::run); }

    void say(std::string text) override {
        if (over_) return;
        unsaid_.push_back(std::move(text));
        said_.cancel();
    }

    // What was said before goes out first.
    void cut() override {
        listener_.reset();
        if (writes_ && !over_) last_ = true, said_.cancel();
        else end();
    }

    // Nothing is read meanwhile, no answer to a ping either.
    void pause(bool on) override {
        paused_ = on;
        if (stream_) set_times();
        if (!on) goes_on_.cancel();
    }

private:
    void spawn(Task<void> (ServerLine::*what)()) {
        auto run = [self = shared_from_this(), what] { return (self.get()->*what)(); };
        asio::co_spawn(strand_, std::move(run), [self = shared_from_this()](std::exception_ptr problem) {
            if (problem) self->close("an exception");
        });
    }

    Task<void> run() {
        const auto self = shared_from_this();
        auto channel = co_await dialler_->dial(strand_);
        if (!channel) {
            close(channel.error());
            co_return;
        }
        if (over_) {
            (*channel)->close();
            co_return;
        }
        stream_ = std::make_unique<ws::stream<Wire, false>>(std::move(*channel));
        set_options();
        const std::string host = dialler_->address().authority();
        ws::response_type response;
        auto [refused] = co_await stream_->async_handshake(response, host, "/ws", task);
        if (refused) {
            close(why_refused(refused, response));
            co_return;
        }
        if (over_) co_return;
        writes_ = true;
        spawn(&ServerLine::write);
        if (const auto listener = listener_.lock()) listener->on_open();
        co_await read();
    }

    void set_times() {
        ws::stream_base::timeout times{};
        times.handshake_timeout = limits::relay_connect_max;
        times.idle_timeout = paused_ ? std::max(silence_max_, paused_max) : silence_max_;
        times.keep_alive_pings = true;
        stream_->set_option(times);
    }

    void set_options() {
        set_times();
        stream_->set_option(ws::stream_base::decorator([headers = headers_()](ws::request_type& request) {
            request.set(beast::http::field::user_agent, "musterd");
            request.set(beast::http::field::sec_websocket_protocol, "muster.v1");
            for (const auto& [name, value] : headers) request.set(name, value);
        }));
        stream_->read_message_max(limits::relay_message_bytes_max);
    }

    std::string why_refused(ErrorCode error, const ws::response_type& response) const {
        if (error != ws::error::upgrade_declined) return dialler_->address().url() + ": " + error.message();
        return dialler_->address().url() + ": it answered " + std::to_string(response.result_int()) + " to the WebSocket";
    }

    Task<void> read() {
        beast::flat_buffer buffer;
        while (!over_) {
            auto [error, size] = co_await stream_->async_read(buffer, task);
            if (error) {
                close(dialler_->address().url() + ": " + (error == ws::error::closed ? "it ended the connection" : error.message()));
                co_return;
            }
            const auto bytes = buffer.cdata();
            const std::string_view text(static_cast<const char*>(bytes.data()), bytes.size());
            if (const auto listener = listener_.lock(); listener && stream_->got_text()) listener->on_text(text);
            buffer.consume(buffer.size());
            if (buffer.capacity() > kept_bytes) buffer.shrink_to_fit();
            while (paused_ && !over_) {
                goes_on_.expires_at(std::chrono::steady_clock::time_point::max());
                co_await goes_on_.async_wait(task);
            }
        }
    }

    Task<void> write() {
        const auto self = shared_from_this();
        while (!over_) {
            if (unsaid_.empty() && last_) co_return end();
            if (unsaid_.empty()) {
                said_.expires_at(std::chrono::steady_clock::time_point::max());
                co_await said_.async_wait(task);
                continue;
            }
            const std::string text = std::move(unsaid_.front());
            unsaid_.pop_front();
            const auto bytes = asio::buffer(text);
            auto [error, size] = co_await stream_->async_write(bytes, task);
            if (error) co_return;  // whoever reads hears of it too
        }
    }

    void close(const std::string& why) {
        const auto listener = std::exchange(listener_, {}).lock();
        end();
        if (listener) listener->on_closed(why);
    }

    void end() {
        over_ = true;
        said_.cancel();
        goes_on_.cancel();
        if (stream_) stream_->next_layer().channel().close();
    }

    static constexpr std::size_t kept_bytes = 64 * 1024;
    static constexpr std::chrono::milliseconds paused_max{20'000};  ///< whoever reads nothing for so long has been sent away
    const std::shared_ptr<Dialler> dialler_;
    const Headers headers_;
    const std::chrono::milliseconds silence_max_;
    Strand strand_;
    std::weak_ptr<Upstream::Listener> listener_;
    Timer said_, goes_on_;
    std::deque<std::string> unsaid_{};
    std::unique_ptr<ws::stream<Wire, false>> stream_{};
    bool paused_ = false;
    bool writes_ = false;
    bool last_ = false;  ///< nothing more is said
    bool over_ = false;
};

}  // namespace

std::shared_ptr<Upstream::Line> ServerUpstream::open(const Strand& strand, const To& to, std::weak_ptr<Listener> listener) {
    auto headers = [headers = headers_, address = to.for_address] { return headers(address); };
    auto line = std::make_shared<ServerLine>(dialler_, std::move(headers), silence_max_, strand, std::move(listener));
    line->start();
    return line;
}

}  // namespace muster::server
