#include "tests/server/swarm.hpp"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <utility>

#include "tests/support/loopback.hpp"

namespace muster::test {

namespace {

using Time = std::chrono::steady_clock::time_point;

constexpr auto round_length = std::chrono::milliseconds(50);  ///< between two looks at who goes and who goes on

}  // namespace

struct Swarm::Stranger {
    int socket = -1;
    std::size_t habit = 0;
    std::string bytes{};  ///< to be sent, of which ...
    std::size_t sent = 0;
    bool all_sent() const { return sent == bytes.size(); }
    void will_send(std::string more) {
        bytes = std::move(more);
        sent = 0;
    }
    Time goes{};
    bool answered = false;
    bool went_on = false;
};

Swarm::Swarm(unsigned short port, std::vector<Habit> habits, std::size_t connections)
    : port_(port), habits_(std::move(habits)), came_(habits_.size()), strangers_(connections), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (epoll_ < 0) throw std::runtime_error("no epoll");
    for (std::size_t i = 0; i < connections; ++i) strangers_[i].habit = i % habits_.size();
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Swarm::~Swarm() {
    stop();
    ::close(epoll_);
}

std::string Swarm::stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    std::string out;
    for (std::size_t i = 0; i < habits_.size(); ++i) out += (i > 0 ? ", " : "") + habits_[i].name + " " + std::to_string(came_[i]);
    return out;
}

void Swarm::run(const std::stop_token& stop) {
    std::array<epoll_event, 256> events{};
    while (!stop.stop_requested()) {
        const auto round_ends = std::chrono::steady_clock::now() + round_length;
        for (auto& each : strangers_) {
            if (each.socket >= 0 && each.goes <= round_ends) leave(each);
            if (each.socket < 0) arrive(each);
            else go_on(each);
            write(each);
        }
        for (int left = 1; left > 0;) {
            left = static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(round_ends - std::chrono::steady_clock::now()).count());
            const int count = ::epoll_wait(epoll_, events.data(), events.size(), std::max(left, 0));
            for (int i = 0; i < count; ++i) serve(strangers_[events[static_cast<std::size_t>(i)].data.u64], events[static_cast<std::size_t>(i)].events);
        }
    }
    for (auto& each : strangers_) leave(each);
}

// Small buffers in the kernel: what is not read is the server's to keep.
void Swarm::arrive(Stranger& stranger) {
    stranger.socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (stranger.socket < 0) return;
    constexpr int small = 4096;
    ::setsockopt(stranger.socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    const auto server = loopback(port_);
    ::connect(stranger.socket, reinterpret_cast<const sockaddr*>(&server), sizeof server);
    ++came_[stranger.habit];
    const auto& habit = habits_[stranger.habit];
    stranger.answered = stranger.went_on = false;
    stranger.will_send(habit.begin ? habit.begin(chance_) : "");
    const auto most = habit.stays.count();
    stranger.goes = std::chrono::steady_clock::now() + std::chrono::milliseconds(std::uniform_int_distribution(most / 2, most)(chance_));
    epoll_event event{};
    event.events = EPOLLET | EPOLLOUT | EPOLLRDHUP | EPOLLIN;
    event.data.u64 = static_cast<std::uint64_t>(&stranger - strangers_.data());
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, stranger.socket, &event);
}

void Swarm::go_on(Stranger& stranger) {
    const auto& habit = habits_[stranger.habit];
    if (!habit.go_on || !stranger.all_sent() || (habit.upgrades && !stranger.answered) || (habit.once && stranger.went_on)) return;
    stranger.went_on = true;
    stranger.will_send(habit.go_on(chance_));
}

void Swarm::serve(Stranger& stranger, unsigned events) {
    if (stranger.socket < 0) return;
    if (events & (EPOLLERR | EPOLLHUP)) return leave(stranger);
    if ((events & EPOLLIN) && !read(stranger)) return leave(stranger);
    if ((events & EPOLLRDHUP) && !habits_[stranger.habit].reads) return leave(stranger);
    write(stranger);
}

/// False: the server has ended it.
bool Swarm::read(Stranger& stranger) {
    const auto& habit = habits_[stranger.habit];
    std::array<char, 65536> ignored{};
    while (habit.reads || (habit.upgrades && !stranger.answered)) {
        const auto got = ::recv(stranger.socket, ignored.data(), ignored.size(), 0);
        if (got == 0) return false;
        if (got < 0) return errno == EAGAIN;
        stranger.answered = true;
    }
    return true;
}

void Swarm::write(Stranger& stranger) {
    while (stranger.socket >= 0 && !stranger.all_sent()) {
        const auto sent = ::send(stranger.socket, stranger.bytes.data() + stranger.sent, stranger.bytes.size() - stranger.sent, MSG_NOSIGNAL);
        if (sent <= 0) return;
        stranger.sent += static_cast<std::size_t>(sent);
    }
}

void Swarm::leave(Stranger& stranger) {
    if (stranger.socket < 0) return;
    const linger now{1, 0};
    if (habits_[stranger.habit].aborts) ::setsockopt(stranger.socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    ::close(std::exchange(stranger.socket, -1));
    stranger.will_send({});
}

}  // namespace muster::test
