// Inputs that come from elsewhere, from a store or a record: each is checked before it is applied, as what a seat sends is.
#include <algorithm>

#include "protocol/fold.hpp"

namespace muster::protocol {

namespace {

Refusal wrong(std::string message, std::string path = {}) { return {Code::bad_message, std::move(message), std::move(path)}; }

using SeatCheck = std::optional<Refusal> (*)(const Fold&, rules::Seat, const Input&);
using SeatOperation = void (*)(Fold&, rules::Seat, const Input&, Applied&);

/// What a seat does that is no choice.
struct SeatInput {
    std::string_view kind;
    SeatCheck check;
    SeatOperation apply;
};

std::optional<Refusal> check_answer(const Fold& fold, rules::Seat seat, const Input& input) {
    if (!input.accept) return wrong("\"accept\" is missing", "/accept");
    return fold.check_answer_draw(seat);
}

constexpr SeatInput seat_inputs[] = {
    {"nonce", [](const Fold& fold, rules::Seat seat, const Input&) { return fold.check_take_seat(seat); },
     [](Fold& fold, rules::Seat seat, const Input& input, Applied& out) { fold.take_seat(seat, input.name, input.nonce, out); }},
    {"concede", [](const Fold& fold, rules::Seat, const Input&) { return fold.check_running(); },
     [](Fold& fold, rules::Seat seat, const Input&, Applied& out) { fold.concede(seat, out); }},
    {"offer_draw", [](const Fold& fold, rules::Seat seat, const Input&) { return fold.check_offer_draw(seat); },
     [](Fold& fold, rules::Seat seat, const Input&, Applied& out) { fold.offer_draw(seat, out); }},
    {"answer_draw", check_answer, [](Fold& fold, rules::Seat seat, const Input& input, Applied& out) { fold.answer_draw(seat, *input.accept, out); }},
    {"forfeit", [](const Fold& fold, rules::Seat seat, const Input&) { return fold.check_forfeit(seat); },
     [](Fold& fold, rules::Seat seat, const Input&, Applied& out) { fold.forfeit(seat, out); }},
    {"claim", [](const Fold& fold, rules::Seat seat, const Input&) { return fold.check_claim(seat); },
     [](Fold& fold, rules::Seat seat, const Input&, Applied& out) { fold.claim(seat, out); }},
};

}  // namespace

std::optional<Refusal> Fold::enter(const Input& input, Applied& out) {
    if (phase_ == Phase::over) return Refusal{Code::battle_over, "the battle was over before this input"};
    if (input.decision != 0) return enter_choice(input, out);
    if (awaits_sealed()) return wrong("a choice of the sealed step before it is missing");
    if (input.seat.empty()) return enter_nobodys(input, out);
    const auto seat = rules::seat_named(*origin_.ruleset, input.seat);
    if (!seat) return wrong("there is no seat \"" + input.seat + "\"", "/seat");
    if (input.kind == "close") return wrong("no seat closes a battle", "/seat");
    const auto found = std::ranges::find(seat_inputs, std::string_view(input.kind), &SeatInput::kind);
    if (found == std::end(seat_inputs)) return wrong("unknown kind \"" + input.kind + "\"", "/kind");
    if (auto refusal = found->check(*this, *seat, input)) return refusal;
    found->apply(*this, *seat, input, out);
    return {};
}

std::optional<Refusal> Fold::enter_nobodys(const Input& input, Applied& out) {
    if (input.kind == "close") {
        close(out);
        return {};
    }
    if (input.kind != "forfeit") return wrong("there is no seat \"\"", "/seat");
    if (auto refusal = check_forfeit(std::nullopt)) return refusal;
    forfeit(std::nullopt, out);
    return {};
}

// The choices of a sealed step enter the chain together, in seat order, once the last of them is here.
std::optional<Refusal> Fold::enter_choice(const Input& input, Applied& out) {
    const auto seat = rules::seat_named(*origin_.ruleset, input.seat);
    if (!seat) return wrong("there is no seat \"" + input.seat + "\"", "/seat");
    const auto* open = find_open(input.decision);
    const bool sealed = awaits_sealed() || (open && open->sealed);
    if (sealed && input.decision != open_[entered_.size()].id) return wrong("out of seat order", "/decision");
    auto canonical = check_choice(*seat, input.decision, input.choice);
    if (!canonical) return std::move(canonical.error());
    if (input.timed_out && input.standing) return wrong("a choice is made by time or by an order, not by both", "/standing");
    const auto how = input.timed_out ? How::timed_out : input.standing ? How::standing : How::chosen;
    entered_.push_back({input.decision, std::move(*canonical), how});
    if (!sealed || entered_.size() == open_.size()) choose(std::exchange(entered_, {}), out);
    return {};
}

std::optional<Refusal> Fold::replay(const Input& input, Applied& out) {
    if (!awaits_sealed()) {
        if (input.seq <= head_) return wrong("event " + std::to_string(input.seq) + " has happened before this input", "/seq");
        skip_to(input.seq - 1);
    }
    return enter(input, out);
}

}  // namespace muster::protocol
