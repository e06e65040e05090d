// Seats that sign what they decide (protocol/README.md, "Seats that sign"): a signature is looked at before its input is let in. That it is missing is
// no reason to refuse anything: whoever reads the record is told.
#include <algorithm>

#include "protocol/fold.hpp"
#include "protocol/seat_signature.hpp"
#include "protocol/wrong.hpp"

namespace muster::protocol {

NewInput Fold::input_of(const OpenDecision& open, const Choice& choice) const {
    return {.seat = seat_id(open.ask.seat == rules::anybody ? choice.by : open.ask.seat),
            .kind = open.ask.kind,
            .decision = choice.decision,
            .choice = JsonText(choice.choice.dump()),
            .timed_out = choice.how == How::timed_out,
            .standing = choice.how == How::standing,
            .left = choice.how == How::left};
}

NewInput Fold::concession_of(rules::Seat seat) const { return {.seat = seat_id(seat), .kind = "concede"}; }

NewInput Fold::renewal_of(rules::Seat seat, const std::string& foot, const std::string& key) const {
    return {.seat = seat_id(seat), .kind = "new_ladder", .key = key, .ladder = foot};
}

std::size_t Fold::keys() const {
    return static_cast<std::size_t>(std::ranges::count_if(keys_, [](const auto& each) { return each.has_value(); }));
}

std::optional<Refusal> Fold::check_key(const std::string& key) const {
    if (key.empty()) return {};
    if (origin_.proof() == Proof::first) return Refusal{Code::bad_message, "nobody signs in a battle of the time before muster/2", "/key"};
    if (is_seat_key(key)) return {};
    return Refusal{Code::bad_message, "expected the public half of a P-256 key, an uncompressed point of 130 lower-case hex digits", "/key"};
}

std::optional<Refusal> Fold::check_signature_of(rules::Seat seat, const NewInput& input, const std::string& signature) const {
    if (signature.empty()) return {};
    const auto& key = keys_[static_cast<std::size_t>(seat)];
    if (!key) return wrong("this seat has brought no key to sign with", "/signature");
    if (key->has_signed(seat_statement(chain_.start(), seat_id(seat), hashed_text(input, origin_.proof())), signature)) return {};
    return wrong("this is not the signature of this seat's key for this input", "/signature");
}

std::optional<Refusal> Fold::check_signature(const Choice& choice) const {
    if (choice.signature.empty()) return {};
    const auto& open = *find_open(choice.decision);
    if (phase_ == Phase::confirming || asks_shares() || choice.how != How::chosen) return wrong("nothing of this kind is signed", "/signature");
    return check_signature_of(open.ask.seat == rules::anybody ? choice.by : open.ask.seat, input_of(open, choice), choice.signature);
}

std::optional<Refusal> Fold::check_signature_to_concede(rules::Seat seat, const std::string& signature) const {
    return check_signature_of(seat, concession_of(seat), signature);
}

std::optional<Refusal> Fold::check_signature_to_renew(rules::Seat seat, const std::string& foot, const SeatSigning& by) const {
    return check_signature_of(seat, renewal_of(seat, foot, by.key), by.signature);
}

}  // namespace muster::protocol
