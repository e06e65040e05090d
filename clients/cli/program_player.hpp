// A program that plays in an arena: a command of the user's, which reads the protocol's messages line by line from its standard input and
// writes its choices to its standard output. clients/BOTS.md says what it must keep to.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <functional>

#include "clients/cli/arena_player.hpp"

namespace muster::cli {

class ProgramPlayer : public ArenaPlayer {
public:
    using Seconds = std::chrono::duration<double>;
    /// Told why a battle is lost that was not played to its end, and whether the command has ever answered a request before.
    using Failed = std::function<void(const std::string& why, bool has_answered)>;

    /// `/bin/sh -c COMMAND` is started when it is first asked, and anew after each failure.
    ProgramPlayer(std::string command, Seconds patience, Failed failed) : command_(std::move(command)), patience_(patience), failed_(std::move(failed)) {}
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
    bool has_answered_ = false;
    pid_t process_ = -1;
    int to_ = -1;
    int from_ = -1;
    std::string unsent_{};
    std::string unread_{};
};

}  // namespace muster::cli
