#include "server/net/websocket.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/net/beast_upgrade.hpp"
#include "server/net/outbox.hpp"

namespace muster::server {

namespace beast = boost::beast;
namespace http = beast::http;
namespace ws = beast::websocket;

namespace {

// The stream under Beast: reads come from the channel, writes go to the outbox.
class Wire {
public:
    using executor_type = Strand;
    using next_layer_type = Socket;

    Wire(std::shared_ptr<Channel> channel, std::function<std::shared_ptr<void>()> keep_alive, std::function<void()> failed)
        : channel_(std::move(channel)), outbox_(*channel_, std::move(keep_alive), std::move(failed)) {}

    executor_type get_executor() noexcept { return channel_->get_executor(); }
    Channel& channel() { return *channel_; }
    Socket& next_layer() { return channel_->socket(); }
    const Socket& next_layer() const { return channel_->socket(); }
    Outbox& outbox() { return outbox_; }

    template <typename Buffers, typename Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return channel_->async_read_some(buffers, std::forward<Token>(token));
    }

    // Queueing counts as writing: Beast only writes small control frames here, and the outbox keeps their order.
    template <typename Buffers, typename Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return asio::async_initiate<Token, void(ErrorCode, std::size_t)>(
            [this](auto handler, const Buffers& what) {
                std::string bytes = beast::buffers_to_string(what);
                const std::size_t size = bytes.size();
                const ErrorCode error = outbox_.broken() ? ErrorCode(asio::error::operation_aborted) : ErrorCode();
                const bool last = bytes.starts_with(close_frame_begin);
                auto frame = std::make_shared<const std::string>(std::move(bytes));
                if (last) outbox_.push_last(std::move(frame));
                else outbox_.push_control(std::move(frame));
                asio::post(channel_->get_executor(), beast::bind_front_handler(std::move(handler), error, size));
            },
            token, buffers);
    }

private:
    static constexpr char close_frame_begin = '\x88';  // whole, opcode 8; the answer to the upgrade begins with a letter
    std::shared_ptr<Channel> channel_;
    Outbox outbox_;
};

template <typename Handler>
void async_teardown(beast::role_type, Wire& wire, Handler&& handler) {
    // The close frame may still wait in the outbox; the socket is shut when it is written (or when the stall limit hits).
    wire.outbox().when_drained([&wire] { wire.channel().shutdown_send(); });
    asio::post(wire.get_executor(), beast::bind_front_handler(std::forward<Handler>(handler), ErrorCode()));
}

class BeastWebSocket : public WebSocket, public std::enable_shared_from_this<BeastWebSocket> {
public:
    explicit BeastWebSocket(std::shared_ptr<Channel> channel)
        : strand_(channel->get_executor()),
          stream_(std::move(channel), [this] { return std::static_pointer_cast<void>(shared_from_this()); }, [this] { cut(); }) {}

    bool send(Frame frame) override { return closing_ || stream_.next_layer().outbox().push(std::move(frame)); }
    bool send_all(std::span<Frame> frames) override { return closing_ || stream_.next_layer().outbox().push_all(frames); }
    void when_drained(std::function<void()> callback) override { stream_.next_layer().outbox().when_drained(std::move(callback)); }
    const Strand& strand() const override { return strand_; }

    void close(Close code, std::string_view reason, bool drop_unsent) override {
        if (std::exchange(closing_, true)) return;
        if (drop_unsent) stream_.next_layer().outbox().drop_unsent();
        if (!open_) return cut();
        const ws::close_reason why(static_cast<ws::close_code>(code), beast::string_view(reason.data(), reason.size()));
        stream_.async_close(why, [self = shared_from_this()](ErrorCode) {});
    }

    void cut() override {
        closing_ = true;
        if (draining_) draining_->cancel();
        stream_.next_layer().outbox().stop();
        stream_.next_layer().channel().close();
    }

