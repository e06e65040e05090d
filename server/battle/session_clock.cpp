// What time brings about: deadlines, reminders, the credit for the server's own absence, the claim on a seat that is gone.

#include <algorithm>

#include "protocol/times.hpp"
#include "server/battle/session.hpp"

namespace muster::server {

namespace {

struct CreditData {
    std::int64_t milliseconds = 0;
    std::vector<std::string> seats{};
    static void fields(auto& visit, auto& self) {
        visit("milliseconds", self.milliseconds, Rule{});
        visit("seats", self.seats, Rule{});
    }
};

const std::string clock_name = "clock";

// What a battle's options say; the creator's were checked when it was made.
std::optional<protocol::ClockRules> rules_of(const Json& options) {
    const auto found = options.find("clock");
    if (found == options.end() || found->is_null()) return {};
    const auto read = read_fields<protocol::ClockOptions>(*found, Code::internal);
    const auto rules = read ? protocol::read_clock(*read, "") : std::unexpected(read.error());
    return rules ? std::optional(*rules) : std::nullopt;
}

}  // namespace

/// False: it has a clock that cannot be read.
bool Session::restore_clock(const storage::StoredBattle& stored) {
    clock_ = {};
    clock_kept_.clear();
    clock_shift_ms_ = services_.waker.shift_ms();
    wake_at_ = stored.wake_at;
    const auto rules = rules_of(fold_->origin().options);
    if (!rules) return true;
    clock_ = BattleClock(*rules, fold_->seats().size());
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(fold_->seats().size()); ++seat) note_absence(seat);
    const auto kept = std::ranges::find_if(stored.kept, [](const storage::Kept& each) { return each.seat.empty() && each.name == clock_name; });
    if (kept == stored.kept.end()) return true;
    const auto shift = clock_.restore(kept->value);
    if (!shift) return false;
    clock_shift_ms_ = *shift;
    clock_kept_ = kept->value;
    return true;
}

/// Part of every commit: who is asked now, until when, and when the battle wants attention next.
void Session::run_clock(Pending& pending) {
    std::int64_t wake_at = 0;
    if (clock_.rules()) {
        std::vector<BattleClock::Asked> asked;
        if (fold_->phase() == protocol::Fold::Phase::running)
            for (const auto& open : fold_->open())
                if (!bots_.contains(open.ask.seat)) asked.push_back({open.ask.seat, open.id, box_.contains(open.ask.seat)});
        clock_.update(asked, services_.clock.now_ms());
        if (auto text = clock_.text(clock_shift_ms_); text != clock_kept_) {
            pending.step.keep.push_back({{}, clock_name, text});
            clock_kept_ = std::move(text);
            pending.clock_changed = true;
        }
    }
    wake_at = next_wake();
    const bool bots_alone = bots_.size() == fold_->seats().size() && fold_->phase() != protocol::Fold::Phase::over;
    if (bots_alone || order_due()) wake_at = 1;  // at once after a restart: perhaps nobody else will come
    if (wake_at != wake_at_) pending.step.wake_at = wake_at_ = wake_at;
}

/// What is due by the clock comes before anything that somebody wants. True: a step is being stored.
bool Session::keep_time() {
    if (!clock_.rules() || fold_->phase() != protocol::Fold::Phase::running) return false;
    if (const auto shift_ms = services_.waker.shift_ms(); shift_ms != clock_shift_ms_) {
        const auto credit = shift_ms - clock_shift_ms_;
        clock_shift_ms_ = shift_ms;
        if (clock_.running()) {
            credit_absence(credit);
            return true;
        }
    }
    const auto now = services_.clock.now_ms();
    if (const auto late = clock_.overdue(now); !late.empty()) {
        pass_deadline(late);
        return true;
    }
    if (const auto seats = clock_.remind(now); !seats.empty()) {
        remind(seats);
        return true;
    }
    return false;
}

void Session::credit_absence(std::int64_t ms) {
    CreditData data{ms, {}};
    for (const auto& open : fold_->open())
        if (clock_.deadline(open.ask.seat) != 0) data.seats.push_back(fold_->seats()[static_cast<std::size_t>(open.ask.seat)]);
    auto pending = begin_step();
    clock_.credit(ms);
    fold_->note({"clock_credited", to_text(data)}, pending->applied);
    pending->stored = [self = shared_from_this()] {  // with the new deadlines
        for (const auto& open : self->fold_->open()) self->resend_request(open, nullptr);
    };
    pending->failed = trying_again();
    commit(std::move(pending));
}

