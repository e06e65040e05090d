// The same battle once more. Each player says it when he wants it; with the last word the new battle is made, in the same step as the event
// that names it. Whoever asks has drawn the token of his new seat himself, so that none is ever told, and asks again when an answer was lost.
#include <algorithm>

#include "protocol/fold_events.hpp"
#include "protocol/ids.hpp"
#include "server/battle/creation.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

namespace {

Refusal token_is_taken() { return {Code::bad_token, "this token already belongs to a seat; draw another", "/token"}; }

std::string hex_hash_of(const std::string& token) { return protocol::to_hex(SeatTokens::hash_of(token)); }

}  // namespace

rules::Seat BattleState::seat_after(rules::Seat seat, bool swap) const {
    return swap ? static_cast<rules::Seat>((static_cast<std::size_t>(seat) + 1) % fold_->seats().size()) : seat;
}

/// The server's own players always want what the others do.
bool BattleState::all_want(rules::Seat seat, bool swap) const {
    for (rules::Seat each = 0; each < static_cast<rules::Seat>(fold_->seats().size()); ++each) {
        if (each == seat || bots_.contains(each)) continue;
        const auto want = rematch_wants_.find(each);
        if (want == rematch_wants_.end() || want->second.swap != swap) return false;
    }
    return true;
}

/// What stands against a want of this seat that brings this token along, whoever else wants it. Cheap: it comes before anything is made.
std::optional<Refusal> BattleState::refuse_rematch(rules::Seat seat, const std::string& token) const {
    if (!over()) return Refusal{Code::illegal_choice, "this battle is not over yet"};
    if (fold_->has_witness()) return Refusal{Code::illegal_choice, "a battle with a witness begins with its witness: make a new one"};
    for (rules::Seat each = 0; each < static_cast<rules::Seat>(fold_->seats().size()); ++each)
        if (!fold_->seat_taken(each))
            return Refusal{Code::illegal_choice, "nobody ever sat on the " + seat_id(each) + "'s seat: there is nobody to fight again"};
    const auto hash = hex_hash_of(token);
    const auto others = [&](const auto& want) { return want.first != seat && protocol::equal_secrets(want.second.token_hash, hash); };
    if (tokens_.seat_of(token) || tokens_.offered_seat_of(token) || std::ranges::any_of(rematch_wants_, others)) return token_is_taken();
    return {};
}

std::optional<protocol::RematchState> BattleState::rematch_state() const {
    if (!over() || fold_->has_witness()) return {};
    protocol::RematchState out;
    for (const auto& [seat, want] : rematch_wants_) out.wanted[seat_id(seat)] = want.swap;
    if (rematch_) out.made = {rematch_->battle, rematch_->swap};
    return out;
}

bool BattleState::rematch_due(const FromSeat& from) const {
    const auto* message = std::get_if<protocol::Rematch>(&from.message);
    const auto seat = seat_of(from.sender);
    return message && seat && !rematch_ && !refuse_rematch(*seat, message->token) && all_want(*seat, message->swap);
}

/// The same rules, setup and terms. Seats that were open are not open again, since everybody is known; a battle that the operator has hidden stays so.
std::expected<protocol::Create, Refusal> BattleState::rematch_terms(bool swap) const {
    const auto& origin = fold_->origin();
    auto terms = origin.options;
    terms.erase("bots");
    terms.erase("open");
    terms.erase("contest");
    terms["visibility"] = header_.visibility;
    auto options = read_fields<protocol::CreateOptions>(terms, Code::internal);
    if (!options) return refuse(Code::internal, "this battle cannot be fought again as it was");
    options->title = origin.title;
    protocol::Create out{origin.ruleset->id(), origin.setup, std::move(*options), {}};
    for (const auto& [each, bot] : bots_) out.seats[seat_id(seat_after(each, swap))].bot = bot;
    return out;
}

BattleState::Applied BattleState::rematch(const FromSeat& from, Now now) {
    const auto& message = std::get<protocol::Rematch>(from.message);
    const auto seat = seat_of(from.sender);
    if (!seat) return std::unexpected(seat.error());
    if (rematch_) {
        auto change = only(nullptr);
        change.elsewhere = {rematch_->battle, ComeFromBefore{seat_after(*seat, rematch_->swap), message.token, from.id}};
        return change;
    }
    if (auto refusal = refuse_rematch(*seat, message.token)) return std::unexpected(std::move(*refusal));
    const Question question{*seat, from.id, {}, 0};
    if (all_want(*seat, message.swap)) {
        if (!from.drawn) return refuse(Code::internal, "the rematch was not drawn");
        return *from.drawn ? make_rematch(question, message, **from.drawn, now) : give_rematch_up(question, from.drawn->error(), now);
    }
    const auto hash = hex_hash_of(message.token);
    const auto mine = rematch_wants_.find(*seat);
    if (mine != rematch_wants_.end() && mine->second.swap == message.swap && protocol::equal_secrets(mine->second.token_hash, hash))
        return only(accepted(question, mine->second.seq));
    return want_rematch(question, {message.swap, hash, 0}, now);
}

