// What everybody is told who follows a battle, beside its events.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/awaited_witness.hpp"
#include "protocol/fold_events.hpp"
#include "protocol/lobby_messages.hpp"
#include "protocol/signed_head.hpp"

namespace muster::protocol {

/// The head of a record: what is known of a battle before its events.
struct Following {
    static constexpr std::string_view type = "following";
    std::string battle;
    std::string viewer;  ///< a seat's name or "spectator"
    std::int64_t head = 0;
    std::string ruleset;
    int ruleset_version = 0;
    std::string title;
    Json setup;
    Json options;
    std::vector<SeatInfo> seats;
    BattleStatus status = BattleStatus::waiting;
    std::string created_at;
    std::string commitment;
    std::string server_key{};
    std::optional<SignedHead> signed_head{};
    std::string generation{};  ///< of the store that this history is from: 16 hex digits; another one when it was restored from a copy
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "viewer", self.viewer, "head", self.head, "ruleset", self.ruleset, "ruleset_version", self.ruleset_version,
                    "title", self.title, "setup", self.setup, "options", self.options, "seats", self.seats, "status", self.status, "created_at",
                    self.created_at, "commitment", self.commitment);
        visit("server_key", self.server_key, Rule{.sparse = true, .about = "by which the server signs this battle's heads (P-256, hex)"});
        visit("signed_head", self.signed_head, Rule{.sparse = true, .about = "how far the battle has come, signed"});
        visit("generation", self.generation,
              Rule{.sparse = true, .about = "identifies the server's store, 16 hex digits: a different one means that it was restored from a backup"});
    }
};

/// What the seats of a battle that is over would do once more, or what became of it.
struct RematchState {
    std::map<std::string, bool> wanted{};
    std::optional<RematchMadeData> made{};
    static void fields(auto& visit, auto& self) {
        visit("wanted", self.wanted, Rule{.about = "the seats that want a rematch, and whether with sides swapped"});
        visit("made", self.made, Rule{.about = "null: there is none yet"});
    }
};

struct Snapshot {
    static constexpr std::string_view type = "snapshot";
    std::string battle;
    std::int64_t seq = 0;
    Json state;
    std::optional<RematchState> rematch{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "seq", self.seq, "state", self.state);
        visit("rematch", self.rematch, Rule{.sparse = true, .about = "once the battle is over: what the events after its end said about a rematch"});
    }
};

struct Presence {
    static constexpr std::string_view type = "presence";
    struct SeatPresence {
        std::string seat;
        bool connected = false;
        static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "connected", self.connected); }
    };
    std::string battle;
    std::vector<SeatPresence> seats;
    int spectators = 0;
    std::optional<AwaitedWitness> witness{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "seats", self.seats, "spectators", self.spectators);
        visit("witness", self.witness, Rule{.sparse = true, .about = "dice with a witness: the battle waits for its witness; left out when it doesn't"});
    }
};

/// How the time stands. Sent to all who follow a battle with a clock, after each change and after their history.
struct ClockState {
    static constexpr std::string_view type = "clock";
    struct SeatClock {
        std::string seat;
        std::optional<std::int64_t> bank_ms{};
        std::optional<std::string> deadline{};
        std::optional<std::string> claimable_at{};
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "seat", self.seat);
            visit("bank_ms", self.bank_ms, Rule{.sparse = true, .about = "live: what was left of its bank when its time last began to run"});
            visit("deadline", self.deadline, Rule{.about = "when its time for the open decision is up; null: its clock isn't running"});
            visit("claimable_at", self.claimable_at,
                  Rule{.sparse = true, .about = "live: it is away, and from this moment the other seat may `claim` the battle; of three or more nobody may"});
        }
    };
    std::string battle;
    std::string now;
    std::vector<SeatClock> seats;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle);
        visit("now", self.now, Rule{.about = "the server's time, for counting down"});
        list_fields(visit, "seats", self.seats);
    }
};

struct Notice {
    static constexpr std::string_view type = "notice";
    std::string notice;  ///< "restart", "rematch"
    std::string message;
    std::string battle{};  ///< empty: of the whole server
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "notice", self.notice, "message", self.message);
        visit("battle", self.battle, Rule{.sparse = true, .about = "the battle it is about; if left out, the whole server"});
    }
};

}  // namespace muster::protocol
