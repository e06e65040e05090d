#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>

#include "clients/cli/terminal.hpp"

namespace muster::cli {

namespace {

constexpr std::string_view enter_screen = "\x1b[?1049h\x1b[?25l";
constexpr std::string_view leave_screen = "\x1b[?25h\x1b[?1049l";

termios before;  // a signal handler can reach nothing else

void write_all(std::string_view text) {
    while (!text.empty()) {
        const auto written = write(STDOUT_FILENO, text.data(), text.size());
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void put_back() {
    write_all(leave_screen);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

extern "C" void put_back_and_die(int signal) {
    put_back();  // write and tcsetattr are both safe in a signal handler
    _exit(128 + signal);
}

Key key_of(std::string_view bytes) {
    if (bytes == "\x1b[C" || bytes == "\x1bOC" || bytes == " " || bytes == "n") return Key::next;
    if (bytes == "\x1b[D" || bytes == "\x1bOD" || bytes == "p") return Key::back;
    if (bytes == "g" || bytes == "\x1b[H" || bytes == "\x1bOH" || bytes == "\x1b[1~") return Key::first;
    if (bytes == "G" || bytes == "\x1b[F" || bytes == "\x1bOF" || bytes == "\x1b[4~") return Key::last;
    if (bytes == "a") return Key::play;
    if (bytes == "+" || bytes == "=") return Key::faster;
    if (bytes == "-") return Key::slower;
    if (bytes == "q" || bytes == "\x03" || bytes == "\x04") return Key::quit;
    return Key::none;
}

// Bytes of the first key: one, or a whole escape sequence.
std::size_t key_size(std::string_view typed) {
    if (typed[0] != '\x1b' || typed.size() < 3 || (typed[1] != '[' && typed[1] != 'O')) return 1;
    std::size_t end = 2;
    while (end + 1 < typed.size() && (typed[end] < '@' || typed[end] > '~')) ++end;
    return end + 1;
}

}  // namespace

RawTerminal::RawTerminal() {
    tcgetattr(STDIN_FILENO, &before);
    for (const int signal : {SIGTERM, SIGHUP}) std::signal(signal, put_back_and_die);
    termios raw = before;
    raw.c_lflag &= static_cast<tcflag_t>(~(ICANON | ECHO | ISIG | IEXTEN));
    raw.c_iflag &= static_cast<tcflag_t>(~(IXON | ICRNL));
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
    write_all(enter_screen);
}

RawTerminal::~RawTerminal() {
    for (const int signal : {SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    put_back();
}

Key RawTerminal::key(int timeout_ms) {
    if (typed_.empty()) {
        pollfd watched{STDIN_FILENO, POLLIN, 0};
        if (poll(&watched, 1, timeout_ms) <= 0) return Key::none;
        char bytes[64];
        const auto size = read(STDIN_FILENO, bytes, sizeof bytes);
        if (size <= 0) return Key::quit;  // the terminal is gone
        typed_.assign(bytes, static_cast<std::size_t>(size));
    }
    const auto size = key_size(typed_);
    const auto key = key_of(std::string_view(typed_).substr(0, size));
    typed_.erase(0, size);
    return key;
}

void RawTerminal::show(const std::vector<std::string>& lines) {
    std::string text = "\x1b[H";
    for (std::size_t i = 0; i < lines.size(); ++i) text += (i ? "\r\n" : "") + lines[i] + "\x1b[K";
    text += "\x1b[J";
    write_all(text);
}

}  // namespace muster::cli
