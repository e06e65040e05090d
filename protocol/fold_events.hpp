// The events that are the same under all rules: those that the fold of a battle itself brings forth, and the notes beside them. All others
// are the rules' (rules/drive.hpp, rules/*/events.hpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rules/battle.hpp"

namespace muster::protocol {

/// What is fixed at creation: the data of event 1.
struct CreatedData {
    std::string battle;
    std::string ruleset;
    int ruleset_version = 0;
    std::string title;
    Json setup;
    Json options;
    std::vector<std::string> seats;
    std::string commitment;
    std::string server_key{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "ruleset", self.ruleset, "ruleset_version", self.ruleset_version, "title", self.title, "setup", self.setup,
                    "options", self.options, "seats", self.seats, "commitment", self.commitment);
        visit("server_key", self.server_key, Rule{.sparse = true, .about = "by which the server signs (P-256, hex); left out in battles of the time before"});
    }
};

/// What a seat did, or what befell it. Without a seat: nobody in particular.
struct SeatData {
    std::string seat;
    std::string name{};
    std::string nonce{};
    std::string ladder{};
    std::string key{};
    std::optional<bool> accept{};
    int step = 0;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{.sparse = true});
        visit("name", self.name, Rule{.sparse = true});
        visit("nonce", self.nonce, Rule{.sparse = true});
        visit("ladder", self.ladder, Rule{.sparse = true, .about = "where this seat's shares of the dice begin"});
        visit("key", self.key, Rule{.sparse = true, .about = "by which this seat signs what it decides (P-256, hex)"});
        visit("accept", self.accept, Rule{.sparse = true});
        visit("step", self.step, Rule{.sparse = true, .min = 1, .about = "the shares of the dice that all were asked for then"});
    }
};

/// Who plays, when it starts.
struct StartedData {
    struct Player {
        std::string seat;
        std::string name;
        static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "name", self.name); }
    };
    std::vector<Player> seats{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "seats", self.seats); }
};

/// Talk. Who is not of its `room` sees that something was said: by which seat, or by a spectator.
struct SaidData {
    std::string room;
    std::string seat;
    std::string name;
    std::string text;
    static void fields(auto& visit, auto& self) {
        visit("room", self.room, Rule{.about = "\"players\" or \"spectators\""});
        visit("seat", self.seat, Rule{.sparse = true});
        visit("name", self.name, Rule{.sparse = true, .about = "only for those in the room, like the text"});
        visit("text", self.text, Rule{.sparse = true});
    }
};

/// A sealed choice was made, or taken back.
struct SealData {
    std::string seat;
    std::int64_t decision = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "decision", self.decision); }
};

/// A choice that nobody reads yet is bound for good (shared dice).
struct ChoiceSealedData {
    std::string seat;
    std::int64_t decision = 0;
    std::string kind;
    std::string seal;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat, "decision", self.decision, "kind", self.kind);
        visit("seal", self.seal, Rule{.about = "HMAC of the choice, which is `chosen` when all have given their shares"});
    }
};

/// A seat's share of the next dice; all are shown together.
struct ShareGivenData {
    std::string seat;
    std::int64_t decision = 0;
    int step = 0;
    std::string share;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "decision", self.decision, "step", self.step, "share", self.share); }
};

/// A witness adds to the dice from now on, or goes on with another ladder.
struct WitnessJoinedData {
    std::string ladder;
    static void fields(auto& visit, auto& self) { visit("ladder", self.ladder, Rule{.about = "where its shares of the dice begin"}); }
};

/// Its share of the next dice.
struct WitnessShareData {
    std::string share;
    int step = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "share", self.share, "step", self.step); }
};

/// The server was away: so much time was given back to those whose time ran.
struct CreditData {
    std::int64_t milliseconds = 0;
    std::vector<std::string> seats{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "milliseconds", self.milliseconds, "seats", self.seats); }
};

/// A seat of a battle that is over would fight it once more.
struct RematchWantedData {
    std::string seat;
    bool swap = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat);
        visit("swap", self.swap, Rule{.about = "with sides swapped"});
    }
};

/// It does so no longer, or it cannot be: then with why, as a refusal says it.
struct RematchWithdrawnData {
    std::string seat;
    std::string code{};
    std::string message{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat);
        visit("code", self.code, Rule{.sparse = true, .about = "why the rematch can't be made; if left out, the seat took its request back"});
        visit("message", self.message, Rule{.sparse = true, .about = "why not, in a sentence"});
    }
};

/// All wanted it so.
struct RematchMadeData {
    std::string battle;
    bool swap = false;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.about = "the new one"});
        visit("swap", self.swap, Rule{.about = "sides were swapped: each player has the next seat"});
    }
};

rules::Event created_event(const CreatedData& data);
/// `name`: seat_taken, ladder_renewed, conceded, draw_offered, draw_answered, forfeited, claimed, closed, seat_handed_over.
rules::Event seat_event(std::string name, const SeatData& data);
/// `names[i]` plays `seats[i]`.
rules::Event started_event(const std::vector<std::string>& seats, const std::vector<std::string>& names);

/// The text that every transport and the record keep of an event: {"seq","at","event","data"}.
std::string event_body(std::int64_t seq, const std::string& at, const std::string& event, const std::string& data);

}  // namespace muster::protocol
