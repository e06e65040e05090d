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

std::vector<rules::Seat> Fold::others_than(rules::Seat seat) const {
    std::vector<rules::Seat> out;
    for (rules::Seat each = 0; each < static_cast<rules::Seat>(seats().size()); ++each)
        if (each != seat && !has_left(each)) out.push_back(each);
    return out;
}

std::optional<rules::Seat> Fold::only_other(rules::Seat seat) const {
    const auto others = others_than(seat);
    return origin_.fold.contest && others.size() == 1 ? std::optional(others.front()) : std::nullopt;
}

bool Fold::can_be_claimed_from(rules::Seat seat) const {
    const auto others = others_than(seat);
    return phase_ == Phase::running && !has_left(seat) && others.size() == 1 && only_other(others.front()) == seat;
}

// In the time of muster/1 no battle had more than two seats. Where dice are shared nothing can be rolled without somebody.
bool Fold::goes_on_without(rules::Seat seat) const {
    return origin_.proof() == Proof::second && !shares_dice() && others_than(seat).size() > (origin_.fold.contest ? 1U : 0U);
}

// An offer of a draw was made to others than those who are left now.
void Fold::leave(rules::Seat seat, Applied& out) {
    left_[static_cast<std::size_t>(seat)] = true;
    draw_by_.reset();
    end_at_limit(out);
}

bool Fold::asked(rules::Seat seat) const {
    return std::ranges::find(open_, seat, [](const OpenDecision& open) { return open.ask.seat; }) != open_.end();
}

// Whoever runs the server may know the dice by then, and a third seat's concession would give others.
std::optional<Refusal> Fold::check_concede(rules::Seat seat) const {
    if (auto refusal = check_running()) return refusal;
    if (has_left(seat)) return Refusal{Code::illegal_choice, "you have left this battle already"};
    return goes_on_without(seat) ? refuse_before_shares() : std::nullopt;
}

void Fold::concede(rules::Seat seat, Applied& out, const std::string& signature) {
    auto input = concession_of(seat);
    input.signature = signature;
    feed(input, out);
    happen(seat_event("conceded", {.seat = input.seat, .step = open_step()}), out);
    if (goes_on_without(seat)) return leave(seat, out);
    finish({only_other(seat), "conceded", battle_->survivors()}, out);
}

std::optional<Refusal> Fold::check_offer_draw(rules::Seat seat) const {
    if (auto refusal = check_running()) return refusal;
    if (auto refusal = refuse_before_shares()) return refusal;
    if (has_left(seat)) return Refusal{Code::illegal_choice, "you have left this battle"};
    if (others_than(seat).empty()) return Refusal{Code::illegal_choice, "nobody else is there to agree"};
    if (!draw_by_) return {};
    if (*draw_by_ == seat) return Refusal{Code::illegal_choice, "you have already offered a draw"};
    return Refusal{Code::illegal_choice, "the " + seat_id(*draw_by_) + " has already offered a draw; answer it"};
}

void Fold::open_draw(rules::Seat seat) {
    draw_by_ = seat;
    draw_accepted_ = left_;
    draw_accepted_[static_cast<std::size_t>(seat)] = true;
}

void Fold::answer_open_draw(rules::Seat seat, bool accept) {
    draw_accepted_[static_cast<std::size_t>(seat)] = accept;
    if (!accept) draw_by_.reset();
}

void Fold::offer_draw(rules::Seat seat, Applied& out) {
    open_draw(seat);
    auto event = seat_event("draw_offered", {seat_id(seat)});
    if (origin_.proof() == Proof::second) return note(std::move(event), out);
    NewInput input{.seat = seat_id(seat), .kind = "offer_draw"};
    feed(input, out);
    happen(std::move(event), out);
    end_at_limit(out);
}

std::optional<Refusal> Fold::check_answer_draw(rules::Seat seat) const {
    if (auto refusal = check_running()) return refusal;
    if (auto refusal = refuse_before_shares()) return refusal;
    if (!draw_by_) return Refusal{Code::illegal_choice, "nobody has offered a draw"};
    if (draw_accepted_[static_cast<std::size_t>(seat)]) return Refusal{Code::illegal_choice, "you have already agreed to the draw"};
    return {};
}

bool Fold::draw_agreed() const { return draw_by_ && std::ranges::find(draw_accepted_, false) == draw_accepted_.end(); }

void Fold::answer_draw(rules::Seat seat, bool accept, Applied& out) {
    const bool first = origin_.proof() == Proof::first;
    auto event = seat_event("draw_answered", {.seat = seat_id(seat), .accept = accept});
    if (first) {
        NewInput input{.seat = seat_id(seat), .kind = "answer_draw", .accept = accept};
        feed(input, out);
        happen(std::move(event), out);
    } else {
        note(std::move(event), out);
    }
    answer_open_draw(seat, accept);
    if (draw_agreed()) return agree_to_draw(out);
    if (first) end_at_limit(out);
}

// What led to it decides nothing, and nobody who runs the server may choose how often it is offered.
void Fold::agree_to_draw(Applied& out) {
    if (origin_.proof() == Proof::second) {
        NewInput input{.kind = "draw"};
        feed(input, out);
    }
    finish({std::nullopt, "agreed", battle_->survivors()}, out);
}

std::optional<Refusal> Fold::check_forfeit(std::optional<rules::Seat> seat) const {
    if (auto refusal = check_running()) return refusal;
    if (seat && has_left(*seat)) return Refusal{Code::illegal_choice, "this seat has left the battle"};
    if (seat && goes_on_without(*seat))
        if (auto refusal = refuse_before_shares()) return refusal;
    const auto everybody = others_than(rules::anybody);
    const bool is_asked = seat                   ? asked(*seat)
                          : everybody.size() > 2 ? std::ranges::all_of(everybody, [&](rules::Seat each) { return asked(each); })
                                                 : !open_.empty();
    return is_asked ? std::nullopt : std::optional(Refusal{Code::illegal_choice, "this seat has nothing to decide right now"});
}

void Fold::forfeit(std::optional<rules::Seat> seat, Applied& out) {
    const bool by_share = asks_shares();  // a re-roll or a default would be worth stopping for
    NewInput input{.seat = seat ? seat_id(*seat) : "", .kind = "forfeit", .timed_out = origin_.proof() == Proof::first};
    feed(input, out);
    happen(seat_event("forfeited", {.seat = input.seat, .step = open_step()}), out);
    if (seat && goes_on_without(*seat)) return leave(*seat, out);
    finish({seat ? only_other(*seat) : std::nullopt, by_share ? "share" : "timeout", battle_->survivors()}, out);
}

std::optional<Refusal> Fold::check_claim(rules::Seat seat) const {
    if (auto refusal = check_running()) return refusal;
    if (auto refusal = refuse_before_shares()) return refusal;
    const auto other = only_other(seat);
    if (!other || has_left(seat)) return Refusal{Code::illegal_choice, "victory can only be claimed by one of the last two"};
    return asked(*other) ? std::nullopt : std::optional(Refusal{Code::illegal_choice, "the " + seat_id(*other) + " has nothing to decide right now"});
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
    happen(seat_event("closed", {.step = open_step()}), out);
    finish({std::nullopt, "closed", battle_->survivors()}, out);
}

// Nobody is to blame for a battle that has grown so long, so nobody wins it.
void Fold::end_at_limit(Applied& out) {
    if (bytes_ > origin_.fold.limits.battle_bytes) finish({std::nullopt, "limit", battle_->survivors()}, out);
}

}  // namespace muster::protocol
