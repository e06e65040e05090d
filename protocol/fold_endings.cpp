// The ways in which a battle ends that are no ruleset's: concession, agreement, time, absence, the operator.
#include <algorithm>

#include "protocol/fold.hpp"
#include "protocol/fold_events.hpp"

namespace muster::protocol {

std::optional<Refusal> Fold::check_running() const {
    if (auto refusal = check_close()) return refusal;
    if (phase_ != Phase::running) return Refusal{Code::illegal_choice, "this battle has not started yet"};
    return {};
}

std::optional<rules::Seat> Fold::other_of_two(rules::Seat seat) const { return seats().size() == 2 ? std::optional(1 - seat) : std::nullopt; }

bool Fold::asked(std::optional<rules::Seat> seat) const {
    return std::ranges::any_of(open_, [&](const OpenDecision& open) { return !seat || open.ask.seat == *seat; });
}

void Fold::concede(rules::Seat seat, Applied& out) {
    NewInput input{.seat = seat_id(seat), .kind = "concede"};
    feed(input, out);
    happen(seat_event("conceded", {input.seat}), out);
    finish({other_of_two(seat), "conceded", battle_->survivors()}, out);
}

std::optional<Refusal> Fold::check_offer_draw(rules::Seat seat) const {
    if (auto refusal = check_running()) return refusal;
    if (!draw_by_) return {};
    if (*draw_by_ == seat) return Refusal{Code::illegal_choice, "you have already offered a draw"};
    return Refusal{Code::illegal_choice, "the " + seat_id(*draw_by_) + " has already offered a draw; answer it"};
}

void Fold::offer_draw(rules::Seat seat, Applied& out) {
    draw_by_ = seat;
    draw_accepted_.assign(seats().size(), false);
    draw_accepted_[static_cast<std::size_t>(seat)] = true;
    NewInput input{.seat = seat_id(seat), .kind = "offer_draw"};
    feed(input, out);
    happen(seat_event("draw_offered", {input.seat}), out);
    end_at_limit(out);
}

std::optional<Refusal> Fold::check_answer_draw(rules::Seat seat) const {
    if (auto refusal = check_running()) return refusal;
    if (!draw_by_) return Refusal{Code::illegal_choice, "nobody has offered a draw"};
    if (draw_accepted_[static_cast<std::size_t>(seat)]) return Refusal{Code::illegal_choice, "you have already agreed to the draw"};
    return {};
}

void Fold::answer_draw(rules::Seat seat, bool accept, Applied& out) {
    NewInput input{.seat = seat_id(seat), .kind = "answer_draw", .accept = accept};
    feed(input, out);
    happen(seat_event("draw_answered", {.seat = input.seat, .accept = accept}), out);
    draw_accepted_[static_cast<std::size_t>(seat)] = accept;
    if (!accept) draw_by_.reset();
    else if (std::ranges::find(draw_accepted_, false) == draw_accepted_.end()) return finish({std::nullopt, "agreed", battle_->survivors()}, out);
    end_at_limit(out);
}

std::optional<Refusal> Fold::check_forfeit(std::optional<rules::Seat> seat) const {
    if (auto refusal = check_running()) return refusal;
    return asked(seat) ? std::nullopt : std::optional(Refusal{Code::illegal_choice, "this seat has nothing to decide right now"});
}

void Fold::forfeit(std::optional<rules::Seat> seat, Applied& out) {
    NewInput input{.seat = seat ? seat_id(*seat) : "", .kind = "forfeit", .timed_out = true};
    feed(input, out);
    happen(seat_event("forfeited", {input.seat}), out);
    finish({seat ? other_of_two(*seat) : std::nullopt, "timeout", battle_->survivors()}, out);
}

std::optional<Refusal> Fold::check_claim(rules::Seat seat) const {
    if (auto refusal = check_running()) return refusal;
    const auto other = other_of_two(seat);
    if (!other) return Refusal{Code::illegal_choice, "victory can only be claimed in a battle of two"};
    return asked(other) ? std::nullopt : std::optional(Refusal{Code::illegal_choice, "the " + seat_id(*other) + " has nothing to decide right now"});
}

void Fold::claim(rules::Seat seat, Applied& out) {
    NewInput input{.seat = seat_id(seat), .kind = "claim"};
    feed(input, out);
    happen(seat_event("claimed", {input.seat}), out);
    finish({seat, "abandoned", battle_->survivors()}, out);
}

std::optional<Refusal> Fold::check_close() const {
    if (phase_ == Phase::over) return Refusal{Code::battle_over, "this battle is over"};
    return {};
}

void Fold::close(Applied& out) {
    NewInput input{.kind = "close"};
    feed(input, out);
    happen(seat_event("closed", {}), out);
    finish({std::nullopt, "closed", battle_->survivors()}, out);
}

// Nobody is to blame for a battle that has grown so long, so nobody wins it.
void Fold::end_at_limit(Applied& out) {
    if (bytes_ > origin_.fold.limits.battle_bytes) finish({std::nullopt, "limit", battle_->survivors()}, out);
}

}  // namespace muster::protocol
