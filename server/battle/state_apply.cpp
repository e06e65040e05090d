// One command is carried out, and what every step ends with: who is asked now and until when, what the store is to keep, who is told.
#include <algorithm>
#include <ranges>

#include "protocol/fold_events.hpp"
#include "protocol/times.hpp"
#include "server/battle/history.hpp"
#include "server/battle/kept_head.hpp"
#include "server/battle/lines.hpp"
#include "server/battle/state.hpp"
#include "server/battle/status.hpp"

namespace muster::server {

namespace {

const std::string clock_name = "clock";

}  // namespace

BattleState::Draft::Draft(const BattleState& state, Now when) : applied(protocol::time_text(when.ms)), now(when) {
    for (const auto& open : state.fold_->open())
        for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(state.fold_->seats().size()); ++seat)
            if (open.asks(seat) && !state.fold_->has_left(seat)) open_before.emplace_back(open.id, seat);
    change.step.first_seq = state.fold_->head() + 1;
    ran_before = state.fold_->phase() == protocol::Fold::Phase::running;
}

BattleState::Applied BattleState::apply(const Command& command, Now now) {
    return std::visit([&](const auto& each) { return carry_out(each, now); }, command);
}

BattleState::Applied BattleState::carry_out(const CreditAbsence& command, Now now) {
    if (over() || command.shift_ms == credited_shift_ms_) return only(nullptr);
    Draft draft(*this, now);
    protocol::CreditData data{command.shift_ms - credited_shift_ms_, {}};
    for (const auto& open : fold_->open()) {
        if (is_played(open.ask.seat) || clock_.deadline(open.ask.seat) == 0) continue;
        data.seats.push_back(seat_id(open.ask.seat));
    }
    take_credit(command.shift_ms);
    if (!clock_.running()) return finish(std::move(draft));                                      // of when somebody is told nobody hears
    for (const auto& open : fold_->open()) draft.change.asked_again.push_back({open.id, true});  // with the new deadlines
    fold_->note(rules::make_event("clock_credited", data), draft.applied);
    return finish(std::move(draft));
}

void BattleState::take_credit(std::int64_t shift_ms) {
    const auto ms = shift_ms - std::exchange(credited_shift_ms_, shift_ms);
    clock_.credit(ms);
    nudges_.credit(ms);
}

// By default the default choice is played, as for anybody who says "default". A forfeit is the loss of the first whose time
// ran out; if that was everybody's at the same moment, nobody has won.
BattleState::Applied BattleState::carry_out(const PassDeadline& command, Now now) {
    const auto& late = command.late;
    const auto overdue_now = overdue(now);
    const auto is_overdue = [&](rules::Seat seat) { return std::ranges::find(overdue_now, seat) != overdue_now.end(); };
    if (late.empty() || !std::ranges::all_of(late, is_overdue)) return refuse(Code::stale_decision, "this deadline has not passed or no longer counts");
    Draft draft(*this, now);
    if (fold_->asks_shares() || fold_->origin().options.value("on_timeout", "default") == "forfeit") {
        const auto loser = all_late_together(late) ? std::nullopt : std::optional(late.front());
        if (!loser || !fold_->goes_on_without(*loser)) empty_box(draft);
        fold_->forfeit(loser, draft.applied);
        if (over()) empty_box(draft);
    } else {
        const auto open = std::ranges::find_if(fold_->open(), [&](const protocol::OpenDecision& each) { return each.ask.seat == late.front(); });
        put_choice(*open, {open->id, open->ask.preset, protocol::How::timed_out}, draft);
    }
    return finish(std::move(draft));
}

/// Whether everybody who has not left ran out of time at the same moment.
bool BattleState::all_late_together(const std::vector<rules::Seat>& late) const {
    const auto is_late = [&](rules::Seat seat) {
        return fold_->has_left(seat) || (std::ranges::find(late, seat) != late.end() && clock_.deadline(seat) == clock_.deadline(late[0]));
    };
    return std::ranges::all_of(std::views::iota(rules::Seat{0}, static_cast<rules::Seat>(fold_->seats().size())), is_late);
}

BattleState::Applied BattleState::carry_out(const Remind& command, Now now) {
    clock_.reminded(command.seats);
    auto change = finish(Draft(*this, now));
    for (const auto& open : fold_->open()) {
        if (std::ranges::find(command.seats, open.ask.seat) == command.seats.end()) continue;
        const protocol::Reminder reminder{header_.id, open.id, protocol::time_text(clock_.deadline(open.ask.seat))};
        change.told.push_back({open.ask.seat, bundle_of(open.id, reminder)});
        nudge(open, true, change);
    }
    return change;
}

