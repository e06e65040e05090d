// Telling people who are away that a decision waits for them; and their wishes to be told.
#include "protocol/ids.hpp"
#include "server/battle/nudge_targets.hpp"
#include "server/battle/state.hpp"

namespace muster::server {

BattleState::Applied BattleState::do_message(const Question& question, const protocol::Subscribe& message, Now now) {
    if (over()) return refuse(Code::battle_over, "the battle is over; there is nothing left to notify you of");
    auto target = message.nudge;
    auto info = prepare_nudge(places_, target, protocol::derived(question.fresh, "secret", nudge_secret_bytes), "/nudge");
    if (!info) return std::unexpected(info.error());
    const auto subscribed = nudges_.subscribe(seat_id(question.seat), target, protocol::derived(question.fresh, "subscription", nudge_id_bytes));
    if (!subscribed) return std::unexpected(subscribed.error());
    info->nudge = subscribed->id;
    Draft draft(*this, now);
    const protocol::Subscribed told{header_.id, std::move(*info), target.secret};
    draft.change.answer = bundle_of(0, told, question.id);
    return finish(std::move(draft));
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::Unsubscribe& message, Now now) {
    if (!nudges_.unsubscribe(seat_id(question.seat), message.nudge)) return refuse(Code::bad_message, "your seat has no such subscription", "/nudge");
    Draft draft(*this, now);
    const protocol::Unsubscribed told{header_.id, message.nudge};
    draft.change.answer = bundle_of(0, told, question.id);
    draft.change.subscriptions_ended = {message.nudge};
    return finish(std::move(draft));
}

BattleState::Applied BattleState::do_message(const Question& question, const protocol::ListNudges&, Now) {
    protocol::NudgeList out{header_.id, {}};
    for (const auto& each : nudges_.of_seat(seat_id(question.seat))) {
        const auto host = places_ ? places_->check(each.target, {}) : refuse(Code::internal, {});
        out.nudges.push_back({each.id, each.target.kind, each.target.format, host.value_or("")});
    }
    return only(bundle_of(0, out, question.id));
}

BattleState::Applied BattleState::carry_out(const DropNudge& command, Now now) {
    if (!nudges_.drop(command.id)) return only(nullptr);
    return finish(Draft(*this, now));
}

BattleState::Applied BattleState::carry_out(const TellWaiting& command, Now now) {
    nudges_.told(command.decisions);
    auto change = finish(Draft(*this, now));
    for (const auto decision : command.decisions)
        if (const auto* open = fold_->find_open(decision)) nudge(*open, false, change);
    return change;
}

void BattleState::note_waiting(Now now) {
    std::vector<BattleNudges::Asked> asked;
    if (!over())
        for (const auto& open : fold_->open())
            if (!is_played(open.ask.seat) && !box_.contains(open.ask.seat)) asked.push_back({open.id, seat_id(open.ask.seat), here_.contains(open.ask.seat)});
    nudges_.update(asked, now.ms - (now.shift_ms - credited_shift_ms_));  // as told before a credit that is still to come
}

// The whole battle's channel hears no more than any spectator sees.
void BattleState::nudge(const protocol::OpenDecision& open, bool reminder, Change& change) const {
    if (!places_) return;
    const auto& origin = fold_->origin();
    Turn turn{header_.id, origin.title, origin.ruleset->id(), seat_id(open.ask.seat), open.id, open.ask.kind};
    if (const auto deadline = clock_.deadline(open.ask.seat); deadline != 0) turn.deadline_ms = deadline;
    turn.reminder = reminder;
    if (auto own = nudges_.of_seat(turn.seat); !own.empty()) change.nudges.push_back({turn, std::move(own)});
    turn.kind.clear();
    if (auto everybody = nudges_.of_seat({}); !everybody.empty()) change.nudges.push_back({std::move(turn), std::move(everybody)});
}

}  // namespace muster::server
