// Who sits where: seats that are taken, invitations that are made anew, seats that are handed over.
#include "protocol/fold_events.hpp"
#include "protocol/ids.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

// A battle that ended while it waited (the operator closed it) has nothing left to sit down for.
BattleState::Applied BattleState::carry_out(const TakeSeat& command, Now now) {
    if (auto refusal = fold_->check_take_seat(command.seat)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    draft.change.step.taken.push_back({seat_id(command.seat), command.name});
    fold_->take_seat(command.seat, command.name, command.nonce, draft.applied);
    return finish(std::move(draft));
}

/// A new token is told once. What it replaces ends when nobody can be locked out by it any more: at once while nobody sits there,
/// otherwise when the new one is first used.
BattleState::Applied BattleState::do_message(const Question& question, const protocol::HandOver&, Now now) {
    if (auto refusal = tally_.refuse_hand_over(question.seat)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    const auto& name = seat_id(question.seat);
    auto& step = draft.change.step;
    const auto token = protocol::token_from(question.fresh);
    if (fold_->seat_taken(question.seat)) tokens_.offer(question.seat, name, token, step);
    else tokens_.renew(question.seat, name, token, step);
    draft.change.answer = bundle_of(protocol::Invitation::type, 0, protocol::message_text(protocol::Invitation{header_.id, name, token}, question.id));
    return finish(std::move(draft));
}

/// The seat's new holder comes: the old token ends, and whoever sits there with it. What the former holder left for later ends too: it
/// would show the one's plans to the other, or the other's turns to the one.
BattleState::Applied BattleState::carry_out(const AcceptSeat& command, Now now) {
    if (!tokens_.offered(command.seat)) return refuse(Code::bad_token, "this seat is not offered to anybody");
    Draft draft(*this, now);
    const auto& name = seat_id(command.seat);
    tokens_.accept(command.seat, name, draft.change.step);
    if (const auto mine = orders_.find(command.seat); mine != orders_.end()) keep_orders(command.seat, {.changes = mine->second.changes}, draft);
    draft.change.subscriptions_ended = nudges_.unsubscribe_all(name);
    fold_->note(protocol::seat_event("seat_handed_over", {.seat = name}), draft.applied);
    draft.change.unseated = command.seat;
    return finish(std::move(draft));
}

}  // namespace muster::server
