// Choices: a sealed one lies in the box until all asked seats have chosen.
#include <algorithm>
#include <ranges>

#include "protocol/fold_events.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

/// The choice as it is put in, for a decision that is open and waits for it.
std::expected<SharedJson, Refusal> BattleState::check_choice(rules::Seat seat, std::int64_t decision, const FlatJson& choice) const {
    if (fold_->has_left(seat)) return refuse(Code::illegal_choice, "you have left this battle: your defaults are played", "/decision");
    auto checked = fold_->check_choice(seat, decision, choice);
    if (checked && fold_->find_open(decision)->sealed && box_.contains(seat))
        return refuse(Code::stale_decision, "you have chosen already; retract it first", "/decision");
    return checked;
}

std::expected<std::int64_t, Refusal> BattleState::only_decision_of(rules::Seat seat) const {
    std::int64_t found = 0;
    for (const auto& open : fold_->open()) {
        if (!open.asks(seat)) continue;
        if (found != 0) return refuse(Code::stale_decision, "more than one decision of yours is open: say which", "/decision");
        found = open.id;
    }
    if (found == 0)
        return over() ? refuse(Code::battle_over, "this battle is over") : refuse(Code::stale_decision, "no decision of yours is open", "/decision");
    return found;
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::Choose& message, Now now) {
    if (message.decision != 0) return take_choice(question, message, now);
    const auto decision = only_decision_of(question.seat);
    if (!decision) return std::unexpected(decision.error());
    auto meant = message;
    meant.decision = *decision;
    return take_choice(question, meant, now);  // the answer names none, as this is all that a repeated message would be known by
}

BattleState::Applied BattleState::take_choice(const Question& question, const protocol::Choose& message, Now now) {
    auto choice = check_choice(question.seat, message.decision, message.choice);
    if (!choice) return std::unexpected(choice.error());
    if (auto refusal = fold_->check_seal_by(*fold_->find_open(message.decision), message.ladder)) return std::unexpected(std::move(*refusal));
    protocol::Fold::Choice made{message.decision, std::move(*choice), protocol::How::chosen, message.signature, question.seat};
    if (auto refusal = fold_->check_signature(made)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    answer(draft, question, put_choice(*fold_->find_open(message.decision), std::move(made), draft));
    auto change = finish(std::move(draft));
    if (!fold_->find_open(message.decision)) return change;
    change.asked_again.push_back({message.decision, false});  // the seat's other windows see that it has chosen
    change.is_lone_share = fold_->asks_shares();
    return change;
}

/// What a choice would come to. Of what others have sealed the fold knows nothing, so nothing of that can show.
BattleState::Applied BattleState::do_message(const Question& question, const protocol::Preview& message, Now) {
    auto outlook = fold_->preview(question.seat, message.decision, message.choice);
    if (!outlook) return std::unexpected(std::move(outlook.error()));
    protocol::Previewed out{header_.id, message.decision};
    if (outlook->choice) out.choice = std::move(*outlook->choice);
    else out.refusal.emplace(std::string(name(outlook->choice.error().code)), outlook->choice.error().message, outlook->choice.error().path);
    out.meaning = std::move(outlook->meaning);
    return only(bundle_of(message.decision, out, question.id));
}

/// Puts a legal choice in: it is sealed until all asked seats have chosen, or applied. Gives the seq of what shows it.
std::int64_t BattleState::put_choice(const protocol::OpenDecision& open, protocol::Fold::Choice choice, Draft& draft) {
    if (open.sealed && box_.size() + 1 < fold_->open().size()) {
        seal(open, std::move(choice), draft);
        return fold_->head();
    }
    if (open.sealed) {
        for (const auto& [seat, sealed] : box_) unseal(seat, draft);
        box_[open.ask.seat] = std::move(choice);
        return reveal(open, draft);
    }
    std::vector<protocol::Fold::Choice> alone;  // not from a braced list, which would copy it
    alone.push_back(std::move(choice));
    fold_->choose(std::move(alone), draft.applied);
    return draft.applied.events.front().seq;  // each choice is shown by an event `chosen`, and these come first
}

void BattleState::seal(const protocol::OpenDecision& open, protocol::Fold::Choice choice, Draft& draft) {
    const auto& seat = seat_id(open.ask.seat);
    draft.change.step.seal.push_back({seat, open.id, choice.choice.dump(), std::string(name_of(choice.how))});
    if (!choice.signature.empty()) draft.change.step.keep.push_back({seat, sealed_signature_name, choice.signature});
    box_[open.ask.seat] = std::move(choice);
    if (fold_->asks_shares()) return;  // who was first with his says nothing, and would be an event for each roll
    fold_->note(rules::make_event("decision_sealed", protocol::SealData{seat, open.id}), draft.applied);
}

/// What is kept of it ends; the box is its caller's.
void BattleState::unseal(rules::Seat seat, Draft& draft) {
    const auto& sealed = box_.at(seat);
    draft.change.step.unseal.push_back({seat_id(seat), sealed.decision, {}});
    if (!sealed.signature.empty()) draft.change.step.keep.push_back({seat_id(seat), sealed_signature_name, {}});
}

/// All are in: they are revealed in the order in which the seats were asked. Gives the seq of what shows `last`.
std::int64_t BattleState::reveal(const protocol::OpenDecision& last, Draft& draft) {
    std::vector<protocol::Fold::Choice> choices;
    for (const auto& each : fold_->open()) choices.push_back(std::move(box_.at(each.ask.seat)));
    box_.clear();
    const auto mine = std::ranges::find(choices, last.id, &protocol::Fold::Choice::decision) - choices.begin();
    fold_->choose(std::move(choices), draft.applied);
    return draft.applied.events[static_cast<std::size_t>(mine)].seq;
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::Retract& message, Now now) {
    const auto held = box_.find(question.seat);
    if (held == box_.end() || held->second.decision != message.decision)
        return refuse(Code::stale_decision, "you have no sealed choice to take back", "/decision");
    if (fold_->shares_dice()) return refuse(Code::illegal_choice, "where dice are shared nothing that was sealed is taken back", "/decision");
    if (auto refusal = tally_.refuse_retract(question.seat, message.decision)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    unseal(question.seat, draft);
    box_.erase(held);
    leave_to_seat(question.seat, message.decision, draft);
    fold_->note(rules::make_event("decision_unsealed", protocol::SealData{seat_id(question.seat), message.decision}), draft.applied);
    answer(draft, question, draft.applied.events.back().seq);
    auto change = finish(std::move(draft));
    change.asked_again.push_back({message.decision, true});
    return change;
}

/// Whoever leaves leaves nothing sealed behind.
void BattleState::take_back(rules::Seat seat, Draft& draft) {
    const auto held = box_.find(seat);
    if (held == box_.end()) return;
    unseal(seat, draft);
    fold_->note(rules::make_event("decision_unsealed", protocol::SealData{seat_id(seat), held->second.decision}), draft.applied);
    box_.erase(held);
}

/// The battle ends before they could be revealed: they never will be.
void BattleState::empty_box(Draft& draft) {
    for (const auto& [seat, sealed] : box_) unseal(seat, draft);
    box_.clear();
}

}  // namespace muster::server
