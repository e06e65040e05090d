// Signals that matter to whoever has put the terminal into a mode of his own.
#pragma once
#include <termios.h>

namespace muster::cli {

/// From here on SIGTSTP, SIGCONT and SIGWINCH are written as a byte each to `wake`, and what ends the program at once (SIGHUP, SIGQUIT, SIGABRT)
/// puts the terminal back to `before` first. SIGINT and SIGTERM are the connection's.
void catch_line_signals(int wake, const termios& before);
/// As it was before.
void leave_line_signals();
/// Does what SIGTSTP does to a program that does not catch it; returns when the program goes on.
void stop_here();

}  // namespace muster::cli
