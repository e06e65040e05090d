#include "server/battle/battle_clock.hpp"

#include <algorithm>

namespace muster::server {

using protocol::ClockMode;

struct BattleClock::Kept {
    std::int64_t shift_ms = 0;
    std::vector<SeatClock> seats{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "shift_ms", self.shift_ms, "seats", self.seats); }
};

BattleClock::BattleClock(const protocol::ClockRules& rules, std::size_t seats) : rules_(rules), seats_(seats) {
    for (auto& seat : seats_) seat.bank_ms = rules.bank_ms;
}

void BattleClock::update(const std::vector<Asked>& asked, std::int64_t now_ms) {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        auto& seat = seats_[i];
        const auto found = std::ranges::find(asked, static_cast<rules::Seat>(i), &Asked::seat);
        if (seat.decision != 0 && (found == asked.end() || found->decision != seat.decision)) {
            stop(seat, now_ms);
            seat = SeatClock{.bank_ms = seat.bank_ms + (seat.share ? 0 : rules_->increment_ms)};
        }
        if (found == asked.end()) continue;
        seat.decision = found->decision;
        seat.share = found->share;
        if (found->made) stop(seat, now_ms);
        else if (seat.since == 0) start(seat, now_ms);
    }
}

void BattleClock::stop(SeatClock& seat, std::int64_t now_ms) const {
    if (seat.since == 0) return;
    const auto used = std::max<std::int64_t>(0, now_ms - seat.since);
    seat.used_ms += used;
    seat.bank_ms = std::max<std::int64_t>(0, seat.bank_ms - used);
    seat.since = 0;
    if (rules_->mode == ClockMode::live) seat.deadline = 0;  // by letter it stays: who takes a choice back wins no time
}

void BattleClock::start(SeatClock& seat, std::int64_t now_ms) const {
    seat.since = now_ms;
    if (rules_->mode == ClockMode::live) seat.deadline = now_ms + std::min(seat.bank_ms, std::max<std::int64_t>(0, rules_->decision_max_ms - seat.used_ms));
    else if (seat.deadline == 0) seat.deadline = now_ms + rules_->per_decision_ms;
}

std::vector<rules::Seat> BattleClock::overdue(std::int64_t now_ms) const {
    std::vector<rules::Seat> out;
    for (std::size_t i = 0; i < seats_.size(); ++i)
        if (seats_[i].since != 0 && seats_[i].deadline <= now_ms) out.push_back(static_cast<rules::Seat>(i));
    std::ranges::sort(out, {}, [&](rules::Seat seat) { return std::pair(deadline(seat), seat); });
    return out;
}

std::int64_t BattleClock::reminder_at(const SeatClock& seat) const {
    constexpr std::int64_t parts = 5;  // one of five is left
    return seat.deadline - rules_->per_decision_ms / parts;
}

std::vector<rules::Seat> BattleClock::to_remind(std::int64_t now_ms) const {
    std::vector<rules::Seat> out;
    if (!rules_ || rules_->mode != ClockMode::correspondence) return out;
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        const auto& seat = seats_[i];
        if (seat.since != 0 && !seat.reminded && reminder_at(seat) <= now_ms) out.push_back(static_cast<rules::Seat>(i));
    }
    return out;
}

void BattleClock::reminded(const std::vector<rules::Seat>& seats) {
    for (const auto seat : seats) seats_[static_cast<std::size_t>(seat)].reminded = true;
}

std::int64_t BattleClock::next() const {
    std::int64_t out = 0;
    const auto take = [&](std::int64_t at) { out = out == 0 ? at : std::min(out, at); };
    for (const auto& seat : seats_) {
        if (seat.since == 0) continue;
        take(seat.deadline);
        if (rules_->mode == ClockMode::correspondence && !seat.reminded) take(reminder_at(seat));
    }
    return out;
}

std::int64_t BattleClock::deadline(rules::Seat seat) const {
    if (!rules_) return 0;
    const auto& clock = seats_[static_cast<std::size_t>(seat)];
    return clock.since == 0 ? 0 : clock.deadline;
}

bool BattleClock::running() const {
    return std::ranges::any_of(seats_, [](const SeatClock& seat) { return seat.since != 0; });
}

void BattleClock::credit(std::int64_t ms) {
    for (auto& seat : seats_) {
        if (seat.since != 0) seat.since += ms;
        if (seat.deadline != 0) seat.deadline += ms;
    }
}

std::string BattleClock::text(std::int64_t shift_ms) const { return to_text(Kept{shift_ms, seats_}); }

std::optional<std::int64_t> BattleClock::restore(const std::string& text) {
    const auto json = parse_flat_json(text);
    if (!json) return {};
    auto kept = read_fields<Kept>(*json, Code::internal);
    if (!kept || kept->seats.size() != seats_.size()) return {};
    seats_ = std::move(kept->seats);
    return kept->shift_ms;
}

}  // namespace muster::server
