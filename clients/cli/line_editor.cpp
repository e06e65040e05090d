#include "clients/cli/line_editor.hpp"

#include <fcntl.h>
#include <histedit.h>
#include <langinfo.h>
#include <poll.h>
#include <unistd.h>
#include <wchar.h>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "clients/cli/line_signals.hpp"
#include "clients/cli/terminal.hpp"

namespace muster::cli {

namespace {

// What we print is UTF-8 whatever the environment says, so what is typed is too.
void speak_utf8() {
    std::setlocale(LC_CTYPE, "");
    if (std::string_view(nl_langinfo(CODESET)) != "UTF-8") std::setlocale(LC_CTYPE, "C.UTF-8");
}

bool writes_on_only() {
    const char* term = std::getenv("TERM");
    return !term || !*term || std::string_view(term) == "dumb";
}

void bind(EditLine* edit, const char* key, const char* command) { el_set(edit, EL_BIND, key, command, nullptr); }

// Beside those that libedit and the terminal's description know: what keyboards send, and shells understand.
void bind_keys(EditLine* edit) {
    bind(edit, "^W", "ed-delete-prev-word");
    bind(edit, "^U", "em-kill-line");
    for (const char* home : {"\\e[H", "\\eOH", "\\e[1~", "\\e[7~"}) bind(edit, home, "ed-move-to-beg");
    for (const char* end : {"\\e[F", "\\eOF", "\\e[4~", "\\e[8~"}) bind(edit, end, "ed-move-to-end");
    bind(edit, "\\e[3~", "ed-delete-next-char");
    bind(edit, "\\e[1;5C", "em-next-word");
    bind(edit, "\\e[1;5D", "ed-prev-word");
}

}  // namespace

LineEditor::LineEditor() : dumb_(writes_on_only()) {
    if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) {
        std::perror("muster: pipe");
        std::abort();
    }
    speak_utf8();
    tcgetattr(STDIN_FILENO, &before_);
    edit_ = el_init("muster", stdin, stdout, stderr);
    history_ = history_init();
    HistEvent event;
    constexpr int lines_kept = 500;
    ::history(history_, &event, H_SETSIZE, lines_kept);
    ::history(history_, &event, H_SETUNIQUE, 1);
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_SIGNAL, 0);  // the connection waits for some of them itself
    el_set(edit_, EL_HIST, ::history, history_);
    el_set(edit_, EL_PROMPT, prompt_of);
    el_wset(edit_, EL_GETCFN, next_character);
    bind_keys(edit_);
}

LineEditor::~LineEditor() {
    close();
    ::close(wake_[0]);
    ::close(wake_[1]);
}

void LineEditor::start(std::function<void(std::string)> line, std::function<void()> end) {
    line_ = std::move(line);
    end_ = std::move(end);
    catch_line_signals(wake_[1], before_);
    thread_ = std::thread([this] { read(); });
}

void LineEditor::show(std::string_view prompt) {
    const std::lock_guard lock(mutex_);
    prompt_ = prompt;
    wanted_ = true;
    wake();  // the thread draws it, where libedit knows of a line
}

void LineEditor::hide() {
    const std::lock_guard lock(mutex_);
    erase();
    wanted_ = false;
}

void LineEditor::close() {
    if (!edit_) return;
    {
        const std::lock_guard lock(mutex_);
        erase();
        closed_ = true;
        wake();
    }
    if (thread_.joinable()) {
        thread_.join();
        leave_line_signals();
    }
    el_end(edit_);
    edit_ = nullptr;
    history_end(history_);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
}

void LineEditor::wake() {
    const char nothing = 0;
    if (write(wake_[1], &nothing, 1) < 0) return;  // full: then it wakes anyway
}

// ---- on the editor's thread ----------------------------------------------------------------------------------------

void LineEditor::read() {
    held_ = std::unique_lock(mutex_);
    while (!closed_) {
        int size = 0;
        const char* text = el_gets(edit_, &size);
        const bool typed = text && size > 0;
        if (!typed) erase();  // nobody has ended the line
        drawn_ = wanted_ = false;
        if (!typed) break;
        std::string line(text, static_cast<std::size_t>(size));
        while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
        HistEvent event;
        if (!line.empty()) ::history(history_, &event, H_ENTER, line.c_str());
        held_.unlock();
        line_(std::move(line));
        held_.lock();
    }
    const bool ended = !closed_;
    held_.unlock();
    if (ended) end_();
}

