#include "clients/cli/program_player.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "protocol/client_messages.hpp"
#include "protocol/server_messages.hpp"

namespace muster::cli {

namespace {

constexpr std::size_t line_bytes_max = 64 * 1024;  // as a message to a server
constexpr std::size_t unsent_bytes_max = 16 * 1024 * 1024;
constexpr auto to_end = std::chrono::seconds(1);
constexpr auto to_die = std::chrono::seconds(5);

int milliseconds_until(std::chrono::steady_clock::time_point until) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    return static_cast<int>(std::max<std::int64_t>(0, left.count()));
}

void close_once(int& file) {
    if (file >= 0) close(std::exchange(file, -1));
}

}  // namespace

ProgramPlayer::~ProgramPlayer() {
    const auto until = Clock::now() + to_end;
    pollfd writable{to_, POLLOUT, 0};
    while (to_ >= 0 && !unsent_.empty() && Clock::now() < until && poll(&writable, 1, milliseconds_until(until)) > 0 && write_some()) {}
    close_once(to_);
    pollfd readable{from_, POLLIN, 0};
    while (from_ >= 0 && Clock::now() < until && poll(&readable, 1, milliseconds_until(until)) > 0 && read_some())
        unread_.clear();  // until it has closed its output
    end_process();
}

void ProgramPlayer::end_process() {
    close_once(to_);
    close_once(from_);
    if (process_ > 0) {
        kill(-process_, SIGKILL);  // and what it has started
        waitpid(process_, nullptr, 0);
        process_ = -1;
    }
    unsent_.clear();
    unread_.clear();
}

// The end of its output mostly comes a moment before its own. Nothing is taken of that but word (WNOWAIT): its number still names its group, which is to be
// ended.
std::string ProgramPlayer::how_it_ended(Clock::time_point until) const {
    int its_end = static_cast<int>(syscall(SYS_pidfd_open, process_, 0));
    pollfd ended{its_end, POLLIN, 0};
    until = std::min(until, Clock::now() + to_die);  // one may close its output and live on
    while (its_end >= 0 && poll(&ended, 1, milliseconds_until(until)) < 0 && errno == EINTR) {}
    close_once(its_end);
    siginfo_t how{};
    if (waitid(P_PID, static_cast<id_t>(process_), &how, WEXITED | WNOWAIT | WNOHANG) != 0 || how.si_pid == 0) return "closed its output";
    if (how.si_code != CLD_EXITED) {
        const auto* name = sigdescr_np(how.si_status);
        return "was ended by signal " + std::to_string(how.si_status) + (name ? " (" + std::string(name) + ")" : "");
    }
    const auto* said_by_shell = how.si_status == 127 ? " (command not found)" : how.si_status == 126 ? " (command cannot be run)" : "";
    return "ended with exit code " + std::to_string(how.si_status) + said_by_shell;
}

// Its errors go where ours do. Other programs must not hold the other ends of its pipes, or it would never see their end.
std::string ProgramPlayer::start() {
    int in[2] = {-1, -1};
    int out[2] = {-1, -1};
    if (pipe2(in, O_CLOEXEC) != 0) return std::strerror(errno);
    if (pipe2(out, O_CLOEXEC) != 0) {
        const auto why = std::string(std::strerror(errno));
        close(in[0]);
        close(in[1]);
        return why;
    }
    to_ = in[1];
    from_ = out[0];
    for (const int mine : {to_, from_}) fcntl(mine, F_SETFL, O_NONBLOCK);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    posix_spawnattr_t how;
    posix_spawnattr_init(&how);
    sigset_t pipe_signal;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    posix_spawnattr_setsigdefault(&how, &pipe_signal);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    std::string shell = "sh";
    std::string option = "-c";
    char* const words[] = {shell.data(), option.data(), command_.data(), nullptr};
    const int error = posix_spawn(&process_, "/bin/sh", &files, &how, words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    close(in[0]);
    close(out[1]);
    if (error == 0) return {};
    process_ = -1;
    return std::strerror(error);
}

void ProgramPlayer::tell(std::string_view line) { unsent_.append(line) += '\n'; }

std::optional<SharedJson> ProgramPlayer::choose(const Turn& turn) {
    const auto fail = [&](const std::string& why) -> std::optional<SharedJson> {
        end_process();
        failed_(why);
        return {};
    };
    if (process_ < 0)
        if (const auto why = start(); !why.empty()) return fail("cannot be started: " + why);
    tell(protocol::message_text(protocol::Request{.battle = turn.name,
                                                  .decision = turn.decision,
                                                  .seat = turn.battle.seats()[static_cast<std::size_t>(turn.seat)],
                                                  .kind = turn.ask.kind,
                                                  .options = turn.ask.options,
                                                  .preset = turn.ask.preset,
                                                  .sealed = turn.sealed}));
    if (unsent_.size() > unsent_bytes_max) return fail("reads nothing of what it is told");
    const auto until = Clock::now() + std::chrono::ceil<Clock::duration>(patience_);
    while (true) {
        const auto line = next_line(until);
        if (!line) return fail(line.error());
        const auto message = protocol::read_client_message(*line);
        if (!message) return refuse(turn, message.error().refusal, message.error().id);
        const auto* choose = std::get_if<protocol::Choose>(&message->body);
        if (!choose) return refuse(turn, {Code::bad_message, "an arena expects \"choose\"", "/type"}, message->id);
        if (choose->battle != turn.name || (choose->decision != 0 && choose->decision != turn.decision)) continue;  // an answer that came late
        has_answered_ = true;
        const JsonView choice = choose->choice;
        if (choice.is_string() && choice.text() == "default") return turn.ask.preset;
        auto checked = turn.battle.check(turn.seat, choose->choice);
        if (!checked) return refuse(turn, checked.error(), message->id);
        return std::move(*checked);
    }
}

SharedJson ProgramPlayer::refuse(const Turn& turn, const Refusal& refusal, std::string_view id) {
    count_refusal();
    tell(protocol::rejected_text(refusal, id, turn.name, turn.decision));
    return turn.ask.preset;
}

std::expected<std::string, std::string> ProgramPlayer::next_line(Clock::time_point until) {
    while (true) {
        if (Clock::now() >= until) return std::unexpected("did not answer in time");  // also one that never ceases to write
        if (const auto end = unread_.find('\n'); end != std::string::npos) {
            std::string line = unread_.substr(0, end);
            unread_.erase(0, end + 1);
            return line;
        }
        if (unread_.size() > line_bytes_max) return std::unexpected("wrote a line of more than 64 KiB");
        pollfd waits[] = {{from_, POLLIN, 0}, {unsent_.empty() ? -1 : to_, POLLOUT, 0}};
        const int ready = poll(waits, 2, milliseconds_until(until));
        if (ready < 0 && errno != EINTR) return std::unexpected(std::strerror(errno));
        if (ready == 0) return std::unexpected("did not answer in time");
        if (ready < 0) continue;
        if (waits[0].revents != 0 && !read_some()) return std::unexpected(how_it_ended(until));
        if (waits[1].revents != 0 && !write_some()) close_once(to_);  // what it wrote before may still be there
    }
}

bool ProgramPlayer::write_some() {
    const auto sent = write(to_, unsent_.data(), unsent_.size());
    if (sent < 0) {
        if (errno == EAGAIN || errno == EINTR) return true;
        unsent_.clear();
        return false;
    }
    unsent_.erase(0, static_cast<std::size_t>(sent));
    return true;
}

bool ProgramPlayer::read_some() {
    char bytes[16384];
    const auto got = read(from_, bytes, sizeof bytes);
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    unread_.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
}

}  // namespace muster::cli
