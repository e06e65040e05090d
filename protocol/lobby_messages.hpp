// Battles as the lobby and the archive list them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "protocol/client_messages.hpp"

namespace muster::protocol {

struct SeatInfo {
    std::string seat;
    std::optional<std::string> name;  ///< null until taken
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("name", self.name, Rule{});
    }
};

/// A line of the lobby and the archive.
struct BattleSummary {
    std::string battle;
    std::string ruleset;
    int ruleset_version = 0;
    std::string title;
    Visibility visibility = Visibility::everyone;
    BattleStatus status = BattleStatus::waiting;
    Json options;
    std::vector<SeatInfo> seats;
    std::int64_t head = 0;
    std::string created_at;
    std::optional<std::string> finished_at;
    Json outcome;  ///< null until it is over
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("ruleset", self.ruleset, Rule{});
        visit("ruleset_version", self.ruleset_version, Rule{});
        visit("title", self.title, Rule{});
        visit("visibility", self.visibility, Rule{});
        visit("status", self.status, Rule{});
        visit("options", self.options, Rule{.about = "as its creator chose them: clock, on_timeout, confirm, …"});
        visit("seats", self.seats, Rule{});
        visit("head", self.head, Rule{});
        visit("created_at", self.created_at, Rule{});
        visit("finished_at", self.finished_at, Rule{});
        visit("outcome", self.outcome, Rule{});
    }
};

struct Battles {
    static constexpr std::string_view type = "battles";
    std::vector<BattleSummary> battles;
    std::optional<std::int64_t> next;  ///< give as `before` for the next page; null on the last
    static void fields(auto& visit, auto& self) {
        visit("battles", self.battles, Rule{});
        visit("next", self.next, Rule{});
    }
};

}  // namespace muster::protocol