    // No coroutine: what one takes for its frames every idle connection would hold.
    void start(std::shared_ptr<Handler> handler, std::unique_ptr<UpgradeRequest> request) {
        set_options(http::token_list(request->message[http::field::sec_websocket_protocol]).exists(subprotocol));
        const auto& message = request->message;
        stream_.async_accept(message, [self = shared_from_this(), handler = std::move(handler), request = std::move(request)](ErrorCode refused) mutable {
            request.reset();
            self->guard(*handler, [&] {
                self->open_ = !refused;
                if (refused) self->finish(*handler);
                else self->read(handler);
            });
        });
    }

private:
    void set_options(bool offered_subprotocol) {
        ErrorCode ignored;
        auto& socket = stream_.next_layer().next_layer();
        socket.non_blocking(true, ignored);
        socket.set_option(asio::socket_base::send_buffer_size(limits::stream_send_bytes), ignored);
        ws::stream_base::timeout times{};
        times.handshake_timeout = limits::handshake_max;
        times.idle_timeout = limits::idle_max;
        times.keep_alive_pings = true;
        stream_.set_option(times);
        stream_.set_option(ws::stream_base::decorator([offered_subprotocol](ws::response_type& response) {
            response.set(http::field::server, "musterd");
            if (offered_subprotocol) response.set(http::field::sec_websocket_protocol, subprotocol);
        }));
        stream_.read_message_max(limits::message_bytes_max);
    }

    // A whole message at once would be asked for with room for 1,536 bytes. The room is made here, as Beast's own choice of it ends the program where a
    // close that is under way has thrown the rest of a frame away between two reads.
    void read(std::shared_ptr<Handler> handler) {
        const auto room = std::min(std::max(idle_buffer_bytes, buffer_.size()), limits::message_bytes_max + 1 - buffer_.size());
        stream_.async_read_some(buffer_.prepare(room), [self = shared_from_this(), handler = std::move(handler)](ErrorCode error, std::size_t count) {
            self->guard(*handler, [&] {
                if (error) return self->ended(error, handler);
                self->buffer_.commit(count);
                self->heard(*handler);
                self->read(handler);
            });
        });
    }

    // A mistake ends this connection, and no other.
    template <typename Work>
    void guard(Handler& handler, const Work& work) {
        try {
            work();
        } catch (const std::exception& problem) {
            log::error("a WebSocket failed", {{"reason", problem.what()}});
            finish(handler);
        }
    }

    void heard(Handler& handler) {
        if (!stream_.is_message_done()) return;
        if (!stream_.got_text()) close(Close::unsupported, "text frames only", false);
        const auto bytes = buffer_.cdata();
        if (!closing_) handler.on_text({static_cast<const char*>(bytes.data()), bytes.size()});  // else only the other side's close frame still matters
        buffer_.consume(buffer_.size());
        if (buffer_.capacity() > idle_buffer_bytes) buffer_.shrink_to_fit();
    }

    // `closed` after a close handshake, anything else when the connection just broke. The last frames, the close frame among them, get their
    // chance to go out.
    void ended(ErrorCode error, std::shared_ptr<Handler> handler) {
        open_ = false;
        auto& outbox = stream_.next_layer().outbox();
        if (error != ws::error::closed || outbox.broken() || outbox.empty()) return finish(*handler);
        draining_ = std::make_unique<Timer>(strand_, std::chrono::steady_clock::time_point::max());
        draining_->async_wait([self = shared_from_this(), handler = std::move(handler)](ErrorCode) { self->finish(*handler); });
        outbox.when_drained([this] { draining_->cancel(); });
    }

    void finish(Handler& handler) {
        open_ = false;
        cut();
        handler.on_closed();
    }

    static constexpr const char* subprotocol = "muster.v1";
    static constexpr std::size_t idle_buffer_bytes = 512;
    Strand strand_;
    ws::stream<Wire, false> stream_;
    bool open_ = false;
    bool closing_ = false;
    beast::flat_buffer buffer_{};
    std::unique_ptr<Timer> draining_{};
};

}  // namespace

std::shared_ptr<WebSocket> start_websocket(std::shared_ptr<Channel> channel, std::unique_ptr<UpgradeRequest> request, const MakeHandler& make_handler) {
    auto websocket = std::make_shared<BeastWebSocket>(std::move(channel));
    const auto handler = make_handler(websocket);
    asio::dispatch(websocket->strand(), [websocket, handler, request = std::move(request)]() mutable { websocket->start(handler, std::move(request)); });
    return websocket;
}

}  // namespace muster::server
