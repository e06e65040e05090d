// A connection of `muster agent` to one server, shared by seats of different battles, on a thread of its own.
#pragma once
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "clients/cli/attendant.hpp"
#include "clients/cli/connection.hpp"

namespace muster::cli {

class AgentLine : public Connection::Listener {
public:
    using Log = std::function<void(const std::string& line)>;
    AgentLine(Server server, Log log);
    /// Says good-bye and waits for it.
    ~AgentLine() override;

    const Server& server() const { return server_; }
    /// Whether it can take a seat of this battle: a connection follows a battle once, and not too many.
    bool has_room_for(const std::string& battle) const;
    void attend(const HeldSeat& seat);
    /// The user has left other orders in the seat of this battle.
    void orders_changed(const std::string& battle);

    void opened() override;
    void received(std::string_view text) override;
    void lost(const std::string& why) override;
    void refused(const std::string& why) override;
    void interrupted() override {}

private:
    void live(std::stop_token stop);
    void sit_down();
    void begin_to_stop();

    Server server_;
    Log log_;
    std::set<std::string> battles_{};                            ///< of the thread that gives it work
    std::mutex mutex_{};                                         // guards the next two
    std::vector<HeldSeat> coming_{};                             ///< for whom there is no attendant yet
    Connection* connection_ = nullptr;                           ///< while it runs
    std::map<std::string, std::unique_ptr<Attendant>> seats_{};  ///< by battle; of its own thread, as all below
    bool open_ = false;
    bool lost_told_ = false;
    std::condition_variable_any pause_{};
    std::jthread thread_{};
};

}  // namespace muster::cli
