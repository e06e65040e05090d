// Ends that players bring about other than by fighting: concessions, draws, the claim on a seat that is gone.
#include "protocol/times.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

BattleState::Applied BattleState::do_message(const Question& question, const protocol::Concede& message, Now now) {
    if (auto refusal = fold_->check_concede(question.seat)) return std::unexpected(std::move(*refusal));
    if (auto refusal = fold_->check_signature_to_concede(question.seat, message.signature)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    if (fold_->goes_on_without(question.seat)) take_back(question.seat, draft);
    else empty_box(draft);
    const auto shown = draft.applied.events.size();
    fold_->concede(question.seat, draft.applied, message.signature);
    if (over()) empty_box(draft);  // the last event that it could hold
    answer(draft, question, draft.applied.events[shown].seq);
    return finish(std::move(draft));
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::OfferDraw&, Now now) {
    if (auto refusal = fold_->check_offer_draw(question.seat)) return std::unexpected(std::move(*refusal));
    if (auto refusal = tally_.refuse_draw_offer(question.seat)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    fold_->offer_draw(question.seat, draft.applied);
    if (over()) empty_box(draft);  // the last event that it could hold
    answer(draft, question, draft.applied.events.front().seq);
    return finish(std::move(draft));
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::AnswerDraw& message, Now now) {
    if (auto refusal = fold_->check_answer_draw(question.seat)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    fold_->answer_draw(question.seat, message.accept, draft.applied);
    if (over()) empty_box(draft);
    answer(draft, question, draft.applied.events.front().seq);
    return finish(std::move(draft));
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::Claim&, Now now) {
    if (auto refusal = refuse_claim(question.seat, now)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    empty_box(draft);
    fold_->claim(question.seat, draft.applied);
    answer(draft, question, draft.applied.events.front().seq);
    return finish(std::move(draft));
}

std::optional<Refusal> BattleState::refuse_claim(rules::Seat seat, Now now) const {
    if (auto refusal = fold_->check_claim(seat)) return refusal;
    const auto& clock = clock_.rules();
    if (!clock || clock->mode != protocol::ClockMode::live) return Refusal{Code::illegal_choice, "victory can only be claimed with a live clock"};
    const rules::Seat other = fold_->only_other(seat).value();
    if (!gone_.contains(other)) return Refusal{Code::illegal_choice, "the other player is here"};
    const auto from = gone_since(other, now) + clock->disconnected_ms;
    if (now.ms < from) return Refusal{Code::illegal_choice, "the other player can still come back until " + protocol::time_text(from)};
    return {};
}

}  // namespace muster::server
