// Who sits where: seats that are taken, invitations that are made anew, seats that are handed over.
#include <algorithm>

#include "protocol/fold_events.hpp"
#include "protocol/ids.hpp"
#include "rules/characters.hpp"
#include "server/base/limits.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

// A battle that ended while it waited (the operator closed it) has nothing left to sit down for.
BattleState::Applied BattleState::carry_out(const TakeSeat& command, Now now) {
    if (auto refusal = fold_->check_take_seat(command.seat)) return std::unexpected(std::move(*refusal));
    if (auto refusal = refuse_ladder(command.who.ladder, command.start)) return std::unexpected(std::move(*refusal));
    if (auto refusal = fold_->check_key(command.who.key)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    draft.change.step.taken.push_back({seat_id(command.seat), command.who.name});
    fold_->take_seat(command.seat, command.who, draft.applied);
    return finish(std::move(draft));
}

bool BattleState::waits_for_anybody() const {
    return !over() && !std::ranges::all_of(open_seats_, [&](rules::Seat seat) { return fold_->seat_taken(seat); });
}

Bundle BattleState::invitation(rules::Seat seat, const std::string& token, const std::string& id, bool taken) const {
    return bundle_of(0, protocol::Invitation{header_.id, seat_id(seat), token, taken}, id);
}

/// `name` empty: the first that is free.
std::expected<rules::Seat, Refusal> BattleState::seat_to_take(const std::string& name) const {
    if (open_seats_.empty()) return refuse(Code::not_your_seat, "no seat in this battle is open to anyone; its creator invites the players");
    if (name.empty()) {
        const auto free = std::ranges::find_if(open_seats_, [&](rules::Seat seat) { return !fold_->seat_taken(seat); });
        return *(free == open_seats_.end() ? open_seats_.begin() : free);
    }
    const auto seat = rules::seat_named(fold_->seats(), name);
    if (!seat) return refuse(Code::bad_message, "there is no seat \"" + name + "\"" + did_you_mean(name, fold_->seats()), "/seat");
    if (std::ranges::find(open_seats_, *seat) == open_seats_.end())
        return refuse(Code::not_your_seat, "this seat is not open to anybody; only whoever has its token takes it", "/seat");
    return *seat;
}

/// Whoever takes a seat sits down with the same step: no seat is ever given to somebody who does not come. The same token again is the same
/// message again, whose answer was lost.
BattleState::Applied BattleState::take(const FromSeat& from, Now now) {
    const auto& message = std::get<protocol::Take>(from.message);
    if (header_.visibility == "private") return std::unexpected(unknown_battle());
    if (const auto mine = tokens_.seat_of(message.token); mine && fold_->seat_taken(*mine) && (message.seat.empty() || message.seat == seat_id(*mine)))
        return only(invitation(*mine, message.token, from.id));
    if (tokens_.seat_of(message.token) || tokens_.offered_seat_of(message.token))
        return refuse(Code::bad_token, "this token already belongs to a seat; draw another", "/token");
    if (fold_->shares_dice() && message.seat.empty()) return refuse(Code::bad_message, "name the seat that your ladder is for", "/seat");
    const auto seat = seat_to_take(message.seat);
    if (!seat) return std::unexpected(seat.error());
    const auto name = clean_text(message.name, limits::name_characters_max, "/name");
    if (!name) return std::unexpected(name.error());
    if (auto refusal = fold_->check_take_seat(*seat)) return std::unexpected(std::move(*refusal));
    if (auto refusal = refuse_ladder(message.ladder, message.start)) return std::unexpected(std::move(*refusal));
    if (auto refusal = fold_->check_key(message.key)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    const auto& shown = name->empty() ? seat_id(*seat) : *name;
    draft.change.step.taken.push_back({seat_id(*seat), shown});
    tokens_.renew(*seat, seat_id(*seat), message.token, draft.change.step);
    fold_->take_seat(*seat, {shown, message.nonce, message.ladder, message.key}, draft.applied);
    draft.change.answer = invitation(*seat, message.token, from.id);
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
    const bool taken = fold_->seat_taken(question.seat);
    if (taken) tokens_.offer(question.seat, name, token, step);
    else tokens_.renew(question.seat, name, token, step);
    draft.change.answer = invitation(question.seat, token, question.id, taken);
    return finish(std::move(draft));
}

/// The seat's new holder comes: the old token ends, and whoever sits there with it. What the former holder left for later ends too: it
/// would show the one's plans to the other, or the other's turns to the one.
BattleState::Applied BattleState::carry_out(const AcceptSeat& command, Now now) {
    if (!tokens_.offered(command.seat)) return refuse(Code::bad_token, "this seat is not offered to anybody");
    const bool comes_with_ladder = fold_->shares_dice() && !over();
    if (comes_with_ladder) {
        auto refusal = refuse_ladder(command.ladder, command.start);
        if (!refusal) refusal = refuse_new_ladder(command.seat, command.ladder);
        if (!refusal) refusal = fold_->check_key(command.key);
        if (refusal) return std::unexpected(std::move(*refusal));
    }
    Draft draft(*this, now);
    const auto& name = seat_id(command.seat);
    tokens_.accept(command.seat, name, draft.change.step);
    if (const auto mine = orders_.find(command.seat); mine != orders_.end()) keep_orders(command.seat, {.changes = mine->second.changes}, draft);
    draft.change.subscriptions_ended = nudges_.unsubscribe_all(name);
    drop_want(command.seat, draft);
    fold_->note(protocol::seat_event("seat_handed_over", {.seat = name, .name = command.name}), draft.applied);
    if (comes_with_ladder) fold_->new_ladder(command.seat, command.ladder, draft.applied, {.key = command.key});
    draft.change.unseated = command.seat;
    return finish(std::move(draft));
}

/// Whoever came without a name goes on under the one that the seat had.
void BattleState::note(const protocol::LoggedEvent& event) {
    const auto parts = protocol::parts_of(event.body);
    tally_.count(parts, fold_->seats());
    if (parts.name != "seat_handed_over") return;
    const auto json = parse_json(event.body);
    const auto data = json ? read_fields<protocol::SeatData>(json->value("data", Json::object()), Code::internal) : std::unexpected(json.error());
    if (!data || data->name.empty()) return;
    if (const auto seat = rules::seat_named(fold_->seats(), data->seat)) heirs_[*seat] = data->name;
}

}  // namespace muster::server
