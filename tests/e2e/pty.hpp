// A program at a terminal of its own, at which the test types and looks.
#pragma once
#include <termios.h>

#include <string>
#include <string_view>
#include <vector>

namespace muster::test {

class AtTerminal {
public:
    /// The program leads a session of its own at a terminal of 24 rows and 200 columns.
    AtTerminal(std::vector<std::string> arguments, std::vector<std::string> environment);
    ~AtTerminal();
    AtTerminal(const AtTerminal&) = delete;
    AtTerminal& operator=(const AtTerminal&) = delete;

    void type(std::string_view keys) const;
    /// Reads until this comes after all that was waited for before; what came up to its end. Fails the test if it does not come.
    std::string wait_for(std::string_view text);
    /// The program's end: its exit code, 128 + signal when it was killed.
    int wait();
    void send(int signal) const;
    void resize(unsigned short columns) const;
    /// How the terminal is set now.
    termios settings() const;
    /// All that was written so far and read.
    const std::string& seen() const { return seen_; }

private:
    int terminal_ = -1;
    int pid_ = -1;
    std::string seen_{};
    std::size_t waited_ = 0;
};

bool same_settings(const termios& a, const termios& b);

}  // namespace muster::test