/// What it wanted before counts no longer.
BattleState::Applied BattleState::want_rematch(const Question& question, RematchWant want, Now now) {
    if (auto refusal = tally_.refuse_rematch(question.seat)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    const auto& name = seat_id(question.seat);
    fold_->note(rules::make_event("rematch_wanted", protocol::RematchWantedData{name, want.swap}), draft.applied);
    want.seq = fold_->head();
    draft.change.step.keep.push_back({name, rematch_name, to_text(want)});
    draft.change.answer = accepted(question, want.seq);
    rematch_wants_[question.seat] = std::move(want);
    return finish(std::move(draft));
}

/// In one step: the new battle, with the tokens that its players have drawn, and the word that there is one.
BattleState::Applied BattleState::make_rematch(const Question& question, const protocol::Rematch& message, const NewBattle& drawn, Now now) {
    Draft draft(*this, now);
    const auto& stored = drawn.stored;
    auto begins = std::make_shared<storage::Beginning>(stored.header, stored.seats, stored.steps.front());
    const auto give = [&](rules::Seat seat, const std::string& hash) {
        begins->seats[static_cast<std::size_t>(seat_after(seat, message.swap))].token_hash = hash;
    };
    for (const auto& [seat, want] : rematch_wants_) {
        give(seat, protocol::from_hex(want.token_hash).value());
        draft.change.step.keep.push_back({seat_id(seat), rematch_name, {}});
    }
    give(question.seat, SeatTokens::hash_of(message.token));
    rematch_wants_.clear();
    rematch_ = {stored.header.id, message.swap};
    draft.change.step.keep.push_back({{}, rematch_name, to_text(*rematch_)});
    draft.change.step.begins = std::move(begins);
    fold_->note(rules::make_event("rematch_made", protocol::RematchMadeData{rematch_->battle, rematch_->swap}), draft.applied);
    const protocol::Invitation invitation{rematch_->battle, seat_id(seat_after(question.seat, message.swap)), message.token, false};
    draft.change.answer = bundle_of(0, invitation, question.id);
    return finish(std::move(draft));
}

/// It cannot be made, and could not be if it were asked for again: nobody is left waiting for it, and everybody is told why not.
BattleState::Applied BattleState::give_rematch_up(const Question& question, const Refusal& why, Now now) {
    if (rematch_wants_.empty()) return std::unexpected(why);
    Draft draft(*this, now);
    while (!rematch_wants_.empty()) drop_want(rematch_wants_.begin()->first, draft, &why);
    draft.change.answer = rejection(why, question.id, header_.id);
    return finish(std::move(draft));
}

/// As long as nobody sits there, whoever has the seat of the battle before may draw anew: he may have lost what he drew. Then the seat is that of
/// whoever has its token, and of nobody else.
BattleState::Applied BattleState::carry_out(const ComeFromBefore& command, Now now) {
    const auto before = tokens_.seat_of(command.token);
    if (before == command.seat) return only(invitation(command.seat, command.token, command.id));
    if (over() || fold_->seat_taken(command.seat))
        return refuse(Code::not_your_seat, "your seat of the rematch was taken already; only the token that it was taken with opens it");
    if (before || tokens_.offered_seat_of(command.token)) return std::unexpected(token_is_taken());
    Draft draft(*this, now);
    tokens_.renew(command.seat, seat_id(command.seat), command.token, draft.change.step);
    draft.change.answer = invitation(command.seat, command.token, command.id);
    return finish(std::move(draft));
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::WithdrawRematch&, Now now) {
    if (rematch_) return refuse(Code::illegal_choice, "the rematch was made already");
    if (!rematch_wants_.contains(question.seat)) return refuse(Code::illegal_choice, "your seat does not want a rematch");
    Draft draft(*this, now);
    drop_want(question.seat, draft);
    answer(draft, question, fold_->head());
    return finish(std::move(draft));
}

/// `why`: it cannot be made; null: it is not wanted any more.
void BattleState::drop_want(rules::Seat seat, Draft& draft, const Refusal* why) {
    if (rematch_wants_.erase(seat) == 0) return;
    draft.change.step.keep.push_back({seat_id(seat), rematch_name, {}});
    protocol::RematchWithdrawnData data{.seat = seat_id(seat)};
    if (why) data.code = name(why->code), data.message = why->message;
    fold_->note(rules::make_event("rematch_withdrawn", data), draft.applied);
}

}  // namespace muster::server
