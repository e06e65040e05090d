// Yardstick: the floor of a broadcast. Plain epoll; a message that comes in on /pub is framed once and handed to one
// send() per reader on /sub. No queue unless a socket is full.
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

namespace {

struct Peer {
    int fd = -1;
    std::size_t place = 0;  ///< among the readers
    enum class Role { none, reader, publisher } role = Role::none;
    std::string in{}, out{};
};

class Server {
public:
    Server() : epoll_(epoll_create1(EPOLL_CLOEXEC)) {}
    int listen();
    void run();

private:
    void accept();
    void watch(Peer& peer, bool writes);
    void push(Peer& peer, std::string_view bytes);
    void flush(Peer& peer);
    void read(Peer& peer);
    bool upgrade(Peer& peer);
    void take_messages(Peer& peer);
    void drop(Peer& peer);

    int epoll_;
    int listener_ = -1;
    std::vector<Peer*> readers_{};
    std::vector<char> buffer_ = std::vector<char>(1 << 16);
};

std::string accept_key(std::string_view key) {
    const std::string text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char digest[EVP_MAX_MD_SIZE], encoded[64];
    unsigned size = 0;
    EVP_Digest(text.data(), text.size(), digest, &size, EVP_sha1(), nullptr);
    EVP_EncodeBlock(encoded, digest, int(size));
    return reinterpret_cast<const char*>(encoded);
}

std::string framed(std::string_view body) {
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

int Server::listen() {
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

void Server::run() {
    static epoll_event events[1024];
    while (true) {
        const int count = epoll_wait(epoll_, events, 1024, -1);
        for (int i = 0; i < count; ++i) {
            auto* peer = static_cast<Peer*>(events[i].data.ptr);
            if (!peer) {
                accept();
                continue;
            }
            if (events[i].events & EPOLLOUT) flush(*peer);
            if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) read(*peer);
        }
    }
}

void Server::accept() {
    const int one = 1;
    for (int fd; (fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        epoll_event event{EPOLLIN, {.ptr = new Peer{.fd = fd}}};
        epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
    }
}

void Server::watch(Peer& peer, bool writes) {
    epoll_event event{EPOLLIN | (writes ? std::uint32_t(EPOLLOUT) : 0U), {.ptr = &peer}};
    epoll_ctl(epoll_, EPOLL_CTL_MOD, peer.fd, &event);
}

void Server::push(Peer& peer, std::string_view bytes) {
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

void Server::flush(Peer& peer) {
    if (peer.out.empty()) return;
    const ssize_t sent = ::send(peer.fd, peer.out.data(), peer.out.size(), MSG_NOSIGNAL);
    if (sent > 0) peer.out.erase(0, std::size_t(sent));
    if (peer.out.empty()) watch(peer, false);
}

void Server::read(Peer& peer) {
    const ssize_t size = ::recv(peer.fd, buffer_.data(), buffer_.size(), 0);
    if (size < 0 && errno == EAGAIN) return;
    if (size <= 0) return drop(peer);
    peer.in.append(buffer_.data(), std::size_t(size));
    if (peer.role == Peer::Role::none && !upgrade(peer)) return;
    take_messages(peer);
}

bool Server::upgrade(Peer& peer) {
    constexpr std::string_view field = "Sec-WebSocket-Key: ";
    const auto end = peer.in.find("\r\n\r\n");
    const auto key = peer.in.find(field);
    if (end == std::string::npos || key == std::string::npos) return false;
    const auto from = key + field.size();
    push(peer, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
                   accept_key(std::string_view(peer.in).substr(from, peer.in.find("\r\n", from) - from)) + "\r\n\r\n");
    peer.role = peer.in.starts_with("GET /pub ") ? Peer::Role::publisher : Peer::Role::reader;
    if (peer.role == Peer::Role::reader) {
        peer.place = readers_.size();
        readers_.push_back(&peer);
    }
    peer.in.erase(0, end + 4);
    return true;
}

// Masked text frames of less than 64 KiB; nothing else comes from our own generator.
void Server::take_messages(Peer& peer) {
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
        if (peer.role != Peer::Role::publisher) continue;
        const std::string frame = framed(body);
        for (Peer* reader : readers_) push(*reader, frame);
    }
    peer.in = std::string(data);
}

void Server::drop(Peer& peer) {
    if (peer.role == Peer::Role::reader) {
        readers_.back()->place = peer.place;
        readers_[peer.place] = readers_.back();
        readers_.pop_back();
    }
    ::close(peer.fd);
    delete &peer;
}

}  // namespace

int main() {
    std::signal(SIGPIPE, SIG_IGN);
    Server server;
    const int port = server.listen();
    if (port < 0) {
        perror("listen");
        return 1;
    }
    printf("listens on http://127.0.0.1:%d\n", port);
    fflush(stdout);
    server.run();
}
