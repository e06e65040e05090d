// Talk. Two rooms: the seats' and the spectators'. Everybody sees that something was said, so that numbers have no gaps; what was said
// stays in its room.
#include "protocol/fold_events.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

namespace {

rules::Event said_by_seat(const protocol::Fold& fold, rules::Seat speaker, const std::string& name, const std::string& text) {
    const auto& seat = fold.seats()[static_cast<std::size_t>(speaker)];
    auto event = rules::make_event("said", protocol::SaidData{"players", seat, {}, {}});
    const auto full = canonical_text(protocol::SaidData{"players", seat, name, text}).text();
    for (rules::Seat each = 0; each < static_cast<rules::Seat>(fold.seats().size()); ++each) event.instead.emplace_back(each, full);
    return event;
}

rules::Event said_by_spectator(const protocol::Fold& fold, const std::string& name, const std::string& text) {
    auto event = rules::make_event("said", protocol::SaidData{"spectators", {}, name, text});
    const auto redacted = canonical_text(protocol::SaidData{"spectators", {}, {}, {}}).text();
    for (rules::Seat each = 0; each < static_cast<rules::Seat>(fold.seats().size()); ++each) event.instead.emplace_back(each, redacted);
    return event;
}

}  // namespace

BattleState::Applied BattleState::say(const FromSeat& message, Now now) {
    const auto& text = std::get<protocol::Say>(message.message).text;
    const auto seat = seat_of(message.sender);
    if (!seat && !message.sender.watches) return std::unexpected(seat.error());
    const auto speaking = seat ? std::optional(*seat) : std::nullopt;
    const Question question{speaking.value_or(-1), message.id, speaking ? Answered::key_of(*speaking, message.id, "say:" + text) : "", 0};
    if (speaking)
        if (const auto before = answered_.find(*speaking, question.key)) return only(accepted(question, *before));
    if (!speaking && over()) return refuse(Code::battle_over, "this battle is over; only its seats talk on");
    if (auto refusal = tally_.refuse_talk(speaking)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    const auto name = speaker(message.sender);
    fold_->note(speaking ? said_by_seat(*fold_, *speaking, name, text) : said_by_spectator(*fold_, name, text), draft.applied);
    const auto seq = draft.applied.events.back().seq;
    if (speaking) answer(draft, question, seq);
    else draft.change.answer = accepted(question, seq);  // spectators have no name that a resend could be recognised by
    return finish(std::move(draft));
}

}  // namespace muster::server
