// What a command has changed: the step to store, and what is to be said and done once that is durable.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/fold.hpp"
#include "server/battle/command.hpp"
#include "server/battle/messages.hpp"
#include "server/battle/nudges.hpp"
#include "storage/store.hpp"

namespace muster::server {

struct Change {
    bool stores = true;          ///< false: nothing changed, there is only an answer
    bool is_lone_share = false;  ///< of the next dice: another seat's is missing, and nobody but the store hears of it
    storage::Step step{};
    std::vector<protocol::LoggedEvent> events{};
    std::vector<std::string> inputs{};

    Bundle answer{};  ///< to whoever sent the command; null: none

    /// Another battle answers: this is to be carried out there.
    struct Elsewhere {
        std::string battle;
        Command command;
    };
    std::optional<Elsewhere> elsewhere{};

    /// What one seat's connections are told.
    struct ToSeat {
        rules::Seat seat = 0;
        Bundle bundle;
    };
    std::vector<ToSeat> told{};

    /// Decisions that were open before and are no more, with their seats.
    std::vector<std::pair<std::int64_t, rules::Seat>> closed{};
    /// Open decisions whose request says something else now.
    struct Again {
        std::int64_t decision = 0;
        bool sender_too = false;  ///< else only the seat's other connections are told
    };
    std::vector<Again> asked_again{};
    bool clock_changed = false;

    std::optional<rules::Seat> unseated{};  ///< whoever followed with its old token follows no longer

    struct Nudge {
        Turn turn;
        std::vector<NudgeSubscription> to;
    };
    std::vector<Nudge> nudges{};
    std::vector<std::string> subscriptions_ended{};
    std::vector<std::int64_t> nudges_closed{};  ///< decisions of which nobody needs to be told any more

    /// Of a lone share: makes it one with `other`, the change right after it by which the last share came. The answer is that of `other`.
    void go_with(Change other);
};

}  // namespace muster::server
