// A program that plays in an arena: a command of the user's, which reads the protocol's messages line by line from its standard input and
// writes its choices to its standard output. clients/BOTS.md says what it must keep to.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <functional>

#include "clients/cli/arena_player.hpp"

namespace muster::cli {

class ProgramPlayer : public ArenaPlayer {
public:
    using Seconds = std::chrono::duration<double>;
    /// Told why a battle is lost that was not played to its end.
    using Failed = std::function<void(const std::string& why)>;

    /// `/bin/sh -c COMMAND` is started when it is first asked, and anew after each failure. `has_answered`: set when it first answers a request; of all its
    /// processes, so that it outlives them.
    ProgramPlayer(std::string command, Seconds patience, Failed failed, std::atomic<bool>& has_answered)
        : command_(std::move(command)), patience_(patience), failed_(std::move(failed)), has_answered_(has_answered) {}
    /// Closes its input and gives it a second to end.
    ~ProgramPlayer() override;

    bool listens() const override { return true; }
    void tell(std::string_view line) override;
    std::optional<SharedJson> choose(const Turn& turn) override;

private:
    using Clock = std::chrono::steady_clock;

    std::string start();
    void end_process();
    /// After the end of its output: what has become of the process by then.
    std::string how_it_ended(Clock::time_point until) const;
    /// The next line that it writes until then. The error says why there is none.
    std::expected<std::string, std::string> next_line(Clock::time_point until);
    bool write_some();
    bool read_some();
    SharedJson refuse(const Turn& turn, const Refusal& refusal, std::string_view id);

    std::string command_;
    Seconds patience_;
    Failed failed_;
    std::atomic<bool>& has_answered_;
    pid_t process_ = -1;
    int to_ = -1;
    int from_ = -1;
    std::string unsent_{};
    std::string unread_{};
};

}  // namespace muster::cli
