#include "server/http/long_answer.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <charconv>

#include "server/base/limits.hpp"

namespace muster::server {

void watch_peer(const std::shared_ptr<Channel>& channel, const std::shared_ptr<RequestEnd>& end) {
    channel->socket().async_wait(Socket::wait_read, [channel = std::weak_ptr(channel), end = std::weak_ptr(end)](ErrorCode error) {
        const auto there = channel.lock();
        const auto awaited = end.lock();
        if (error || !there || !awaited) return;
        const auto peer = there->look();
        if (peer == Peer::silent) watch_peer(there, awaited);  // woken by what has been read already, or by TLS itself
        else if (peer == Peer::gone) awaited->tell(RequestEnd::Reason::gone);
    });
}

namespace {

// What is written to a line that went dead counts as written for as long as the kernel has room: it must say when nobody takes it. A
// WebSocket has pings for this, a stream of events only goes one way.
void give_up_silent(Socket& socket) {
    constexpr auto most_ms = static_cast<int>(std::chrono::milliseconds(limits::idle_max).count());
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &most_ms, sizeof most_ms);
}

// Whatever the client's side takes renews the time that the rest has: slow is not stalled.
Task<ErrorCode> write_all(Channel& channel, std::string_view bytes) {
    ErrorCode failed;
    while (!failed && !bytes.empty()) {
        channel.expires_after(limits::write_stall_max);
        const auto rest = asio::buffer(bytes);
        auto [error, size] = co_await channel.async_write_some(rest, task);
        failed = error;
        bytes.remove_prefix(size);
    }
    channel.expires_never();
    co_return failed;
}

// As it goes over the line (RFC 9112, section 7.1). An empty chunk would be the last.
std::string framed(std::string bytes, bool chunked) {
    if (!chunked || bytes.empty()) return bytes;
    std::array<char, 16> size{};
    const auto end = std::to_chars(size.begin(), size.end(), bytes.size(), 16).ptr;
    return std::string(size.begin(), end).append("\r\n").append(bytes).append("\r\n");
}

constexpr std::string_view last_chunk = "0\r\n\r\n";

}  // namespace

Task<void> pour(Channel& channel, std::string head, bool chunked, std::shared_ptr<BodyStream> body, RequestEnd& end) {
    const auto strand = channel.get_executor();
    const auto more = std::make_shared<Timer>(strand);
    body->on_more([more, strand] { asio::post(strand, [more] { more->cancel(); }); });
    ErrorCode failed;
    channel.socket().set_option(asio::socket_base::send_buffer_size(limits::stream_send_bytes), failed);
    give_up_silent(channel.socket());
    std::string bytes = std::move(head) + framed(body->take(), chunked);
    failed = {};
    while (!failed) {
        failed = co_await write_all(channel, bytes);
        body->written();
        const bool over = body->over();  // before the last look at what is there
        bytes = framed(body->take(), chunked);
        if (!bytes.empty()) continue;
        if (over) break;
        more->expires_after(limits::stream_silence_max);
        co_await more->async_wait(task);
        bytes = framed(body->take(), chunked);
        if (bytes.empty() && !body->over()) bytes = framed(body->sign_of_life(), chunked);
    }
    if (chunked && !failed && !body->cut_short()) co_await write_all(channel, last_chunk);
    end.tell(RequestEnd::Reason::gone);
    body->on_more({});
}

}  // namespace muster::server
