#include "server/net/channel.hpp"

#include <sys/socket.h>

#include <cerrno>

namespace muster::server {

Channel::Channel(Socket socket, const Certificate* certificate) : socket_(std::move(socket)) {
    if (!certificate) return;
    ErrorCode ignored;
    socket_.non_blocking(true, ignored);
    tls_ = certificate->session(socket_.native_handle());
}

Channel::Channel(Socket socket, const Trust& trust, const std::string& host) : socket_(std::move(socket)) {
    ErrorCode ignored;
    socket_.non_blocking(true, ignored);
    tls_ = trust.session(socket_.native_handle(), host);
}

Task<ErrorCode> Channel::handshake() {
    const auto self = shared_from_this();
    while (socket_.is_open()) {
        ErrorCode error;
        const auto want = tls_->handshake(error);
        if (want == TlsSession::Want::nothing) co_return error;
        auto [interrupted] = co_await socket_.async_wait(wait_for(want), task);
        if (interrupted) co_return interrupted;
    }
    co_return asio::error::operation_aborted;
}

bool Channel::turned_plain() {
    if (!tls_->met_plain_http()) return false;
    tls_.reset();
    return true;
}

TlsSession::Want Channel::read(asio::mutable_buffer into, std::size_t& count, ErrorCode& error) {
    if (socket_.is_open() && into.size() > 0) return tls_->read(into, count, error);
    if (!socket_.is_open()) error = asio::error::operation_aborted;
    return TlsSession::Want::nothing;
}

Peer Channel::look() {
    if (!socket_.is_open()) return Peer::gone;
    if (tls_) return tls_->look();
    char byte = 0;
    const auto there = ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (there > 0) return Peer::has_sent;
    return there < 0 && (errno == EAGAIN || errno == EINTR) ? Peer::silent : Peer::gone;
}

std::size_t Channel::write_some(std::span<const asio::const_buffer> buffers, ErrorCode& error) {
    if (tls_) return write_encrypted(buffers, error);
    return buffers.size() == 1 ? socket_.write_some(buffers.front(), error) : socket_.write_some(buffers, error);
}

// At most one record at a time. A record that does not fit the socket is kept here, so that the caller may forget it.
std::size_t Channel::write_encrypted(std::span<const asio::const_buffer> buffers, ErrorCode& error) {
    constexpr std::size_t record_bytes = 16 * 1024;
    thread_local std::array<char, record_bytes> gathered;
    error = {};
    if (!socket_.is_open()) error = asio::error::operation_aborted;
    std::size_t count = 0;
    while (!error && !held_.empty()) {
        if (tls_->write(asio::buffer(held_), count, error) != TlsSession::Want::nothing) error = asio::error::would_block;
        else if (!error) held_.erase(0, count);
    }
    if (error || buffers.empty()) return 0;
    asio::const_buffer record(buffers.front().data(), std::min(buffers.front().size(), record_bytes));
    if (buffers.size() > 1) record = asio::buffer(gathered.data(), asio::buffer_copy(asio::buffer(gathered), buffers));
    if (record.size() == 0) return 0;
    if (tls_->write(record, count, error) == TlsSession::Want::nothing) return error ? 0 : count;
    held_.assign(static_cast<const char*>(record.data()), record.size());
    return record.size();
}

// The connection that waits for the deadline owns the channel; what fires late finds another deadline, or none.
void Channel::expires_after(std::chrono::steady_clock::duration time) {
    if (!deadline_) deadline_ = std::make_unique<Timer>(socket_.get_executor());
    deadline_->expires_after(time);
    deadline_->async_wait([weak = weak_from_this()](ErrorCode error) {
        const auto self = weak.lock();
        if (!error && self && self->deadline_ && self->deadline_->expiry() <= std::chrono::steady_clock::now()) self->close();
    });
}

void Channel::cancel() {
    ErrorCode ignored;
    socket_.cancel(ignored);
}

void Channel::shutdown_send() {
    if (tls_ && socket_.is_open()) tls_->end();
    ErrorCode ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
}

void Channel::close() {
    expires_never();
    ErrorCode ignored;
    socket_.close(ignored);
}

}  // namespace muster::server
