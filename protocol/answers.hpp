// What the server answers a message of a client.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "protocol/nudge_messages.hpp"
#include "protocol/signed_head.hpp"

namespace muster::protocol {

struct SeatToken {
    std::string seat;
    std::string token;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "token", self.token); }
    bool operator==(const SeatToken&) const = default;
};

struct Created {
    static constexpr std::string_view type = "created";
    std::string battle;
    std::vector<SeatToken> seats;
    std::vector<CreatedNudge> nudges{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "seats", self.seats);
        visit("nudges", self.nudges, Rule{.sparse = true});
    }
};

struct Accepted {
    static constexpr std::string_view type = "accepted";
    std::string battle;
    std::int64_t decision = 0;
    std::int64_t seq = 0;
    std::optional<SignedHead> signed_head{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle);
        visit("decision", self.decision, Rule{.sparse = true});
        list_fields(visit, "seq", self.seq);
        visit("signed_head", self.signed_head, Rule{.sparse = true, .about = "how far the battle has come, signed"});
    }
};

/// To the seats when the battle has ended: whoever did nothing last hears it, too.
struct LastHead {
    static constexpr std::string_view type = "last_head";
    std::string battle;
    SignedHead signed_head;
    static void fields(auto& visit, auto& self) { list_fields(visit, "battle", self.battle, "signed_head", self.signed_head); }
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
        list_fields(visit, "code", self.code, "message", self.message);
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
        list_fields(visit, "code", self.code, "message", self.message);
        visit("path", self.path, Rule{.sparse = true});
    }
};

struct Unfollowed {
    static constexpr std::string_view type = "unfollowed";
    std::string battle;
    std::string message;  ///< why, when nobody asked for it
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle);
        visit("message", self.message, Rule{.sparse = true});
    }
};

/// A token that was just made; it is told here and never again.
struct Invitation {
    static constexpr std::string_view type = "invitation";
    std::string battle;
    std::string seat;
    std::string token;
    bool taken = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "seat", self.seat, "token", self.token);
        visit("taken", self.taken, Rule{.sparse = true, .about = "of a seat that is handed over: someone plays it until the token is used"});
    }
};

struct Pong {
    static constexpr std::string_view type = "pong";
    static void fields(auto&, auto&) {}
};

}  // namespace muster::protocol
