// Inputs that come from elsewhere, from a store or a record: each is checked before it is applied, as what a seat sends is.
#include <algorithm>

#include "protocol/fold.hpp"
#include "protocol/wrong.hpp"

namespace muster::protocol {

namespace {

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

Json option(const Fold& fold, const char* name) {
    const Json& options = fold.origin().options;
    return options.is_object() ? options.value(name, Json(nullptr)) : Json(nullptr);
}

/// What a clock brings about needs one that does so, as the server asks it of the clock itself. `refusal`: whether it may not be for another reason.
std::optional<Refusal> check_by_clock(const Fold& fold, std::string_view kind, std::optional<Refusal> refusal) {
    if (refusal) return refusal;
    const auto clock = option(fold, "clock");
    if (!clock.is_object()) return wrong("no time runs in this battle", "/kind");
    if (kind == "claim") return clock.value("mode", Json(nullptr)) == "live" ? std::nullopt : std::optional(wrong("its clock lets nobody claim it", "/kind"));
    return fold.asks_shares() || option(fold, "on_timeout") == "forfeit" ? std::nullopt
                                                                         : std::optional(wrong("whose time runs out does not forfeit this battle", "/kind"));
}

std::optional<Refusal> check_concession(const Fold& fold, rules::Seat seat, const Input& input) {
    if (auto refusal = fold.check_concede(seat)) return refusal;
    return fold.check_signature_to_concede(seat, input.signature);
}

std::optional<Refusal> check_renewal(const Fold& fold, rules::Seat seat, const Input& input) {
    if (auto refusal = fold.check_new_ladder(seat, input.ladder)) return refusal;
    if (auto refusal = fold.check_key(input.key)) return refusal;
    return fold.check_signature_to_renew(seat, input.ladder, {input.key, input.signature});
}

How how_of(const Input& input) { return input.timed_out ? How::timed_out : input.standing ? How::standing : input.left ? How::left : How::chosen; }

constexpr SeatInput of_both[] = {
    {"concede", check_concession, [](Fold& fold, rules::Seat seat, const Input& input, Applied& out) { fold.concede(seat, out, input.signature); }},
    {"forfeit", [](const Fold& fold, rules::Seat seat, const Input&) { return check_by_clock(fold, "forfeit", fold.check_forfeit(seat)); },
     [](Fold& fold, rules::Seat seat, const Input&, Applied& out) { fold.forfeit(seat, out); }},
    {"claim", [](const Fold& fold, rules::Seat seat, const Input&) { return check_by_clock(fold, "claim", fold.check_claim(seat)); },
     [](Fold& fold, rules::Seat seat, const Input&, Applied& out) { fold.claim(seat, out); }},
};

constexpr SeatInput of_the_second[] = {
    {"new_ladder", check_renewal,
     [](Fold& fold, rules::Seat seat, const Input& input, Applied& out) { fold.new_ladder(seat, input.ladder, out, {input.key, input.signature}); }},
};

constexpr SeatInput of_the_first[] = {
    {"nonce", [](const Fold& fold, rules::Seat seat, const Input&) { return fold.check_take_seat(seat); },
     [](Fold& fold, rules::Seat seat, const Input& input, Applied& out) { fold.take_seat(seat, {.name = input.name, .nonce = input.nonce}, out); }},
    {"offer_draw", [](const Fold& fold, rules::Seat seat, const Input&) { return fold.check_offer_draw(seat); },
     [](Fold& fold, rules::Seat seat, const Input&, Applied& out) { fold.offer_draw(seat, out); }},
    {"answer_draw", check_answer, [](Fold& fold, rules::Seat seat, const Input& input, Applied& out) { fold.answer_draw(seat, *input.accept, out); }},
};

const SeatInput* seat_input(Proof proof, std::string_view kind) {
    for (const auto& each : of_both)
        if (each.kind == kind) return &each;
    const auto own = proof == Proof::first ? std::span<const SeatInput>(of_the_first) : of_the_second;
    const auto found = std::ranges::find(own, kind, &SeatInput::kind);
    return found == own.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Refusal> Fold::enter(const Input& input, Applied& out) {
    if (phase_ == Phase::over) return Refusal{Code::battle_over, "the battle was over before this input"};
    if (const auto kind = due(); !kind.empty() && input.kind != kind) return wrong("an input of kind " + std::string(kind) + " comes before this one", "/kind");
    if (input.decision != 0) return enter_choice(input, out);
    if (awaits_sealed()) return wrong("a choice of the sealed step before it is missing");
    if (input.seat.empty()) return enter_nobodys(input, out);
    const auto seat = rules::seat_named(seats(), input.seat);
    if (!seat) return wrong("there is no seat \"" + input.seat + "\"", "/seat");
    if (input.kind == "close" || (origin_.proof() == Proof::second && (input.kind == "ready" || input.kind == "draw")))
        return wrong("no seat does this alone", "/seat");
    if (origin_.proof() == Proof::second && input.kind == "seat") return enter_announced_seat(*seat, input, out);
    if (origin_.proof() == Proof::second && input.kind == "decline") return enter_decline(*seat, out);
    const auto* known = seat_input(origin_.proof(), input.kind);
    if (!known) return wrong("unknown kind \"" + input.kind + "\"", "/kind");
    if (auto refusal = known->check(*this, *seat, input)) return refusal;
    known->apply(*this, *seat, input, out);
    return {};
}

// Those who came are known; here they enter the chain, one after the other.
std::optional<Refusal> Fold::enter_announced_seat(rules::Seat seat, const Input& input, Applied& out) {
    if (phase_ != Phase::waiting || std::ranges::find(taken_, false) != taken_.end()) return wrong("not all seats are taken at this moment");
    if (static_cast<std::size_t>(seat) != entered_seats_) return wrong("out of seat order", "/seat");
    const auto index = static_cast<std::size_t>(seat);
    if (input.name != arrivals_[index].name) return wrong("another name took this seat", "/name");
    if (input.nonce != arrivals_[index].nonce) return wrong("another nonce came with this seat", "/nonce");
    if (input.key != arrivals_[index].key) return wrong("another key came with this seat", "/key");
    if (input.ladder != arrivals_[index].ladder) return wrong("another ladder came with this seat", "/ladder");
    enter_seat(seat, out);
    if (entered_seats_ == taken_.size()) all_seated(out);
    return {};
}

std::optional<Refusal> Fold::enter_decline(rules::Seat seat, Applied& out) {
    const auto asked = std::ranges::find_if(open_, [&](const OpenDecision& each) { return each.ask.seat == seat; });
    if (phase_ != Phase::confirming || asked == open_.end()) return wrong("this seat is not asked whether it is ready", "/seat");
    decline(*asked, out);
    return {};
}

std::optional<Refusal> Fold::enter_nobodys(const Input& input, Applied& out) {
    const bool second = origin_.proof() == Proof::second;
    if (input.kind == "witness" || input.kind == "witness_share") return enter_witness(input, out);
    if (input.kind == "close") {
        close(out);
        return {};
    }
    if (second && input.kind == "ready") {
        if (phase_ != Phase::confirming || !open_.empty()) return wrong("not all are ready at this moment");
        all_ready(out);
        return {};
    }
    if (second && input.kind == "draw") {
        if (!draw_agreed()) return wrong("not all have agreed to a draw at this moment");
        agree_to_draw(out);
        return {};
    }
    if (input.kind != "forfeit" && (seat_input(origin_.proof(), input.kind) || input.kind == "seat" || input.kind == "decline"))
        return wrong("there is no seat \"\"", "/seat");
    if (input.kind != "forfeit") return wrong("unknown kind \"" + input.kind + "\"", "/kind");
    if (auto refusal = check_by_clock(*this, "forfeit", check_forfeit(std::nullopt))) return refusal;
    forfeit(std::nullopt, out);
    return {};
}

std::optional<Refusal> Fold::enter_witness(const Input& input, Applied& out) {
    if (!has_witness()) return wrong("the dice of this battle have no witness", "/kind");
    if (input.kind == "witness") {
        if (auto refusal = check_witness(input.ladder, input.signature)) return refusal;
        join_witness(input.ladder, input.signature, out);
        return {};
    }
    if (auto refusal = check_witness_share(input.share, input.signature)) return refusal;
    give_witness_share(input.share, input.signature, out);
    return {};
}

// The choices of a sealed step enter the chain together, in seat order, once the last of them is here.
std::optional<Refusal> Fold::enter_choice(const Input& input, Applied& out) {
    const auto seat = rules::seat_named(seats(), input.seat);
    if (!seat) return wrong("there is no seat \"" + input.seat + "\"", "/seat");
    const auto* open = find_open(input.decision);
    const bool sealed = awaits_sealed() || (open && open->sealed);
    if (sealed && input.decision != open_[entered_.size()].id) return wrong("out of seat order", "/decision");
    auto canonical = check_entered(*seat, input);
    if (!canonical) return std::move(canonical.error());
    if (origin_.proof() == Proof::second && input.kind != open->ask.kind) return wrong("this decision is of another kind", "/kind");
    if (input.timed_out && input.standing) return wrong("a choice is made by time or by an order, not by both", "/standing");
    if (input.left && (input.timed_out || input.standing)) return wrong("for a seat that has left neither time nor an order chooses", "/left");
    if (input.standing && shares_dice()) return wrong("the dice of this battle are shared: no order is the server's to read", "/standing");
    if (open->ask.seat == rules::anybody && how_of(input) != How::chosen) return wrong("nobody but whoever wants to makes this decision", "/decision");
    if (input.timed_out)
        if (auto refusal = check_timed_out(*open, *canonical)) return refusal;
    Choice choice{input.decision, std::move(*canonical), how_of(input), input.signature, *seat};
    if (auto refusal = check_signature(choice)) return refusal;
    entered_.push_back(std::move(choice));
    if (!sealed || entered_.size() == open_.size()) choose(std::exchange(entered_, {}), out);
    return {};
}

// Time seals nothing: the default that it plays is known.
std::expected<SharedJson, Refusal> Fold::check_entered(rules::Seat seat, const Input& input) const {
    const auto* open = find_open(input.decision);
    if (open && open->ask.seat == seat && input.left) {
        if (auto refusal = check_left(*open, JsonView(input.choice).json())) return std::unexpected(std::move(*refusal));
        return open->ask.preset;
    }
    if (!open || open->ask.seat != seat || !input.timed_out || !is_sealed_for_all(*open)) return check_choice(seat, input.decision, input.choice);
    if (auto refusal = check_timed_out(*open, JsonView(input.choice).json())) return std::unexpected(std::move(*refusal));
    return open->ask.preset;
}

std::optional<Refusal> Fold::check_left(const OpenDecision& open, const Json& choice) const {
    if (!has_left(open.ask.seat)) return wrong("this seat has not left", "/left");
    if (choice != *open.ask.preset) return wrong("for a seat that has left its default is played, which is " + open.ask.preset.dump(), "/choice");
    return {};
}

// Time plays the default and nothing else, and only where there is a clock that does so.
std::optional<Refusal> Fold::check_timed_out(const OpenDecision& open, const Json& choice) const {
    if (asks_shares()) return wrong("nobody's share is given by time", "/timed_out");
    if (phase_ != Phase::running || !option(*this, "clock").is_object()) return wrong("no time runs in this battle", "/timed_out");
    if (const auto then = option(*this, "on_timeout"); !then.is_null() && then != "default")
        return wrong("whose time runs out forfeits this battle", "/timed_out");
    if (choice != *open.ask.preset) return wrong("time plays the default, which is " + open.ask.preset.dump(), "/choice");
    return {};
}

std::optional<Refusal> Fold::replay(const Input& input, Applied& out) {
    if (!awaits_sealed()) {
        if (input.seq <= head_) return wrong("event " + std::to_string(input.seq) + " has happened before this input", "/seq");
        skip_to(input.seq - 1);
    }
    if (origin_.proof() == Proof::second) take_as_announced(input);
    return enter(input, out);
}

// Of a battle's inputs alone: what would have been announced.
void Fold::take_as_announced(const Input& input) {
    if (input.kind == "ready" && phase_ == Phase::confirming) open_.clear();
    if (input.kind == "draw") {
        draw_by_ = 0;
        draw_accepted_.assign(seats().size(), true);
    }
    if (input.kind != "seat") return;
    taken_.assign(seats().size(), true);
    if (const auto seat = rules::seat_named(seats(), input.seat)) sit_down(*seat, {input.name, input.nonce, input.ladder, input.key});
}

}  // namespace muster::protocol