// By default the default choice is played, as for anybody who says "default". A forfeit is the loss of the first whose time
// ran out; if that was everybody's at the same moment, nobody has won.
void Session::pass_deadline(const std::vector<rules::Seat>& late) {
    auto pending = begin_step();
    if (fold_->origin().options.value("on_timeout", "default") == "forfeit") {
        const bool together = late.size() > 1 && clock_.deadline(late[0]) == clock_.deadline(late[1]);
        void_sealed(*pending);
        fold_->forfeit(together ? std::nullopt : std::optional(late.front()), pending->applied);
    } else {
        const auto open = std::ranges::find_if(fold_->open(), [&](const protocol::OpenDecision& each) { return each.ask.seat == late.front(); });
        put_choice(*open, *open->ask.preset, protocol::How::timed_out, *pending);
    }
    pending->stored = [] {};
    pending->failed = trying_again();
    commit(std::move(pending));
}

void Session::remind(const std::vector<rules::Seat>& seats) {
    auto pending = begin_step();
    pending->stored = [self = shared_from_this(), seats] {
        for (const auto& open : self->fold_->open()) {
            if (std::ranges::find(seats, open.ask.seat) == seats.end()) continue;
            const auto deadline = protocol::time_text(self->clock_.deadline(open.ask.seat));
            self->to_seat(open.ask.seat, make_frame(protocol::message_text(protocol::Reminder{self->battle_, open.id, deadline})));
            self->send_nudge(open, true);
        }
    };
    pending->failed = trying_again();
    commit(std::move(pending));
}

void Session::wake() {
    submit({[](Session& self) { self.services_.waker.set(self.battle_, self.next_wake()); }, [](const Refusal&) {}});
}

void Session::do_claim(const Connection& connection, const std::string& id) {
    const auto question = ask_seat(connection, id, "claim", 0);
    if (!question) return;
    const auto refused = [&](const Refusal& refusal) { tell(connection, make_frame(protocol::rejected_text(refusal, id, battle_))); };
    if (const auto refusal = fold_->check_claim(*question->seat)) return refused(*refusal);
    const auto& clock = clock_.rules();
    if (!clock || clock->mode != protocol::ClockMode::live) return refused({Code::illegal_choice, "only a battle with a live clock can be claimed"});
    const auto gone = gone_since_.find(1 - *question->seat);
    if (gone == gone_since_.end()) return refused({Code::illegal_choice, "the other player is here"});
    if (const auto from = gone->second + clock->disconnected_ms; services_.clock.now_ms() < from)
        return refused({Code::illegal_choice, "the other player may come back until " + protocol::time_text(from)});
    auto pending = begin_step();
    void_sealed(*pending);
    fold_->claim(*question->seat, pending->applied);
    answer(*pending, *question, pending->applied.events.front().seq);
    commit(std::move(pending));
}

/// Called when a seat's connection came or went, and when the battle comes into memory.
void Session::note_absence(rules::Seat seat) {
    if (!clock_.rules() || clock_.rules()->mode != protocol::ClockMode::live || bots_.contains(seat)) return;
    const bool here = std::ranges::any_of(viewers_, [&](const Viewing& viewing) { return viewing.viewer.seat == seat; });
    if (here) gone_since_.erase(seat);
    else gone_since_.try_emplace(seat, services_.clock.now_ms());
}

std::string Session::clock_text() const {
    protocol::ClockState state;
    state.battle = battle_;
    state.now = protocol::time_text(services_.clock.now_ms());
    const bool live = clock_.rules()->mode == protocol::ClockMode::live;
    for (std::size_t i = 0; i < fold_->seats().size(); ++i) {
        const auto seat = static_cast<rules::Seat>(i);
        auto& shown = state.seats.emplace_back(fold_->seats()[i]);
        if (live) shown.bank_ms = clock_.bank_ms(seat);
        if (const auto deadline = clock_.deadline(seat); deadline != 0) shown.deadline = protocol::time_text(deadline);
        if (const auto gone = gone_since_.find(seat); gone != gone_since_.end() && fold_->phase() == protocol::Fold::Phase::running)
            shown.claimable_at = protocol::time_text(gone->second + clock_.rules()->disconnected_ms);
    }
    return protocol::message_text(state);
}

void Session::broadcast_clock() {
    if (!clock_.rules() || !fold_) return;
    const auto frame = make_frame(clock_text());
    for (const auto& viewing : viewers_)
        if (!viewing.catching_up) tell(viewing.connection, frame);
}

}  // namespace muster::server
