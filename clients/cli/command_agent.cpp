// muster agent: looks after the user's seats where dice are shared, as long as it runs.
#include <poll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "clients/cli/agent_line.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "protocol/proof/shared_dice.hpp"

namespace muster::cli {

namespace {

constexpr std::size_t lines_max = 16;
constexpr auto between_readings = std::chrono::milliseconds(500);  // each share that is given changes the file

void log(const std::string& line) {
    std::printf("%s\n", plain(line).c_str());
    std::fflush(stdout);
}

/// Seats of battles whose dice are shared, once they have been taken on this device or brought to it.
bool is_to_be_attended(const HeldSeat& seat) { return seat.is_given() && seat.start && protocol::proof::shares_dice(seat.start->options); }

class Agent {
public:
    explicit Agent(std::string ca) : ca_(std::move(ca)) {}

    /// The file says which seats there are.
    void read_seats() {
        const auto mine = SeatsFile::of_user().read();
        if (!mine) return log(mine.error());
        for (const auto& seat : mine->seats) {
            if (!is_to_be_attended(seat)) continue;
            const auto key = std::tuple(seat.server, seat.battle, seat.token);
            const auto orders = seat.orders ? to_text(*seat.orders) : std::string();
            const auto [known, is_new] = seats_.try_emplace(key, Attended{nullptr, orders});
            if (is_new) attend(seat, known->second);
            else if (std::exchange(known->second.orders, orders) != orders && known->second.line) known->second.line->orders_changed(seat.battle);
        }
    }

private:
    struct Attended {
        AgentLine* line = nullptr;  ///< null: there was no room for it
        std::string orders{};
    };

    void attend(const HeldSeat& seat, Attended& attended) {
        const auto server = parse_server(seat.server, ca_);
        if (!server) return log(server.error());
        const auto fits = [&](const auto& line) { return line->server() == *server && line->has_room_for(seat.battle); };
        auto line = std::ranges::find_if(lines_, fits);
        if (line == lines_.end() && lines_.size() == lines_max) return log(seat.battle + " " + seat.seat + ": too many servers or battles; it is left alone");
        if (line == lines_.end()) line = lines_.insert(line, std::make_unique<AgentLine>(*server, log));
        attended.line = line->get();
        attended.line->attend(seat);
    }

    std::string ca_;
    std::map<std::tuple<std::string, std::string, std::string>, Attended> seats_{};
    std::vector<std::unique_ptr<AgentLine>> lines_{};
};

}  // namespace

ExitCode run_agent(const AgentOptions& options) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // before there are other threads, so that none of them is interrupted
    const int ends = signalfd(-1, &signals, SFD_CLOEXEC);
    const int changes = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    const auto file = SeatsFile::of_user();
    const auto folder = file.path().parent_path();
    if (const auto problem = file.change([](protocol::Mine&) {})) return complain(*problem, server_failed);  // there is a folder then
    if (ends < 0 || inotify_add_watch(changes, folder.c_str(), IN_MOVED_TO | IN_CLOSE_WRITE) < 0)
        return complain("cannot watch " + folder.string(), server_failed);
    log("looks after the seats in " + file.path().string());
    Agent agent(options.ca);
    bool changed = true;
    while (true) {
        if (changed) agent.read_seats();
        pollfd waits[] = {{ends, POLLIN, 0}, {changes, POLLIN, 0}};
        if (poll(waits, 1, changed ? static_cast<int>(between_readings.count()) : 0) > 0) break;
        poll(waits, 2, -1);
        if (waits[0].revents != 0) break;
        char events[4096];
        while (read(changes, events, sizeof events) > 0) continue;
        changed = true;
    }
    log("ends");
    close(ends);
    close(changes);
    return done;
}

}  // namespace muster::cli
