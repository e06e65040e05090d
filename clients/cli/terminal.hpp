// What goes to the terminal and what comes from it.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "clients/cli/narration.hpp"

namespace muster::cli {

/// Standard output, in colours when it is a terminal and NO_COLOR is not set.
class Screen {
public:
    Screen();
    bool is_terminal() const { return terminal_; }
    void print(const Line& line) const;
    void print(const std::vector<Line>& lines) const;
    void print(std::string_view text) const { print(Line{Tone::normal, std::string(text)}); }
    std::string painted(const Line& line) const;

private:
    bool terminal_ = false;
    bool colours_ = false;
};

/// Columns and rows of the terminal; 80 by 24 where that cannot be known.
struct Size {
    std::size_t columns = 80;
    std::size_t rows = 24;
};
Size terminal_size();

/// Reads standard input on a thread of its own, so that a terminal's blocking mode, which it shares with its output, stays
/// as it is. Calls `line` for each line and `end` at the end of input, both on that thread. The destructor stops it.
class LineReader {
public:
    LineReader(std::function<void(std::string)> line, std::function<void()> end);
    ~LineReader();
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

private:
    void read();
    bool take(std::string& text);

    std::function<void(std::string)> line_;
    std::function<void()> end_;
    int wake_[2] = {-1, -1};
    std::thread thread_;
};

enum class Key { none, next, back, first, last, play, faster, slower, quit };

/// The terminal in raw mode on its second screen, as long as this lives; put back on SIGTERM and SIGHUP too. One at a time.
class RawTerminal {
public:
    RawTerminal();
    ~RawTerminal();
    RawTerminal(const RawTerminal&) = delete;
    RawTerminal& operator=(const RawTerminal&) = delete;

    /// Waits for a key; none when `timeout_ms` passed (negative: for ever) or the key means nothing.
    Key key(int timeout_ms);
    /// Clears the screen and shows these lines.
    void show(const std::vector<std::string>& lines);

private:
    std::string typed_{};  ///< keys that came together with the one before
};

}  // namespace muster::cli