char* LineEditor::prompt_of(EditLine* edit) {
    static char none[] = "";
    LineEditor* self = nullptr;
    el_get(edit, EL_CLIENTDATA, &self);
    return self && self->drawn_ ? self->prompt_.data() : none;
}

int LineEditor::next_character(EditLine* edit, wchar_t* out) {
    LineEditor* self = nullptr;
    el_get(edit, EL_CLIENTDATA, &self);
    return self->wait_for_character(*out);
}

// libedit's own way to read: 1, 0 at the end. Only a line that is seen is typed.
int LineEditor::wait_for_character(wchar_t& out) {
    if (!raw_) tcgetattr(STDIN_FILENO, &raw_.emplace());
    while (!closed_) {
        if (wanted_ && !drawn_) {
            drawn_ = true;
            el_set(edit_, EL_REFRESH);
        }
        wait_for_key();
        if (closed_) break;
        if (drawn_ && std::exchange(key_ready_, false)) return read_character(out);
    }
    return 0;
}

void LineEditor::wait_for_key() {
    pollfd watched[] = {{wake_[0], POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    const nfds_t count = drawn_ ? 2 : 1;
    held_.unlock();
    const int ready = poll(watched, count, -1);
    held_.lock();
    key_ready_ = ready > 0 && watched[1].revents != 0;
    if (ready > 0 && watched[0].revents != 0) obey_signals();
}

int LineEditor::read_character(wchar_t& out) {
    mbstate_t state{};
    while (true) {
        char byte = 0;
        const auto size = ::read(STDIN_FILENO, &byte, 1);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return 0;
        const auto result = mbrtowc(&out, &byte, 1, &state);
        if (result == static_cast<std::size_t>(-2)) continue;  // the rest of a character comes with its beginning
        if (result == static_cast<std::size_t>(-1)) out = L'?';
        if (out == L'\t') out = L' ';  // what is pasted may have tabs, whose width nobody knows
        return 1;
    }
}

void LineEditor::obey_signals() {
    char bytes[64];
    for (ssize_t size = 0; (size = ::read(wake_[0], bytes, sizeof bytes)) > 0;)
        for (const char signal : std::string_view(bytes, static_cast<std::size_t>(size))) {
            if (signal == SIGTSTP) suspend();
            if (signal == SIGCONT || signal == SIGWINCH) draw_again();
        }
}

void LineEditor::suspend() {
    erase();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
    stop_here();
    draw_again();
}

// Another program may have changed the terminal, or somebody its size.
void LineEditor::draw_again() {
    erase();
    if (raw_) tcsetattr(STDIN_FILENO, TCSADRAIN, &*raw_);
    el_resize(edit_);
}

void LineEditor::erase() {
    if (!std::exchange(drawn_, false)) return;
    std::string text = "\n";
    if (!dumb_) {
        const auto up = cursor_row();
        text = (up > 0 ? "\x1b[" + std::to_string(up) + "A" : "") + "\r\x1b[J";
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

// How many rows below the prompt's first the cursor stands.
std::size_t LineEditor::cursor_row() const {
    const auto* line = el_line(edit_);
    const std::string before = prompt_ + std::string(line->buffer, line->cursor);
    const auto columns = terminal_size().columns;
    std::size_t row = 0, column = 0;
    mbstate_t state{};
    for (std::size_t at = 0; at < before.size();) {
        wchar_t character = 0;
        const auto size = mbrtowc(&character, before.data() + at, before.size() - at, &state);
        if (size == 0 || size > before.size() - at) break;
        at += size;
        constexpr int of_a_control_character = 2;  // ^X
        const int known = wcwidth(character);
        const auto taken = static_cast<std::size_t>(known < 0 ? of_a_control_character : known);
        if (column + taken > columns) ++row, column = 0;
        column += taken;
    }
    return row + (column >= columns ? 1 : 0);
}

}  // namespace muster::cli