BattleState::Applied BattleState::carry_out(const PlayForSeat& command, Now now) {
    const auto* open = fold_->find_open(command.decision);
    if (!open) return refuse(Code::stale_decision, "this decision is no longer open", "/decision");
    const auto seat = open->ask.seat;
    const bool seals = fold_->is_sealed_for_all(*open);
    auto choice = command.how == protocol::How::left
                      ? command.choice
                      : check_choice(seat, command.decision, seals ? bot_shares_.seal(*fold_, *open, command.choice) : command.choice);
    if (!choice) return std::unexpected(choice.error());
    Draft draft(*this, now);
    if (seals) draft.change.step.keep.push_back(bot_shares_.keep_opening(*fold_, *open, command.choice));
    put_choice(*open, {open->id, std::move(*choice), command.how}, draft);
    auto change = finish(std::move(draft));
    if (!fold_->find_open(command.decision)) return change;
    change.asked_again.push_back({command.decision, true});
    change.is_lone_share = fold_->asks_shares();
    return change;
}

BattleState::Applied BattleState::carry_out(const DeclineDraw& command, Now now) {
    if (auto refusal = fold_->check_answer_draw(command.seat)) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    fold_->answer_draw(command.seat, false, draft.applied);
    if (over()) empty_box(draft);
    return finish(std::move(draft));
}

// What was chosen at its creation stays in the record; the store's own word decides about lists.
BattleState::Applied BattleState::carry_out(const SetHidden& command, Now now) {
    if (fold_->origin().options.value("visibility", "public") != "public")
        return refuse(Code::bad_message, "this battle is in no list; its creator wanted it so");
    Draft draft(*this, now);
    header_.visibility = command.hidden ? "unlisted" : "public";
    draft.change.step.visibility = header_.visibility;
    return finish(std::move(draft));
}

BattleState::Applied BattleState::carry_out(const CloseBattle&, Now now) {
    if (auto refusal = fold_->check_close()) return std::unexpected(std::move(*refusal));
    Draft draft(*this, now);
    empty_box(draft);
    fold_->close(draft.applied);
    return finish(std::move(draft));
}

Change BattleState::finish(Draft draft) {
    auto& step = draft.change.step;
    protocol::add_shown(shown_, draft.applied, draft.applied.events);
    for (const auto& event : draft.applied.events) note(event);
    step.last_seq = fold_->head();
    step.events = encode_events(draft.applied.events);
    step.inputs = join_lines(draft.applied.inputs);
    keep_status(draft);
    if (!draft.ran_before && fold_->phase() == protocol::Fold::Phase::running)
        for (auto& [seat, since] : gone_) since = draft.now;  // nobody had to be here before it began
    if (!time_runs()) take_credit(draft.now.shift_ms);        // nobody lost anything by it
    keep_nudges(draft);
    keep_clock(draft);
    keep_wake(step);
    close_decisions(draft);
    if (draft.accepts) draft.change.answer = accepted(draft.accepts->first, draft.accepts->second);
    draft.change.events = std::move(draft.applied.events);
    draft.change.inputs = std::move(draft.applied.inputs);
    return std::move(draft.change);
}

void BattleState::keep_status(Draft& draft) {
    auto& step = draft.change.step;
    put_status(*fold_, status_kept_, draft.applied.at, step);
    if (waits_for_anybody() != open_kept_) step.open = open_kept_ = !open_kept_;
    if (!step.status) return;
    status_kept_ = *step.status;
    if (status_kept_ != storage::Status::over) return;
    finished_at_ = step.finished_at;
    ended_at_ = step.last_seq;
    const auto& head = signed_head();
    if (!head) return;
    step.keep.push_back(kept_form(*head));
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(fold_->seats().size()); ++seat)
        draft.change.told.push_back({seat, bundle_of(0, protocol::LastHead{header_.id, *head})});
}

void BattleState::keep_nudges(Draft& draft) {
    note_waiting(draft.now);
    for (auto& each : nudges_.changes(credited_shift_ms_)) draft.change.step.keep.push_back(std::move(each));
}

// Who is asked now, and until when.
void BattleState::keep_clock(Draft& draft) {
    if (!clock_.rules()) return;
    std::vector<BattleClock::Asked> asked;
    if (fold_->phase() == protocol::Fold::Phase::running)
        for (const auto& open : fold_->open())
            if (!is_played(open.ask.seat)) asked.push_back({open.ask.seat, open.id, box_.contains(open.ask.seat), fold_->asks_shares()});
    clock_.update(asked, draft.now.ms);
    auto text = clock_.text(credited_shift_ms_);
    if (text == clock_kept_) return;
    draft.change.step.keep.push_back({{}, clock_name, text});
    draft.change.clock_changed = true;
    clock_kept_ = std::move(text);
}

void BattleState::keep_wake(storage::Step& step) {
    // At once after a restart: perhaps nobody else will come.
    const auto at = bots_alone(bots_, *fold_) || default_due() || order_due() || fold_->asks_witness() ? 1 : next_moment();
    if (at != wake_kept_) step.wake_at = wake_kept_ = at;
}

void BattleState::close_decisions(Draft& draft) {
    for (const auto& [decision, seat] : draft.open_before) {
        const bool closed = !fold_->find_open(decision) || fold_->has_left(seat);
        if (closed) draft.change.closed.emplace_back(decision, seat);
        if (places_ && !nudges_.empty() && (closed || box_.contains(seat))) draft.change.nudges_closed.push_back(decision);
    }
}

}  // namespace muster::server
