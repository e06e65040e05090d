#include "tests/support/bad_proxy.hpp"

#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "tests/support/loopback.hpp"

namespace muster::test {

namespace {

void send_at_once(int socket) {
    const int one = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

}  // namespace

BadProxy::BadProxy(unsigned short server_port, Habits habits) : server_port_(server_port), habits_(habits), delay_(habits.delay) { listen(); }

BadProxy::BadProxy(std::string server_socket, Habits habits) : server_socket_(std::move(server_socket)), habits_(habits), delay_(habits.delay) { listen(); }

void BadProxy::listen() {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    auto address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || ::listen(listener_, 100) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        throw std::runtime_error("the proxy cannot listen");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
}

BadProxy::~BadProxy() {
    stopping_ = true;
    thread_.join();
    for (auto& pair : pairs_) reset(pair);
    ::close(listener_);
}

void BadProxy::run() {
    while (!stopping_) {
        std::vector<pollfd> waiting{{listener_, POLLIN, 0}};
        for (const auto& pair : pairs_)
            for (const auto* line : {&pair.there, &pair.back}) waiting.push_back({line->ended ? -1 : line->from, POLLIN, 0});
        ::poll(waiting.data(), waiting.size(), wait_ms());
        std::size_t at = 1;
        std::erase_if(pairs_, [&](Pair& pair) {
            const bool there = waiting[at++].revents != 0;
            const bool back = waiting[at++].revents != 0;
            if (move(pair, there, back)) return false;
            reset(pair);
            return true;
        });
        if (ends_all_) {
            for (auto& pair : pairs_) reset(pair);
            pairs_.clear();
            dead_ = false;  // not before: what passed now would follow what was swallowed
            ends_all_ = false;
            ends_all_.notify_all();
        }
        if (waiting[0].revents != 0) accept_one();
    }
}

// Until the next piece is due; a short while at most, so that the end of the test is seen.
int BadProxy::wait_ms() const {
    auto until = Clock::now() + std::chrono::milliseconds(50);
    for (const auto& pair : pairs_)
        for (const auto* line : {&pair.there, &pair.back})
            if (!line->pieces.empty()) until = std::min(until, line->pieces.front().due);
    return static_cast<int>(std::max<std::int64_t>(0, std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count()));
}

void BadProxy::accept_one() {
    const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    const int server = connect();
    if (client < 0 || server < 0) {
        ::close(client);
        ::close(server);
        return;
    }
    send_at_once(client);
    send_at_once(server);
    pairs_.push_back({{client, server}, {server, client}});
}

// To the server; -1: it takes none.
int BadProxy::connect() const {
    sockaddr_un path{.sun_family = AF_UNIX, .sun_path = {}};
    server_socket_.copy(path.sun_path, sizeof path.sun_path - 1);
    const auto host = loopback(server_port_);
    const bool local = !server_socket_.empty();
    const int server = ::socket(local ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto* address = local ? reinterpret_cast<const sockaddr*>(&path) : reinterpret_cast<const sockaddr*>(&host);
    if (::connect(server, address, local ? sizeof path : sizeof host) == 0) return server;
    ::close(server);
    return -1;
}

// False: the connection is over, or broken.
bool BadProxy::move(Pair& pair, bool there_ready, bool back_ready) {
    if (there_ready) take(pair, pair.there);
    if (back_ready && !pair.back.ended) take(pair, pair.back);
    if (!pass_on(pair.there) || !pass_on(pair.back)) return false;
    return !(pair.there.ended && pair.back.ended && pair.there.pieces.empty() && pair.back.pieces.empty());
}

void BadProxy::take(Pair& pair, Line& line) {
    char buffer[65536];
    const auto got = ::recv(line.from, buffer, sizeof buffer, 0);
    if (dead_) {
        line.ended = got <= 0;
        if (line.ended && &line == &pair.back) count_end();
        return;
    }
    const auto last = line.pieces.empty() ? Clock::time_point() : line.pieces.back().due;
    const auto due = std::max(last, Clock::now() + delay_.load());
    if (got <= 0) {
        line.ended = true;
        line.pieces.push_back({due, {}});
        return;
    }
    auto size = static_cast<std::size_t>(got);
    // What fits passes: a line that swallowed the whole of a long answer would never let anybody come further.
    if (habits_.break_after_bytes > 0) size = std::min(size, habits_.break_after_bytes - pair.bytes);
    for (std::size_t begin = 0; begin < size;) {
        const auto piece = std::min(size - begin, 1 + random_() % habits_.piece_bytes);
        line.pieces.push_back({due, std::string(buffer + begin, piece)});
        begin += piece;
    }
    pair.bytes += size;
    if (habits_.break_after_bytes == 0 || pair.bytes < habits_.break_after_bytes) return;
    line.pieces.push_back({due, {}, true});
    pair.there.ended = pair.back.ended = true;
}

void BadProxy::count_end() {
    const std::lock_guard lock(ends_mutex_);
    ++ends_;
    ends_changed_.notify_all();
}

bool BadProxy::wait_for_ends(int count, std::chrono::seconds most) {
    std::unique_lock lock(ends_mutex_);
    return ends_changed_.wait_for(lock, most, [&] { return ends_ >= count; });
}

bool BadProxy::pass_on(Line& line) {
    const auto now = Clock::now();
    while (!line.pieces.empty() && line.pieces.front().due <= now) {
        const auto& bytes = line.pieces.front().bytes;
        if (line.pieces.front().breaks) {
            ++broken_;
            return false;
        }
        if (bytes.empty()) ::shutdown(line.to, SHUT_WR);
        else if (::send(line.to, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size())) return false;
        line.pieces.pop_front();
    }
    return true;
}

void BadProxy::reset(Pair& pair) {
    const linger now{1, 0};
    for (const int each : {pair.there.from, pair.there.to}) {
        ::setsockopt(each, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        ::close(each);
    }
}

}  // namespace muster::test
