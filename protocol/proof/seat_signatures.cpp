#include "protocol/proof/seat_signatures.hpp"

#include <algorithm>

#include "protocol/proof/course.hpp"
#include "protocol/shares.hpp"

namespace muster::protocol::proof {

namespace {

bool is_of_kind(const Json& said, std::initializer_list<std::string_view> kinds) { return std::ranges::find(kinds, text_of(said, "kind")) != kinds.end(); }

/// What a seat is said to have done itself; an order that it left counts, since the server has carried it out.
bool is_told_of_seat(const Json& said) {
    if (said.contains("decision")) return !is_of_kind(said, {share_kind}) && !said.contains("timed_out") && !said.contains("left");
    return is_of_kind(said, {"concede", "new_ladder", "claim", "decline"});
}

}  // namespace

std::optional<Problem> key_problem(const Json* value, const std::string& path) {
    if (!value || (value->is_string() && is_seat_key(value->get_ref<const std::string&>()))) return {};
    return Problem{path, "expected a key: 130 hex digits, the first of them 04"};
}

bool may_be_signed(const Json& said) {
    if (said.contains("decision")) return is_told_of_seat(said) && !said.contains("standing");
    return is_of_kind(said, {"concede", "new_ladder"});
}

SeatSignatures::SeatSignatures(const Hash& start, const std::vector<std::string>& seats) : start_(start), keys_(seats.size()), left_(seats.size()) {
    for (const auto& each : seats) seats_.push_back({.seat = each});
}

std::optional<Problem> SeatSignatures::input(const Entry& entry, std::int64_t number) {
    if (text_of(entry.said, "kind") == "draw")  // all who are still there are said to have agreed, and nobody signs that
        for (std::size_t i = 0; i < seats_.size(); ++i)
            if (!left_[i]) seats_[i].missing.push_back(number);
    const auto seat = std::ranges::find(seats_, text_of(entry.said, "seat"), &SeatSigned::seat);
    if (seat == seats_.end()) return {};
    const auto index = static_cast<std::size_t>(seat - seats_.begin());
    const bool is_signed = entry.said.contains("signature");
    if (is_signed)
        if (auto found = signature(index, entry)) return found;
    if (is_signed) ++seat->inputs;
    else if (is_told_of_seat(entry.said)) seat->missing.push_back(number);
    if (is_of_kind(entry.said, {"concede", "forfeit"})) left_[index] = true;
    take(index, entry, number);
    return {};
}

void SeatSignatures::take(std::size_t index, const Entry& entry, std::int64_t number) {
    const auto key = text_of(entry.said, "key");
    if (key.empty()) return;
    seats_[index].keys.push_back({number, key});
    keys_[index].emplace(key);
}

std::optional<Problem> SeatSignatures::signature(std::size_t index, const Entry& entry) const {
    const auto path = entry.path + "/signature";
    if (!keys_[index]) return Problem{path, "this seat has brought no key to sign with"};
    if (keys_[index]->has_signed(seat_statement(start_, seats_[index].seat, entry.hashed), text_of(entry.said, "signature"))) return {};
    return Problem{path, "this is not the signature of this seat's key for this input"};
}

std::vector<SeatSigned> SeatSignatures::told() const {
    auto out = seats_;
    for (auto& each : out)
        if (!each.signs()) each.missing.clear();
    return out;
}

}  // namespace muster::protocol::proof
