// One seat that `muster agent` looks after while its player is away: gives its shares of the dice, and carries out the standing orders that are kept here.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "clients/cli/connection.hpp"
#include "clients/cli/following.hpp"
#include "clients/cli/keeper.hpp"
#include "clients/cli/local_battle.hpp"
#include "clients/cli/speaker.hpp"

namespace muster::cli {

class Attendant {
public:
    /// What it does with the connection that it shares with others, and what it tells.
    struct Host {
        std::function<void(std::string text)> send;
        std::function<void()> reopen;
        std::function<void(std::chrono::milliseconds delay, std::function<void()> callback)> after;
        std::function<void(const std::string& line)> log;
    };
    Attendant(const HeldSeat& seat, Host host);
    Attendant(const Attendant&) = delete;
    Attendant& operator=(const Attendant&) = delete;

    const std::string& battle() const { return battle_; }
    /// The battle has ended, or the server does not let us follow it: there is nothing left to do.
    bool is_done() const { return done_; }

    void opened();
    void received(std::string_view text);
    /// The user has left other orders.
    void orders_changed();

private:
    void begin_anew();
    void follow(const Json& message);
    void happen(const Json& event);
    void take_request(Json request);
    void give_share(const Json& request);
    void carry_out_orders();
    void choose_held();
    bool choose(Json choice);
    void wait_and_retry();
    void end(const std::string& why);
    void tell(const std::string& what) const { host_.log(battle_ + " " + seat_ + ": " + what); }
    void warn(const Keeper::Told& told) const {
        for (const auto& each : told) tell(each);
    }

    Host host_;
    std::string battle_;
    std::string seat_;
    Following following_;
    Keeper keeper_;
    Speaker speaker_;
    LocalBattle local_;
    Json request_{};  ///< that the seat is to decide, or null
    std::int64_t openings_ = 0;
    bool retry_due_ = false;
    bool done_ = false;
    Backoff patience_{};
};

}  // namespace muster::cli
