// A WebSocket client for load generators: one thread, one epoll set, thousands of connections. It speaks just enough of
// RFC 6455: upgrade, masked client frames, fragments, ping, close. Clients share one fixed mask key.
#pragma once
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include "tests/bench/link.hpp"
#include "tests/bench/measure.hpp"

namespace muster::bench {

struct Conn {
    enum class State { idle, connecting, upgrading, open, closed };
    Link link{};
    std::uint32_t id = 0;
    State state = State::idle;
    std::string path{};
    std::string in{}, out{}, fragments{};
    bool waits_to_write = false;
    std::uint64_t read_at_ns = 0;  ///< when the bytes being handled were read
    std::uint64_t bytes_in = 0;    ///< of frames, headers included
    std::uint64_t frames_in = 0;
};

struct Handler {
    virtual ~Handler() = default;
    virtual void on_open(Conn&) {}
    virtual void on_message(Conn& conn, std::string_view text) = 0;
    virtual void on_close(Conn&) {}
};

class Client {
public:
    Client(int port, Handler& handler, bool tls = false) : port_(port), tls_(tls), handler_(handler), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
        prctl(PR_SET_TIMERSLACK, 1000UL);  // a paced decision must not start late by the default 50 us
    }
    ~Client() { ::close(epoll_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    Conn& add(std::string path) {
        conns_.push_back(std::make_unique<Conn>());
        conns_.back()->id = std::uint32_t(conns_.size() - 1);
        conns_.back()->path = std::move(path);
        return *conns_.back();
    }
    Conn& at(std::size_t i) { return *conns_[i]; }
    std::size_t size() const { return conns_.size(); }
    std::size_t closed_count() const { return closed_; }

    /// Opens every connection that was added; throws if not all are open in time.
    void connect_all(double timeout_s) {
        constexpr std::size_t handshakes_max = 128;
        const auto end = now_ns() + to_ns(timeout_s);
        while (open_ + closed_ < conns_.size() && now_ns() < end) {
            while (next_ < conns_.size() && connecting_ < handshakes_max) start(*conns_[next_++]);
            poll(20'000'000);
        }
        if (open_ != conns_.size()) throw std::runtime_error("only " + std::to_string(open_) + " of " + std::to_string(conns_.size()) + " connections opened");
    }

    /// Opens one that was just added, beside those that are open; on_open or on_close tells how it went.
    void open(Conn& conn) {
        next_ = conns_.size();
        start(conn);
    }
    /// Ends it without a goodbye; on_close is called.
    void close(Conn& conn) {
        if (conn.state != Conn::State::closed) drop(conn);
    }

    void send(Conn& conn, std::string_view text, int opcode = 1) {
        static constexpr unsigned char key[4] = {0x37, 0xfa, 0x21, 0x3d};
        const bool idle = conn.out.empty();
        auto& out = conn.out;
        out += char(0x80 | opcode);
        if (text.size() < 126) {
            out += char(0x80U | text.size());
        } else {
            out += char(0x80 | 126);
            out += char(text.size() >> 8);
            out += char(text.size() & 255U);
        }
        for (const unsigned char each : key) out += char(each);
        for (std::size_t i = 0; i < text.size(); ++i) out += char(text[i] ^ key[i & 3U]);
        if (idle) flush(conn);
    }

    /// Waits at most so long for traffic and handles it.
    void poll(std::uint64_t wait_ns) {
        epoll_event events[512];
        const timespec wait{time_t(wait_ns / 1'000'000'000ULL), long(wait_ns % 1'000'000'000ULL)};
        const int count = epoll_pwait2(epoll_, events, 512, &wait, nullptr);
        for (int i = 0; i < count; ++i) {
            Conn& conn = *conns_[events[i].data.u32];
            if (conn.state == Conn::State::closed) continue;
            if (conn.state == Conn::State::connecting) {
                connected(conn);
                continue;
            }
            if (events[i].events & EPOLLOUT) flush(conn);
            if (conn.state != Conn::State::closed && events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) readable(conn);
        }
    }

    /// Polls until `done()` or the time is up; says whether it is done.
    template <typename Done>
    bool poll_until(double timeout_s, const Done& done) {
        for (const auto end = now_ns() + to_ns(timeout_s); !done(); poll(5'000'000))
            if (now_ns() >= end) return false;
        return true;
    }

private:
    void start(Conn& conn) {
        const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (fd < 0) throw std::runtime_error(std::string("socket: ") + strerror(errno) + " (ulimit -n?)");
        const int one = 1;
        conn.link.open(fd, tls_);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(std::uint16_t(port_));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const int result = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        ++connecting_;
        conn.state = Conn::State::connecting;
        epoll_event event{EPOLLOUT, {.u32 = conn.id}};
        epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
        if (result != 0 && errno != EINPROGRESS) drop(conn);
    }
    void watch(Conn& conn, bool writes) {
        epoll_event event{EPOLLIN | (writes ? std::uint32_t(EPOLLOUT) : 0U), {.u32 = conn.id}};
        epoll_ctl(epoll_, EPOLL_CTL_MOD, conn.link.fd(), &event);
        conn.waits_to_write = writes;
    }
    void connected(Conn& conn) {
        int error = 0;
        socklen_t size = sizeof error;
        getsockopt(conn.link.fd(), SOL_SOCKET, SO_ERROR, &error, &size);
        if (error) return drop(conn);
        conn.state = Conn::State::upgrading;
        conn.out = "GET " + conn.path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
                   "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: d3Nsb2FkLW93bi1rZXktMQ==\r\nSec-WebSocket-Protocol: muster.v1\r\n\r\n";
        watch(conn, false);
        flush(conn);
    }
    void flush(Conn& conn) {
        if (conn.out.empty()) return;
        const ssize_t written = conn.link.send(conn.out.data(), conn.out.size());
        if (written < 0 && errno != EAGAIN) return drop(conn);
        conn.out.erase(0, std::size_t(std::max<ssize_t>(written, 0)));
        const bool waits = !conn.out.empty() && !conn.link.sends_after_recv();
        if (conn.waits_to_write != waits) watch(conn, waits);
    }
    void drop(Conn& conn) {
        if (conn.state == Conn::State::open) --open_;
        else --connecting_;
        conn.state = Conn::State::closed;
        ++closed_;
        conn.link.close();
        handler_.on_close(conn);
    }
    void readable(Conn& conn) {
        const ssize_t size = conn.link.recv(buffer_.data(), buffer_.size());
        if (size < 0 && errno == EAGAIN) return conn.waits_to_write ? void() : flush(conn);
        if (size <= 0) return drop(conn);
        conn.read_at_ns = now_ns();
        std::string_view data(buffer_.data(), std::size_t(size));
        std::string joined;
        if (!conn.in.empty()) {
            joined.swap(conn.in);
            joined.append(data);
            data = joined;
        }
        if (conn.state == Conn::State::upgrading && !upgraded(conn, data)) return;
        take_frames(conn, data);
    }
    bool upgraded(Conn& conn, std::string_view& data) {
        const auto end = data.find("\r\n\r\n");
        if (end == std::string_view::npos) {
            conn.in.assign(data);
            return false;
        }
        if (data.substr(9, 3) != "101") {
            fprintf(stderr, "upgrade refused: %.*s\n", int(std::min<std::size_t>(end, 200)), data.data());
            drop(conn);
            return false;
        }
        data.remove_prefix(end + 4);
        conn.state = Conn::State::open;
        --connecting_;
        ++open_;
        handler_.on_open(conn);
        return true;
    }
    void take_frames(Conn& conn, std::string_view data) {
        while (data.size() >= 2 && conn.state == Conn::State::open) {
            const auto byte = [&](std::size_t i) { return std::size_t(static_cast<unsigned char>(data[i])); };
            std::size_t header = 2, size = byte(1) & 127U;
            if (size == 126) {
                if (data.size() < 4) break;
                size = byte(2) << 8 | byte(3);
                header = 4;
            } else if (size == 127) {
                if (data.size() < 10) break;
                size = 0;
                for (std::size_t i = 2; i < 10; ++i) size = size << 8 | byte(i);
                header = 10;
            }
            if (data.size() < header + size) break;
            conn.bytes_in += header + size;
            ++conn.frames_in;
            frame(conn, unsigned(byte(0)), data.substr(header, size));
            data.remove_prefix(header + size);
        }
        if (!data.empty() && conn.state == Conn::State::open) conn.in.assign(data);
    }
    void frame(Conn& conn, unsigned first, std::string_view body) {
        const unsigned opcode = first & 15U;
        const bool last = (first & 128U) != 0;
        if (opcode == 9) return send(conn, body, 10);
        if (opcode == 10) return;
        if (opcode == 8) {
            if (body.size() > 2) fprintf(stderr, "connection %u closed by the server: %.*s\n", conn.id, int(body.size() - 2), body.data() + 2);
            return drop(conn);
        }
        if (opcode != 0 && last) return handler_.on_message(conn, body);
        conn.fragments.append(body);
        if (!last) return;
        std::string whole;
        whole.swap(conn.fragments);
        handler_.on_message(conn, whole);
    }

    int port_;
    bool tls_;
    Handler& handler_;
    int epoll_;
    std::vector<char> buffer_ = std::vector<char>(std::size_t(1) << 18);
    std::vector<std::unique_ptr<Conn>> conns_{};
    std::size_t next_ = 0, connecting_ = 0, open_ = 0, closed_ = 0;
};

}  // namespace muster::bench
