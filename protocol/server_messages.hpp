// What the server says. One struct per message; each becomes one JSON text, `type` first.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "protocol/client_messages.hpp"
#include "protocol/fold.hpp"
#include "rules/standing_orders.hpp"

namespace muster::protocol {

struct SeatToken {
    std::string seat;
    std::string token;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("token", self.token, Rule{});
    }
};

struct Created {
    static constexpr std::string_view type = "created";
    std::string battle;
    std::vector<SeatToken> seats;
    std::vector<CreatedNudge> nudges{};
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("seats", self.seats, Rule{});
        visit("nudges", self.nudges, Rule{.sparse = true});
    }
};

struct SeatInfo {
    std::string seat;
    std::optional<std::string> name;  ///< null until taken
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("name", self.name, Rule{});
    }
};

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
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("viewer", self.viewer, Rule{});
        visit("head", self.head, Rule{});
        visit("ruleset", self.ruleset, Rule{});
        visit("ruleset_version", self.ruleset_version, Rule{});
        visit("title", self.title, Rule{});
        visit("setup", self.setup, Rule{});
        visit("options", self.options, Rule{});
        visit("seats", self.seats, Rule{});
        visit("status", self.status, Rule{});
        visit("created_at", self.created_at, Rule{});
        visit("commitment", self.commitment, Rule{});
    }
};

struct Snapshot {
    static constexpr std::string_view type = "snapshot";
    std::string battle;
    std::int64_t seq = 0;
    Json state;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("seq", self.seq, Rule{});
        visit("state", self.state, Rule{});
    }
};

struct Accepted {
    static constexpr std::string_view type = "accepted";
    std::string battle;
    std::int64_t decision = 0;
    std::int64_t seq = 0;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("decision", self.decision, Rule{.sparse = true});
        visit("seq", self.seq, Rule{});
    }
};

/// The answer to a message that names a battle and was refused.
struct Rejected {
    static constexpr std::string_view type = "rejected";
    std::string battle;
    std::int64_t decision = 0;
    std::string code;
    std::string message;
    std::string path;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.sparse = true});
        visit("decision", self.decision, Rule{.sparse = true});
        visit("code", self.code, Rule{});
        visit("message", self.message, Rule{});
        visit("path", self.path, Rule{.sparse = true});
    }
};

/// The answer to anything else that was refused.
struct ErrorMessage {
    static constexpr std::string_view type = "error";
    std::string code;
    std::string message;
    std::string path;
    static void fields(auto& visit, auto& self) {
        visit("code", self.code, Rule{});
        visit("message", self.message, Rule{});
        visit("path", self.path, Rule{.sparse = true});
    }
};

struct Request {
    static constexpr std::string_view type = "request";
    std::string battle;
    std::int64_t decision = 0;
    std::string seat;
    std::string kind;
    SharedJson options;
    SharedJson preset;
    bool sealed = false;
    Json pending{};  ///< one's own sealed choice
    std::optional<std::string> deadline{};
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("decision", self.decision, Rule{});
        visit("seat", self.seat, Rule{});
        visit("kind", self.kind, Rule{});
        visit("options", self.options, Rule{});
        visit("default", self.preset, Rule{});
        visit("sealed", self.sealed, Rule{.sparse = true});
        visit("pending", self.pending, Rule{.sparse = true});
        visit("deadline", self.deadline, Rule{});
    }
};

/// To a seat's own connections only: what it has ordered, and what that would do with the decisions that are open now.
struct Orders {
    static constexpr std::string_view type = "orders";
    struct Preview {
        std::int64_t decision = 0;
        std::string kind;
        std::optional<int> order{};  ///< index of the order that applies; null: the seat is asked
        Json choice{};
        static void fields(auto& visit, auto& self) {
            visit("decision", self.decision, Rule{});
            visit("kind", self.kind, Rule{});
            visit("order", self.order, Rule{});
            visit("choice", self.choice, Rule{});
        }
    };
    std::string battle;
    rules::StandingOrders orders{};
    std::vector<Preview> preview{};
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("orders", self.orders, Rule{});
        visit("preview", self.preview, Rule{});
    }
};

