// What a seat's message is answered with, and how a repeated one finds the same answer.
#include "protocol/ids.hpp"
#include "server/base/overloaded.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

namespace {

// The kind of message and its subject: with the client's id it names one message of a seat.
std::string what_of(const SeatMessage& message) {
    return std::visit(
        Overloaded{
            [](const protocol::Choose& choose) { return "choose:" + std::to_string(choose.decision); },
            [](const protocol::Retract& retract) { return "retract:" + std::to_string(retract.decision); },
            [](const protocol::Order& order) { return "order:" + protocol::to_hex(protocol::bytes_of(protocol::sha256(order.orders.dump()))); },
            [](const protocol::Say& said) { return "say:" + said.text; }, [](const protocol::Concede&) { return std::string("concede"); },
            [](const protocol::OfferDraw&) { return std::string("offer_draw"); }, [](const protocol::AnswerDraw&) { return std::string("answer_draw"); },
            [](const protocol::NewLadder& renewed) { return "new_ladder:" + renewed.ladder; }, [](const protocol::Claim&) { return std::string("claim"); },
            [](const protocol::WithdrawRematch&) { return std::string("withdraw_rematch"); },
            [](const auto&) { return std::string(); },  // what changes nothing, or is answered anew
        },
        message);
}

}  // namespace

BattleState::Applied BattleState::carry_out(const FromSeat& message, Now now) {
    if (std::holds_alternative<protocol::Say>(message.message)) return say(message, now);
    if (std::holds_alternative<protocol::Take>(message.message)) return take(message, now);
    if (std::holds_alternative<protocol::Rematch>(message.message)) return rematch(message, now);
    Question question{0, message.id, {}, decision_of(message.message), message.fresh};
    if (const auto* hand_over = std::get_if<protocol::HandOver>(&message.message)) {
        const auto viewer = viewer_for(hand_over->token);  // it proves the seat by itself, also before anybody sits there
        if (!viewer) return std::unexpected(viewer.error());
        if (!viewer->seat) return refuse(Code::bad_token, "only a seat's token can hand it over");
        question.seat = *viewer->seat;
    } else {
        const auto seat = seat_of(message.sender);
        if (!seat) return std::unexpected(seat.error());
        question.seat = *seat;
    }
    question.key = Answered::key_of(question.seat, question.id, what_of(message.message));
    if (const auto before = answered_.find(question.seat, question.key)) return only(accepted(question, *before));
    return std::visit(
        [&](const auto& each) -> Applied {
            if constexpr (requires { do_message(question, each, now); }) return do_message(question, each, now);
            else return refuse(Code::internal, "this is not a seat's message");
        },
        message.message);
}

/// The acknowledgement is stored with the step.
void BattleState::answer(Draft& draft, const Question& question, std::int64_t seq) {
    draft.change.step.answers += answered_.remember(question.seat, question.key, seq);
    draft.accepts = {question, seq};
}

Bundle BattleState::accepted(const Question& question, std::int64_t seq) const {
    return bundle_of(question.decision, protocol::Accepted{header_.id, question.decision, seq, signed_head()}, question.id);
}

Change BattleState::only(Bundle answer) {
    Change change;
    change.stores = false;
    change.answer = std::move(answer);
    return change;
}

}  // namespace muster::server
