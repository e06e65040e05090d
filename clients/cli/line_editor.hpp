// A line that somebody types at a terminal and edits while the battle goes on above it. libedit stays behind it.
#pragma once
#include <termios.h>

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

struct editline;
struct history;

namespace muster::cli {

/// Reads keys on a thread of its own, since libedit waits for the rest of a key where it stands. Whoever prints hides the line, prints, and
/// shows it again; what is typed meanwhile waits. What was typed can be called back as long as this lives and is written nowhere.
/// One at a time.
class LineEditor {
public:
    LineEditor();
    ~LineEditor();
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;

    /// From here on `line` is called for each line and `end` at the end of input, both on the editor's thread.
    void start(std::function<void(std::string)> line, std::function<void()> end);
    /// The prompt, and behind it what is typed so far with its cursor. A line that is finished hides itself.
    void show(std::string_view prompt);
    void hide();
    /// Hides the line and gives the terminal back as it was.
    void close();

private:
    static int next_character(editline* el, wchar_t* out);
    static char* prompt_of(editline* el);

    void read();
    int wait_for_character(wchar_t& out);
    void wait_for_key();
    int read_character(wchar_t& out);
    void obey_signals();
    void suspend();
    void draw_again();
    void erase();
    std::size_t cursor_row() const;
    void wake();

    termios before_{};
    std::optional<termios> raw_{};
    int wake_[2] = {-1, -1};
    editline* edit_ = nullptr;
    history* history_ = nullptr;
    bool dumb_ = false;  ///< a terminal that only writes on

    std::function<void(std::string)> line_{};
    std::function<void()> end_{};
    std::thread thread_{};

    // All that follows, libedit's state and standard output while a line is drawn belong to whoever holds this.
    std::unique_lock<std::mutex> held_{};  ///< the thread's own
    std::mutex mutex_{};
    std::string prompt_{};
    bool wanted_ = false;  ///< the line is to be seen …
    bool drawn_ = false;   ///< … and is
    bool key_ready_ = false;
    bool closed_ = false;
};

}  // namespace muster::cli
