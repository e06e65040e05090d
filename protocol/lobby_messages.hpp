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
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "name", self.name); }
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
    bool open = false;
    std::optional<int> present{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "ruleset", self.ruleset, "ruleset_version", self.ruleset_version, "title", self.title, "visibility",
                    self.visibility, "status", self.status);
        visit("options", self.options, Rule{.about = "as chosen by its creator: clock, on_timeout, confirm, …"});
        list_fields(visit, "seats", self.seats, "head", self.head, "created_at", self.created_at, "finished_at", self.finished_at, "outcome", self.outcome);
        visit("open", self.open, Rule{.sparse = true, .about = "a seat of `options.open` without a name yet: anyone may take it"});
        visit("present", self.present, Rule{.sparse = true, .about = "in lists: how many are attending it now, players (not the server's own) and spectators"});
    }
};

struct Battles {
    static constexpr std::string_view type = "battles";
    std::vector<BattleSummary> battles;
    std::optional<std::int64_t> next;  ///< give as `before` for the next page; null on the last
    static void fields(auto& visit, auto& self) { list_fields(visit, "battles", self.battles, "next", self.next); }
};

}  // namespace muster::protocol
