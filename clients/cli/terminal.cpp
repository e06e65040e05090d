#include "clients/cli/terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "clients/cli/narration.hpp"

namespace muster::cli {

Screen::Screen() : terminal_(isatty(STDOUT_FILENO) == 1) {
    const char* no_color = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    colours_ = terminal_ && (!no_color || !*no_color) && !(term && std::string_view(term) == "dumb");
}

std::string Screen::painted(const Line& line) const {
    static constexpr std::string_view codes[] = {"", "1", "2", "1;33", "32", "31", "36"};
    const auto paint = [](Tone tone, std::string text) {
        const auto code = codes[static_cast<std::size_t>(tone)];
        return code.empty() || text.empty() ? text : "\x1b[" + std::string(code) + "m" + text + "\x1b[0m";
    };
    if (!colours_) return line.text;
    if (line.tone != Tone::normal || line.spans.empty()) return paint(line.tone, line.text);
    std::string out;
    std::size_t at = 0;
    for (const auto& span : line.spans) {
        if (span.begin < at || span.begin + span.size > line.text.size()) break;  // the line was cut
        out += line.text.substr(at, span.begin - at) + paint(span.tone, line.text.substr(span.begin, span.size));
        at = span.begin + span.size;
    }
    return out + line.text.substr(at);
}

void Screen::print(const Line& line) const {
    std::string text;
    const auto columns = terminal_ ? terminal_size().columns : 0;
    if (terminal_ && width(line.text) > columns)
        for (auto& part : wrapped(line.text, columns, 6)) text += painted({line.tone, std::move(part)}) + "\n";
    else text = painted(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void Screen::print(const std::vector<Line>& lines) const {
    for (const auto& line : lines) print(line);
}

Size terminal_size() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
    return {size.ws_col, size.ws_row};
}

LineReader::LineReader(std::function<void(std::string)> line, std::function<void()> end) : line_(std::move(line)), end_(std::move(end)) {
    if (pipe(wake_) != 0) {
        std::perror("muster: pipe");
        std::abort();
    }
    thread_ = std::thread([this] { read(); });
}

LineReader::~LineReader() {
    close(wake_[1]);
    thread_.join();
    close(wake_[0]);
}

// Splits off whole lines; a line longer than any message may be is given in pieces.
bool LineReader::take(std::string& text) {
    char bytes[4096];
    const auto size = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (size <= 0) return false;
    text.append(bytes, static_cast<std::size_t>(size));
    for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
        line_(text.substr(0, end));
        text.erase(0, end + 1);
    }
    constexpr std::size_t line_bytes_max = 256 * 1024;
    if (text.size() > line_bytes_max) line_(std::exchange(text, {}));
    return true;
}

void LineReader::read() {
    std::string text;
    while (true) {
        pollfd watched[] = {{STDIN_FILENO, POLLIN, 0}, {wake_[0], POLLIN, 0}};
        if (poll(watched, 2, -1) < 0) {
            if (errno == EINTR) continue;
            break;
        }
        if (watched[1].revents != 0) return;
        if (watched[0].revents != 0 && !take(text)) break;
    }
    if (!text.empty()) line_(std::move(text));
    end_();
}

}  // namespace muster::cli