struct RequestClosed {
    static constexpr std::string_view type = "request_closed";
    std::string battle;
    std::int64_t decision = 0;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("decision", self.decision, Rule{});
    }
};

struct Presence {
    static constexpr std::string_view type = "presence";
    struct SeatPresence {
        std::string seat;
        bool connected = false;
        static void fields(auto& visit, auto& self) {
            visit("seat", self.seat, Rule{});
            visit("connected", self.connected, Rule{});
        }
    };
    std::string battle;
    std::vector<SeatPresence> seats;
    int spectators = 0;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("seats", self.seats, Rule{});
        visit("spectators", self.spectators, Rule{});
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
            visit("seat", self.seat, Rule{});
            visit("bank_ms", self.bank_ms, Rule{.sparse = true, .about = "live: what was left for the whole battle when its time last began to run"});
            visit("deadline", self.deadline, Rule{.about = "until when its open decision may wait; null: its time stands still"});
            visit("claimable_at", self.claimable_at, Rule{.sparse = true, .about = "live: it is gone, and from then on the other seat may `claim` the battle"});
        }
    };
    std::string battle;
    std::string now;
    std::vector<SeatClock> seats;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("now", self.now, Rule{.about = "the server's time, to count down by"});
        visit("seats", self.seats, Rule{});
    }
};

/// A deadline draws near; only to the seat that must decide.
struct Reminder {
    static constexpr std::string_view type = "reminder";
    std::string battle;
    std::int64_t decision = 0;
    std::string deadline;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("decision", self.decision, Rule{});
        visit("deadline", self.deadline, Rule{});
    }
};

struct Notice {
    static constexpr std::string_view type = "notice";
    std::string notice;  ///< "restart"
    std::string message;
    static void fields(auto& visit, auto& self) {
        visit("notice", self.notice, Rule{});
        visit("message", self.message, Rule{});
    }
};

struct Unfollowed {
    static constexpr std::string_view type = "unfollowed";
    std::string battle;
    std::string message;  ///< why, when nobody asked for it
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("message", self.message, Rule{.sparse = true});
    }
};

/// A token that was just made; it is told here and never again.
struct Invitation {
    static constexpr std::string_view type = "invitation";
    std::string battle;
    std::string seat;
    std::string token;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("seat", self.seat, Rule{});
        visit("token", self.token, Rule{});
    }
};

struct Pong {
    static constexpr std::string_view type = "pong";
    static void fields(auto&, auto&) {}
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

/// The text of a message; `id` is the client's own, if this answers one.
template <typename T>
std::string message_text(const T& message, std::string_view id = {}) {
    const std::string body = to_text(message);
    std::string out;
    out.reserve(body.size() + id.size() + 40);
    out += "{\"type\":\"";
    out += T::type;
    out += '"';
    if (!id.empty()) {
        out += ",\"id\":";
        append_json_string(out, id);
    }
    if (body.size() > 2) {
        out += ',';
        out.append(body, 1);
    } else {
        out += '}';
    }
    return out;
}

/// Every seat and who took it.
std::vector<SeatInfo> seat_infos(const Fold& fold);

/// The refusal of a message that was understood.
std::string rejected_text(const Refusal& refusal, std::string_view id, const std::string& battle, std::int64_t decision = 0);

/// An event as every transport sends it: {"type":"event","battle":…,"seq":…,"at":…,"event":…,"data":…}.
std::string event_text(std::string_view battle, std::string_view body);

/// The outcome as in records and summaries: {"winner": seat or null,"reason","survivors"}.
Json outcome_json(const rules::Outcome& outcome, const std::vector<std::string>& seats);

}  // namespace muster::protocol
