// One TCP connection, plain or under TLS. HTTP and WebSockets read and write through it and do not know which it is. Has
// one deadline, after which it closes. Lives on its own strand; owned by the HTTP connection, then by the WebSocket.
#pragma once
#include <array>
#include <memory>
#include <span>

#include "server/net/trust.hpp"

namespace muster::server {

class Channel : public std::enable_shared_from_this<Channel> {
public:
    using executor_type = Strand;

    /// `certificate` null: plain.
    Channel(Socket socket, const Certificate* certificate);
    /// To another server, at `host`; under TLS.
    Channel(Socket socket, const Trust& trust, const std::string& host);

    executor_type get_executor() noexcept { return socket_.get_executor(); }
    Socket& socket() { return socket_; }
    bool encrypted() const { return tls_ != nullptr; }

    /// Before anything else on an encrypted channel.
    Task<ErrorCode> handshake();
    /// After a handshake that failed because the other side speaks plain HTTP: true, and the channel is plain, so that it can
    /// be told so.
    bool turned_plain();

    /// What the socket takes at once, or would_block. Some of it may be held back encrypted, see `holding`.
    std::size_t write_some(std::span<const asio::const_buffer> buffers, ErrorCode& error);
    /// Bytes that count as written still wait in the channel; the next write_some (of nothing, even) passes them on.
    bool holding() const { return !held_.empty(); }

    template <typename Buffers, typename Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        if (!tls_) return socket_.async_read_some(buffers, std::forward<Token>(token));
        asio::mutable_buffer into;
        for (auto each = asio::buffer_sequence_begin(buffers); each != asio::buffer_sequence_end(buffers) && into.size() == 0; ++each) into = *each;
        return asio::async_compose<Token, void(ErrorCode, std::size_t)>(Read{*this, into}, token, socket_);
    }

    template <typename Buffers, typename Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        if (!tls_) return socket_.async_write_some(buffers, std::forward<Token>(token));
        Write write{*this};
        for (auto each = asio::buffer_sequence_begin(buffers); each != asio::buffer_sequence_end(buffers) && write.count < write.from.size(); ++each)
            write.from[write.count++] = *each;
        return asio::async_compose<Token, void(ErrorCode, std::size_t)>(std::move(write), token, socket_);
    }

    /// What a reader would find now; takes nothing away from it.
    Peer look();

    /// Closes when this has passed, unless another deadline is set before.
    void expires_after(std::chrono::steady_clock::duration time);
    void expires_never() { deadline_.reset(); }
    void cancel();
    /// Nothing more will be written; the other side is told.
    void shutdown_send();
    void close();

private:
    // Both complete later, never within the call that starts them.
    struct Read {
        Channel& channel;
        asio::mutable_buffer into;
        std::size_t size = 0;
        ErrorCode result{};
        bool begun = false;
        bool done = false;
        void operator()(auto& self, ErrorCode error = {}) {
            if (done) return self.complete(result, size);
            TlsSession::Want want{};
            if (!error) want = channel.read(into, size, error);
            channel.go_on(*this, self, want, error);
        }
    };
    struct Write {
        Channel& channel;
        std::array<asio::const_buffer, 8> from{};
        std::size_t count = 0;
        std::size_t size = 0;
        ErrorCode result{};
        bool begun = false;
        bool done = false;
        void operator()(auto& self, ErrorCode error = {}) {
            if (done) return self.complete(result, size);
            if (!error) size += channel.write_some(std::span(from).first(size == 0 ? count : 0), error);
            const bool blocked = error == asio::error::would_block || (!error && channel.holding());
            if (blocked) error = {};
            channel.go_on(*this, self, blocked ? TlsSession::Want::write : TlsSession::Want::nothing, error);
        }
    };

    void go_on(auto& operation, auto& self, TlsSession::Want want, ErrorCode error) {
        const bool first = !std::exchange(operation.begun, true);
        if (want != TlsSession::Want::nothing) return socket_.async_wait(wait_for(want), std::move(self));
        if (!first) return self.complete(error, operation.size);
        operation.result = error;
        operation.done = true;
        asio::post(socket_.get_executor(), std::move(self));
    }

    static Socket::wait_type wait_for(TlsSession::Want want) { return want == TlsSession::Want::read ? Socket::wait_read : Socket::wait_write; }
    TlsSession::Want read(asio::mutable_buffer into, std::size_t& count, ErrorCode& error);
    std::size_t write_encrypted(std::span<const asio::const_buffer> buffers, ErrorCode& error);

    Socket socket_;
    std::unique_ptr<TlsSession> tls_;
    std::string held_{};  // was given to OpenSSL, which wants to see it again
    std::unique_ptr<Timer> deadline_{};
};

}  // namespace muster::server
