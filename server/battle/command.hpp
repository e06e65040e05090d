// What can be done to a battle, as data: what a seat wants, what time brings about, what bots, standing orders and the operator do.
#pragma once
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/client_messages.hpp"
#include "protocol/fold.hpp"

namespace muster::server {

struct NewBattle;

/// Every message that a seat may send to its battle, and that of whoever takes one.
using SeatMessage = std::variant<protocol::Choose, protocol::Preview, protocol::Retract, protocol::Order, protocol::AskOrders, protocol::Concede,
                                 protocol::OfferDraw, protocol::AnswerDraw, protocol::Claim, protocol::HandOver, protocol::Take, protocol::NewLadder,
                                 protocol::Rematch, protocol::WithdrawRematch, protocol::Say, protocol::Subscribe, protocol::Unsubscribe, protocol::ListNudges>;

/// The decision that a message is about; 0: none.
inline std::int64_t decision_of(const SeatMessage& message) {
    if (const auto* choose = std::get_if<protocol::Choose>(&message)) return choose->decision;
    if (const auto* preview = std::get_if<protocol::Preview>(&message)) return preview->decision;
    if (const auto* retract = std::get_if<protocol::Retract>(&message)) return retract->decision;
    return 0;
}

/// Whether a message makes a decision, or takes it back.
inline bool decides(const SeatMessage& message) {
    return std::holds_alternative<protocol::Choose>(message) || std::holds_alternative<protocol::Retract>(message);
}

/// What is known of whoever sends a message.
struct Sender {
    std::string token{};                   ///< proves a seat with this very message; empty: who follows is known already
    std::optional<rules::Seat> seat{};     ///< it follows with this seat's token
    std::optional<std::string> watches{};  ///< it follows without a token, under this name
};

struct FromSeat {
    Sender sender;
    std::string id;  ///< the client's own for its message; empty: none
    SeatMessage message;
    std::string fresh{};  ///< `fresh_bytes` random bytes where makes_secrets(message): whatever it makes that nobody may guess comes from these
    /// Where it brings about a rematch (BattleState::rematch_due): that battle, made as any other is, or why it cannot be made.
    std::shared_ptr<const std::expected<NewBattle, Refusal>> drawn{};
};
inline constexpr std::size_t fresh_bytes = 32;

/// Whether a message makes a token, a secret or a name that nobody may guess.
inline bool makes_secrets(const SeatMessage& message) {
    return std::holds_alternative<protocol::HandOver>(message) || std::holds_alternative<protocol::Subscribe>(message);
}

/// Somebody follows with the token of a seat that nobody has taken.
struct TakeSeat {
    rules::Seat seat = 0;
    protocol::Arrival who;  ///< the name as others see it
    std::string start{};    ///< H(0) as it has it
};
/// Somebody follows with the token that was offered for a seat: whoever held the old one holds it no longer.
struct AcceptSeat {
    rules::Seat seat = 0;
    std::string name{};  ///< of the new holder; empty: none was given
    std::string ladder{};
    std::string start{};
    std::string key{};
};

/// Whoever has a seat of the battle before comes for his seat of the rematch.
struct ComeFromBefore {
    rules::Seat seat = 0;
    std::string token;  ///< as in protocol::Rematch
    std::string id;     ///< of that message
};

/// The server was away, or its clock was set: everybody who is asked gets the time back.
struct CreditAbsence {
    std::int64_t shift_ms = 0;  ///< Now::shift_ms up to which it is credited
};
/// Time is up for these, the first to run out first.
struct PassDeadline {
    std::vector<rules::Seat> late;
};
struct Remind {
    std::vector<rules::Seat> seats;
};
/// These decisions have waited long enough for somebody who does not come.
struct TellWaiting {
    std::vector<std::int64_t> decisions;
};

/// A bot's choice, a standing order's, or the default of a seat that has left.
struct PlayForSeat {
    std::int64_t decision = 0;
    SharedJson choice;
    protocol::How how = protocol::How::chosen;
};
/// A bot's ladder is used up.
struct RenewLadder {
    rules::Seat seat = 0;
};
/// The witness of the battle has answered.
struct HearWitness {
    protocol::WitnessAnswer answer;
};
/// A bot declines the draw that it is offered.
struct DeclineDraw {
    rules::Seat seat = 0;
};

/// The place of this subscription is gone.
struct DropNudge {
    std::string id;
};

/// The operator takes a public battle out of the lists, or puts it in again.
struct SetHidden {
    bool hidden = false;
};
/// The operator ends it; nobody has won.
struct CloseBattle {};

using Command = std::variant<FromSeat, TakeSeat, AcceptSeat, ComeFromBefore, CreditAbsence, PassDeadline, Remind, TellWaiting, PlayForSeat, RenewLadder,
                             HearWitness, DeclineDraw, DropNudge, SetHidden, CloseBattle>;

}  // namespace muster::server
