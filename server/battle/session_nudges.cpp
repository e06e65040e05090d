// Telling people who are away that a decision waits for them; and their wishes to be told.
#include <algorithm>

#include "server/battle/nudge_targets.hpp"
#include "server/battle/session.hpp"

namespace muster::server {

void Session::nudge(Connection connection, std::string id, protocol::NudgeMessage message) {
    plain(connection, id, [connection, id, message = std::move(message)](Session& self) {
        const auto question = self.ask_seat(connection, id, "nudge", 0);
        if (!question) return;
        self.do_nudge(*question->seat, message, [battle = self.battle_, connection, id](const NudgeAnswer& answer) {
            if (!answer) return connection->deliver(make_frame(protocol::rejected_text(answer.error(), id, battle)));
            const auto text = std::visit([&](const auto& each) { return protocol::message_text(each, id); }, *answer);
            connection->deliver(make_frame(text));
        });
    });
}

void Session::do_nudge(rules::Seat seat, const protocol::NudgeMessage& message, const std::function<void(const NudgeAnswer&)>& done) {
    const auto& name = fold_->seats()[static_cast<std::size_t>(seat)];
    if (std::holds_alternative<protocol::ListNudges>(message)) return done(nudge_list(name));
    NudgeAnswer answer;
    if (const auto* subscribe = std::get_if<protocol::Subscribe>(&message)) {
        if (fold_->phase() == protocol::Fold::Phase::over) return done(refuse(Code::battle_over, "the battle is over; nothing will wait for you any more"));
        auto target = subscribe->nudge;
        auto info = prepare_nudge(services_.nudges, target, "/nudge");
        if (!info) return done(std::unexpected(info.error()));
        const auto listener = nudges_.subscribe(name, target);
        if (!listener) return done(std::unexpected(listener.error()));
        info->nudge = listener->id;
        answer = protocol::Subscribed{battle_, std::move(*info), target.secret};
    } else {
        const auto& id = std::get<protocol::Unsubscribe>(message).nudge;
        if (!nudges_.unsubscribe(name, id)) return done(refuse(Code::bad_message, "your seat has no such subscription", "/nudge"));
        answer = protocol::Unsubscribed{battle_, id};
    }
    auto pending = begin_step();
    pending->stored = [self = shared_from_this(), answer, done] {
        if (const auto* ended = std::get_if<protocol::Unsubscribed>(&*answer)) self->end_nudges({ended->nudge});
        done(answer);
    };
    pending->failed = [done](const Refusal& refusal) { done(std::unexpected(refusal)); };
    commit(std::move(pending));
}

/// What waits to be told there is not told.
void Session::end_nudges(const std::vector<std::string>& ids) const {
    if (!services_.nudges) return;
    for (const auto& id : ids) services_.nudges->unsubscribed(battle_, id);
}

Session::NudgeAnswer Session::nudge_list(const std::string& seat) const {
    protocol::NudgeList out{battle_, {}};
    for (const auto& each : nudges_.of_seat(seat)) {
        const auto host = services_.nudges ? services_.nudges->check(each.target, {}) : refuse(Code::internal, {});
        out.nudges.push_back({each.id, each.target.kind, each.target.format, host.value_or("")});
    }
    return out;
}

void Session::drop_nudge(std::string id) {
    submit({[id](Session& self) {
                if (!self.nudges_.drop(id)) return;
                auto pending = self.begin_step();
                pending->stored = [] {};
                pending->failed = [](const Refusal&) {};  // the next nudge finds it gone again
                self.commit(std::move(pending));
            },
            [](const Refusal&) {}});
}

// Part of every commit: who is asked now, and what of the subscriptions the store does not have yet.
void Session::keep_nudges(storage::Step& step) {
    note_waiting();
    for (auto& each : nudges_.changes()) step.keep.push_back(std::move(each));
}

void Session::note_waiting() {
    std::vector<BattleNudges::Asked> asked;
    if (fold_->phase() != protocol::Fold::Phase::over)
        for (const auto& open : fold_->open())
            if (!bots_.contains(open.ask.seat) && !box_.contains(open.ask.seat))
                asked.push_back({open.id, fold_->seats()[static_cast<std::size_t>(open.ask.seat)], is_here(open.ask.seat)});
    nudges_.update(asked, services_.clock.now_ms());
}

/// Called when a seat's connection came or went: who is away is told sooner.
void Session::note_presence() {
    if (state_ != State::ready || !services_.nudges || nudges_.empty()) return;
    note_waiting();
    services_.waker.set(battle_, next_wake());
}

/// When time or somebody's absence wants attention next; 0: never.
std::int64_t Session::next_wake() const {
    if (fold_->phase() == protocol::Fold::Phase::over) return 0;
    const auto by_clock = clock_.next();
    const auto by_nudges = services_.nudges ? nudges_.next() : 0;
    if (by_clock == 0 || by_nudges == 0) return std::max(by_clock, by_nudges);
    return std::min(by_clock, by_nudges);
}

bool Session::is_here(rules::Seat seat) const {
    return std::ranges::any_of(viewers_, [&](const Viewing& viewing) { return viewing.viewer.seat == seat; });
}

/// Whoever has waited long enough for somebody who does not come. True: a step is being stored.
bool Session::tell_waiting() {
    if (!services_.nudges || nudges_.empty()) return false;
    const auto due = nudges_.due(services_.clock.now_ms());
    if (due.empty()) return false;
    auto pending = begin_step();
    pending->stored = [self = shared_from_this(), due] {
        for (const auto decision : due)
            if (const auto* open = self->fold_->find_open(decision)) self->send_nudge(*open, false);
    };
    pending->failed = trying_again();
    commit(std::move(pending));
    return true;
}

// The whole battle's channel hears no more than any spectator sees.
void Session::send_nudge(const protocol::OpenDecision& open, bool reminder) {
    if (!services_.nudges) return;
    const auto& origin = fold_->origin();
    const auto& seat = fold_->seats()[static_cast<std::size_t>(open.ask.seat)];
    Turn turn{battle_, origin.title, origin.ruleset->id(), seat, open.id, open.ask.kind};
    if (const auto deadline = clock_.deadline(open.ask.seat); deadline != 0) turn.deadline_ms = deadline;
    turn.reminder = reminder;
    if (auto own = nudges_.of_seat(seat); !own.empty()) services_.nudges->tell(turn, std::move(own));
    turn.kind.clear();
    if (auto everybody = nudges_.of_seat({}); !everybody.empty()) services_.nudges->tell(std::move(turn), std::move(everybody));
}

void Session::close_nudges(const std::vector<std::pair<std::int64_t, rules::Seat>>& open_before) const {
    if (!services_.nudges || nudges_.empty()) return;
    for (const auto& [decision, seat] : open_before)
        if (!fold_->find_open(decision) || box_.contains(seat)) services_.nudges->decision_closed(battle_, decision);
}

}  // namespace muster::server
