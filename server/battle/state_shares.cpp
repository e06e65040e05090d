// Dice to which both seats add what nobody else can know: their ladders, and what the server signs before it is told a share.
#include "protocol/ids.hpp"
#include "server/battle/state.hpp"
#include "server/battle/witness_question.hpp"

namespace muster::server {

std::optional<Refusal> BattleState::refuse_ladder(const std::string& foot, const std::string& start) const {
    if (auto refusal = fold_->check_ladder(foot)) return refusal;
    if (!fold_->shares_dice() || start == protocol::to_hex(protocol::bytes_of(fold_->chain().start()))) return {};
    return Refusal{Code::bad_message, "this battle begins otherwise than you have it: another setup, title, options, commitment or key", "/start"};
}

std::optional<Refusal> BattleState::refuse_new_ladder(rules::Seat seat, const std::string& foot) const {
    if (auto refusal = fold_->check_new_ladder(seat, foot)) return refusal;
    return refuse_while_sealed(seat);
}

// What lies sealed is opened by the ladder that sealed it.
std::optional<Refusal> BattleState::refuse_while_sealed(rules::Seat seat) const {
    if (!box_.contains(seat)) return {};
    return Refusal{Code::illegal_choice, "a choice of yours lies sealed by the ladder that you have; it is opened first"};
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::NewLadder& message, Now now) {
    if (auto refusal = refuse_new_ladder(question.seat, message.ladder)) return std::unexpected(std::move(*refusal));
    if (auto refusal = fold_->check_key(message.key)) return std::unexpected(std::move(*refusal));
    const protocol::SeatSigning by{message.key, message.signature};
    if (auto refusal = fold_->check_signature_to_renew(question.seat, message.ladder, by)) return std::unexpected(std::move(*refusal));
    if (auto refusal = tally_.refuse_new_ladder(question.seat)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    fold_->new_ladder(question.seat, message.ladder, draft.applied, by);
    answer(draft, question, draft.applied.events.front().seq);
    return finish(std::move(draft));
}

BattleState::Applied BattleState::carry_out(const RenewLadder& command, Now now) {
    if (!bot_shares_.used_up(command.seat, *fold_)) return only(nullptr);
    if (auto refusal = fold_->check_renewal()) return std::unexpected(std::move(*refusal));
    if (auto refusal = refuse_while_sealed(command.seat)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    draft.change.step.keep.push_back(bot_shares_.renew(command.seat, *fold_));
    fold_->new_ladder(command.seat, bot_shares_.foot(command.seat), draft.applied);
    return finish(std::move(draft));
}

std::optional<protocol::WitnessQuestion> BattleState::witness_question() const {
    if (!key_ || !fold_->asks_witness()) return {};
    if (fold_->awaits_ladder_of_witness()) return ladder_question(*fold_, *key_);
    return share_question(*fold_, head_of_step(fold_->witness_steps() + 1));
}

BattleState::Applied BattleState::carry_out(const HearWitness& command, Now now) {
    const auto& [key, ladder, share, signature] = command.answer;
    const bool is_ladder = fold_->awaits_ladder_of_witness();
    auto refusal = is_ladder ? fold_->check_witness(ladder, signature) : fold_->check_witness_share(share, signature);
    if (refusal) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    if (is_ladder) fold_->join_witness(ladder, signature, draft.applied);
    else fold_->give_witness_share(share, signature, draft.applied);
    return finish(std::move(draft));
}

/// What those who add to the dice hold it to before they say what only they know.
protocol::SignedHead BattleState::head_of_step(int step) const {
    const auto& chain = fold_->chain();
    if (!step_head_ || step_head_->inputs != chain.inputs()) step_head_ = protocol::sign_head(*key_, chain, shown_, step);
    return *step_head_;
}

}  // namespace muster::server
