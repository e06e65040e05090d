// What the raw yardsticks share: one thread with plain epoll that speaks just enough of RFC 6455 for our own generators.
// No queue unless a socket is full.
#pragma once
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace muster::bench {

struct Peer {
    int fd = -1;
    bool open = false;
    std::size_t place = 0;  ///< the yardstick's own: which of its kind this one is
    std::string in{}, out{};
};

class YardLoop {
public:
    YardLoop() : epoll_(epoll_create1(EPOLL_CLOEXEC)) {}
    virtual ~YardLoop() = default;

    /// Says where it listens, and serves until it is killed.
    int run() {
        std::signal(SIGPIPE, SIG_IGN);
        const int port = listen();
        if (port < 0) {
            perror("listen");
            return 1;
        }
        printf("listens on http://127.0.0.1:%d\n", port);
        fflush(stdout);
        serve();
    }

protected:
    virtual void on_open(Peer& peer, std::string_view path) = 0;
    virtual void on_message(Peer& peer, std::string_view text) = 0;
    virtual void on_close(Peer&) {}
    virtual void on_wake() {}        ///< the descriptor given to wake_by can be read
    virtual void on_round_done() {}  ///< after all that one epoll_wait told of

    void wake_by(int fd) {
        epoll_event event{EPOLLIN, {.ptr = &waker_}};
        epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
    }
    void push(Peer& peer, std::string_view bytes) {
        if (!peer.out.empty()) {
            peer.out.append(bytes);
            return;
        }
        const ssize_t sent = ::send(peer.fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent == ssize_t(bytes.size())) return;
        if (sent > 0) bytes.remove_prefix(std::size_t(sent));
        peer.out.assign(bytes);
        watch(peer, true);
    }
    static std::string framed(std::string_view body) {
        std::string out(1, char(0x81));
        if (body.size() < 126) {
            out += char(body.size());
        } else {
            out += char(126);
            out += char(body.size() >> 8);
            out += char(body.size() & 255U);
        }
        return out.append(body);
    }

private:
    int listen() {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* any = reinterpret_cast<sockaddr*>(&address);
        if (::bind(listener_, any, size) != 0 || ::listen(listener_, 4096) != 0 || ::getsockname(listener_, any, &size) != 0) return -1;
        epoll_event event{EPOLLIN, {.ptr = nullptr}};
        epoll_ctl(epoll_, EPOLL_CTL_ADD, listener_, &event);
        return ntohs(address.sin_port);
    }
    [[noreturn]] void serve() {
        static epoll_event events[1024];
        while (true) {
            const int count = epoll_wait(epoll_, events, 1024, -1);
            for (int i = 0; i < count; ++i) handle(events[i]);
            on_round_done();
        }
    }
    void handle(const epoll_event& event) {
        auto* peer = static_cast<Peer*>(event.data.ptr);
        if (!peer) return accept();
        if (peer == &waker_) return on_wake();
        if (event.events & EPOLLOUT) flush(*peer);
        if (event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) read(*peer);
    }
    void accept() {
        const int one = 1;
        for (int fd; (fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            epoll_event event{EPOLLIN, {.ptr = new Peer{.fd = fd}}};
            epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
        }
    }
    void watch(Peer& peer, bool writes) {
        epoll_event event{EPOLLIN | (writes ? std::uint32_t(EPOLLOUT) : 0U), {.ptr = &peer}};
        epoll_ctl(epoll_, EPOLL_CTL_MOD, peer.fd, &event);
    }
    void flush(Peer& peer) {
        if (peer.out.empty()) return;
        const ssize_t sent = ::send(peer.fd, peer.out.data(), peer.out.size(), MSG_NOSIGNAL);
        if (sent > 0) peer.out.erase(0, std::size_t(sent));
        if (peer.out.empty()) watch(peer, false);
    }
    void read(Peer& peer) {
        const ssize_t size = ::recv(peer.fd, buffer_.data(), buffer_.size(), 0);
        if (size < 0 && errno == EAGAIN) return;
        if (size <= 0) return drop(peer);
        peer.in.append(buffer_.data(), std::size_t(size));
        if (peer.open || upgrade(peer)) take_messages(peer);
    }
    static std::string accept_key(std::string_view key) {
        const std::string text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
        unsigned char digest[EVP_MAX_MD_SIZE], encoded[64];
        unsigned size = 0;
        EVP_Digest(text.data(), text.size(), digest, &size, EVP_sha1(), nullptr);
        EVP_EncodeBlock(encoded, digest, int(size));
        return reinterpret_cast<const char*>(encoded);
    }
    bool upgrade(Peer& peer) {
        constexpr std::string_view field = "Sec-WebSocket-Key: ", get = "GET ";
        const auto end = peer.in.find("\r\n\r\n");
        const auto key = peer.in.find(field);
        if (end == std::string::npos || key == std::string::npos || !peer.in.starts_with(get)) return false;
        const std::string_view head = peer.in;
        const auto from = key + field.size();
        push(peer, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
                       accept_key(head.substr(from, head.find("\r\n", from) - from)) + "\r\n\r\n");
        peer.open = true;
        on_open(peer, head.substr(get.size(), head.find(' ', get.size()) - get.size()));
        peer.in.erase(0, end + 4);
        return true;
    }
    // Masked text frames of less than 64 KiB; nothing else comes from our own generator.
    void take_messages(Peer& peer) {
        std::string_view data = peer.in;
        while (data.size() >= 8) {
            const auto byte = [&](std::size_t i) { return std::size_t(static_cast<unsigned char>(data[i])); };
            std::size_t size = byte(1) & 127U, header = 2;
            if (size == 126) {
                size = byte(2) << 8 | byte(3);
                header = 4;
            }
            if (data.size() < header + 4 + size) break;
            std::string body(data.substr(header + 4, size));
            for (std::size_t i = 0; i < size; ++i) body[i] = char(std::size_t(body[i]) ^ byte(header + (i & 3U)));
            data.remove_prefix(header + 4 + size);
            on_message(peer, body);
        }
        peer.in = std::string(data);
    }
    void drop(Peer& peer) {
        on_close(peer);
        ::close(peer.fd);
        delete &peer;
    }

    int epoll_;
    int listener_ = -1;
    Peer waker_{};
    std::vector<char> buffer_ = std::vector<char>(1 << 16);
};

}  // namespace muster::bench
