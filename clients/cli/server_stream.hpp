// The way to the server for HTTP and WebSockets alike: TCP, and TLS over it where the server's address asks for it. Lives on one thread,
// owned by whoever talks.
#pragma once
#include <array>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "clients/cli/link.hpp"

namespace muster::cli {

/// Whose certificates are believed: the system's authorities and those in `ca`, a file in PEM form, if it is given. The error is
/// a sentence.
std::expected<boost::asio::ssl::context, std::string> make_trust(const std::string& ca);

class ServerStream {
public:
    using Tcp = boost::beast::tcp_stream;
    using next_layer_type = Tcp;
    using executor_type = Tcp::executor_type;

    /// `trust` null: plain. Else it must outlive this, and the server must show a certificate of this name.
    ServerStream(boost::asio::io_context& io, boost::asio::ssl::context* trust, const std::string& host);

    executor_type get_executor() noexcept { return tcp_.get_executor(); }
    Tcp& next_layer() { return tcp_; }
    const Tcp& next_layer() const { return tcp_; }
    bool encrypted() const { return tls_.has_value(); }

    /// The TLS handshake, on an encrypted stream that is connected.
    template <typename Token>
    auto async_greet(Token&& token) {
        return tls_->async_handshake(boost::asio::ssl::stream_base::client, std::forward<Token>(token));
    }
    /// Why the certificate that came with the handshake is not believed, as a clause; empty: it is.
    std::string distrust();

    // Whatever reads and writes here, both ways below are compiled once.
    template <typename Buffers, typename Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [this](auto&& done, const MutablePieces& into) { read_some(into, std::forward<decltype(done)>(done)); }, token, MutablePieces(buffers));
    }
    template <typename Buffers, typename Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [this](auto&& done, const ConstPieces& from) { write_some(from, std::forward<decltype(done)>(done)); }, token, ConstPieces(buffers));
    }

    /// The end of a WebSocket. How the other side takes a goodbye of TLS does not matter any more.
    template <typename Handler>
    friend void async_teardown(boost::beast::role_type role, ServerStream& stream, Handler&& handler) {
        if (!stream.tls_) return async_teardown(role, stream.tcp_, std::forward<Handler>(handler));
        stream.tls_->async_shutdown(
            [handler = std::forward<Handler>(handler)](const boost::system::error_code&) mutable { handler(boost::system::error_code()); });
    }

private:
    using Done = std::move_only_function<void(boost::system::error_code, std::size_t)>;

    /// The first pieces of any sequence of buffers: reading and writing may always do less than they are asked to.
    template <typename Buffer>
    class Pieces {
    public:
        template <typename Buffers>
        explicit Pieces(const Buffers& buffers) {
            const auto end = boost::asio::buffer_sequence_end(buffers);
            for (auto each = boost::asio::buffer_sequence_begin(buffers); each != end && size_ < pieces_.size(); ++each)
                if (const Buffer piece(*each); piece.size() > 0) pieces_[size_++] = piece;
        }
        const Buffer* begin() const { return pieces_.data(); }
        const Buffer* end() const { return pieces_.data() + size_; }

    private:
        std::array<Buffer, 8> pieces_{};
        std::size_t size_ = 0;
    };
    using MutablePieces = Pieces<boost::asio::mutable_buffer>;
    using ConstPieces = Pieces<boost::asio::const_buffer>;

    void read_some(const MutablePieces& into, Done done);
    void write_some(const ConstPieces& from, Done done);

    Tcp tcp_;
    std::optional<boost::asio::ssl::stream<Tcp&>> tls_{};
};

}  // namespace muster::cli
