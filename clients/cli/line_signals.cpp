#include "clients/cli/line_signals.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace muster::cli {

namespace {

constexpr std::array told = {SIGTSTP, SIGCONT, SIGWINCH};
constexpr std::array deadly = {SIGHUP, SIGQUIT, SIGABRT};

// A signal handler can reach nothing else.
int wake_end = -1;
termios terminal_before;
std::array<struct sigaction, told.size()> told_before;
std::array<struct sigaction, deadly.size()> deadly_before;

extern "C" void tell_signal(int signal) {
    const int error = errno;
    const char byte = static_cast<char>(signal);
    if (write(wake_end, &byte, 1) < 0) errno = error;
    errno = error;
}

extern "C" void put_back_first(int signal) {
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal_before);
    std::signal(signal, SIG_DFL);
    raise(signal);
}

struct sigaction calling(void (*handler)(int)) {
    struct sigaction out{};
    out.sa_handler = handler;
    out.sa_flags = SA_RESTART;
    sigemptyset(&out.sa_mask);
    return out;
}

}  // namespace

void catch_line_signals(int wake, const termios& before) {
    wake_end = wake;
    terminal_before = before;
    const auto tell = calling(tell_signal), put_back = calling(put_back_first);
    for (std::size_t i = 0; i < told.size(); ++i) sigaction(told[i], &tell, &told_before[i]);
    for (std::size_t i = 0; i < deadly.size(); ++i) sigaction(deadly[i], &put_back, &deadly_before[i]);
}

void leave_line_signals() {
    for (std::size_t i = 0; i < told.size(); ++i) sigaction(told[i], &told_before[i], nullptr);
    for (std::size_t i = 0; i < deadly.size(); ++i) sigaction(deadly[i], &deadly_before[i], nullptr);
}

void stop_here() {
    const auto plain = calling(SIG_DFL), tell = calling(tell_signal);
    sigaction(SIGTSTP, &plain, nullptr);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &tell, nullptr);
}

}  // namespace muster::cli
