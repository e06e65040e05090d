#include "tests/e2e/pty.hpp"

#include <doctest/doctest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "tests/support/patience.hpp"

namespace muster::test {

AtTerminal::AtTerminal(std::vector<std::string> arguments, std::vector<std::string> environment) {
    std::vector<char*> argv, envp;
    for (auto& each : arguments) argv.push_back(each.data());
    argv.push_back(nullptr);
    environment.insert(environment.end(), {"TERM=xterm", "PATH=/usr/bin:/bin"});
    for (auto& each : environment) envp.push_back(each.data());
    envp.push_back(nullptr);
    winsize size{.ws_row = 24, .ws_col = 200, .ws_xpixel = 0, .ws_ypixel = 0};
    pid_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (pid_ < 0) throw std::runtime_error("cannot open a terminal");
    if (pid_ == 0) {
        execve(argv[0], argv.data(), envp.data());
        _exit(127);
    }
}

AtTerminal::~AtTerminal() {
    if (pid_ > 0) {
        ::kill(-pid_, SIGKILL);
        ::kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    close(terminal_);
}

void AtTerminal::type(std::string_view keys) const {
    if (write(terminal_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size())) throw std::runtime_error("cannot type");
}

std::string AtTerminal::wait_for(std::string_view text) {
    while (true) {
        if (const auto found = seen_.find(text, waited_); found != std::string::npos) {
            const auto begin = std::exchange(waited_, found + text.size());
            return seen_.substr(begin, waited_ - begin);
        }
        pollfd watched{terminal_, POLLIN, 0};
        char bytes[4096];
        const bool came = poll(&watched, 1, static_cast<int>(std::chrono::milliseconds(patience).count())) > 0;
        const auto read_now = came ? read(terminal_, bytes, sizeof bytes) : 0;
        REQUIRE_MESSAGE(read_now > 0, "waited for \"" << text << "\", came \"" << seen_.substr(waited_) << "\"");
        seen_.append(bytes, static_cast<std::size_t>(read_now));
    }
}

int AtTerminal::wait() {
    // Who does not read keeps the program from writing its last words.
    char bytes[4096];
    for (ssize_t size = 0; (size = read(terminal_, bytes, sizeof bytes)) > 0;) seen_.append(bytes, static_cast<std::size_t>(size));
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void AtTerminal::send(int signal) const { ::kill(pid_, signal); }

void AtTerminal::resize(unsigned short columns) const {
    const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    ioctl(terminal_, TIOCSWINSZ, &size);
}

termios AtTerminal::settings() const {
    termios out{};
    tcgetattr(terminal_, &out);
    return out;
}

bool same_settings(const termios& a, const termios& b) {
    return a.c_iflag == b.c_iflag && a.c_oflag == b.c_oflag && a.c_cflag == b.c_cflag && a.c_lflag == b.c_lflag && std::ranges::equal(a.c_cc, b.c_cc);
}

}  // namespace muster::test
