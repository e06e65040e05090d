#include "server/battle/seat_tokens.hpp"

#include "protocol/ids.hpp"

namespace muster::server {

namespace {

constexpr const char* offered_name = "offered_token";

}  // namespace

std::string SeatTokens::hash_of(const std::string& token) { return std::string(protocol::bytes_of(protocol::sha256(token))); }

bool SeatTokens::restore(const storage::StoredBattle& stored, std::span<const std::string> seats) {
    *this = {};
    for (const auto& seat : stored.seats) hashes_.push_back(seat.token_hash);
    if (hashes_.size() != seats.size()) return false;
    for (const auto& kept : stored.kept) {
        if (kept.name != offered_name) continue;
        const auto seat = rules::seat_named(seats, kept.seat);
        const auto hash = protocol::from_hex(kept.value);
        if (!seat || !hash) return false;
        offered_[*seat] = *hash;
    }
    return true;
}

// Every hash is compared, so that the time tells nothing.
std::optional<rules::Seat> SeatTokens::seat_of(const std::string& token) const {
    const auto hash = hash_of(token);
    std::optional<rules::Seat> out;
    for (std::size_t i = 0; i < hashes_.size(); ++i)
        if (protocol::equal_secrets(hashes_[i], hash)) out = static_cast<rules::Seat>(i);
    return out;
}

std::optional<rules::Seat> SeatTokens::offered_seat_of(const std::string& token) const {
    const auto hash = hash_of(token);
    std::optional<rules::Seat> out;
    for (const auto& [seat, offered] : offered_)
        if (protocol::equal_secrets(offered, hash)) out = seat;
    return out;
}

void SeatTokens::renew(rules::Seat seat, const std::string& name, const std::string& token, storage::Step& step) {
    auto& hash = hashes_[static_cast<std::size_t>(seat)];
    hash = hash_of(token);
    step.tokens.push_back({name, hash});
}

void SeatTokens::offer(rules::Seat seat, const std::string& name, const std::string& token, storage::Step& step) {
    auto& hash = offered_[seat];
    hash = hash_of(token);
    step.keep.push_back({name, offered_name, protocol::to_hex(hash)});
}

void SeatTokens::accept(rules::Seat seat, const std::string& name, storage::Step& step) {
    auto& hash = hashes_[static_cast<std::size_t>(seat)];
    hash = offered_.at(seat);
    offered_.erase(seat);
    step.tokens.push_back({name, hash});
    step.keep.push_back({name, offered_name, {}});
}

}  // namespace muster::server
